/**
 * Settings in the address: a recipe as its differences from a preset, and the controls that a class is spared:
 * `v=1&preset=code-lake&seed=7&packs=16&hide=seed,rank`. A link claims nothing and starts nothing.
 *
 * `v` is the recipe's version: a link means the same run for as long as its version does. Pure.
 */

import { msg, str } from '@lit/localize';
import { WaymarkError } from '../../core/errors.ts';
import { closestPreset, findPreset } from '../../learning/presets.ts';
import {
  RECIPE_VERSION,
  changeRecipe,
  recipeDifferences,
  settingRange,
  type Recipe,
  type RecipeKey,
} from '../../learning/recipe.ts';
import { HIDEABLE, SETTINGS } from '../controls.ts';

/** Longer settings are not even looked at. */
const MOST_LINK_BYTES = 8192;

const VERSION = 'v';
const PRESET = 'preset';
const HIDE = 'hide';

/** Entries of an address that mean something else than a setting. */
const OTHER_ENTRIES: ReadonlySet<string> = new Set([HIDE, 'lang']);

export interface LinkedSettings {
  readonly preset: string;
  readonly recipe: Recipe;
  /** In which settings the recipe differs from the preset's. */
  readonly changes: Partial<Recipe>;
}

function damaged(what: string): WaymarkError {
  return new WaymarkError('link-damaged', what, msg('Ask for the link again, or choose the settings yourself.'));
}

/** The settings as an address carries them, without `#`. `hidden` are names of controls. */
export function formatSettings(preset: string, recipe: Recipe, hidden: readonly string[] = []): string {
  const changes = recipeDifferences(recipe, findPreset(preset).recipe);
  const entries = SETTINGS.flatMap(({ name, key }) => (key in changes ? [[name, String(changes[key])]] : []));
  const head = [
    [VERSION, String(RECIPE_VERSION)],
    [PRESET, preset],
  ];
  const tail = hidden.length === 0 ? [] : [[HIDE, hidden.join(',')]];
  // Commas and slashes are allowed in a fragment, and shorter as they are.
  return new URLSearchParams([...head, ...entries, ...tail]).toString().replaceAll('%2C', ',').replaceAll('%2F', '/');
}

/**
 * The address at which a recipe is proposed for training, as its differences from the preset that it is closest to.
 * What else stands in the present address stays in it.
 */
export function settingsFragment(recipe: Recipe, present: ReadonlyMap<string, string>): string {
  const others = new URLSearchParams([...present].filter(([name]) => OTHER_ENTRIES.has(name))).toString();
  return `#train&${formatSettings(closestPreset(recipe).name, recipe)}${others === '' ? '' : `&${others}`}`;
}

function checkSize(settings: ReadonlyMap<string, string>): void {
  const bytes = new TextEncoder().encode([...settings].flat().join()).length;
  if (bytes <= MOST_LINK_BYTES) return;
  throw new WaymarkError(
    'link-too-large',
    msg(str`This link carries ${bytes} bytes of settings; ${MOST_LINK_BYTES} are the most.`),
    msg('Ask for a shorter one, or for a file.'),
  );
}

function checkVersion(text: string | undefined): void {
  const version = Number(text);
  if (text !== undefined && Number.isInteger(version) && version > RECIPE_VERSION) {
    throw new WaymarkError(
      'link-newer',
      msg(str`This link was made by a newer version (${version}) than this page (${RECIPE_VERSION}).`),
      msg('Reload the page to get the newest version, then open the link again.'),
    );
  }
  if (version !== RECIPE_VERSION) throw damaged(msg('This link does not say which version of settings it carries.'));
}

/** A value as a link writes it; a value of the wrong kind is handed on for `changeRecipe` to refuse. */
function readValue(key: RecipeKey, text: string): unknown {
  switch (settingRange(key).kind) {
    case 'whole':
    case 'real':
      return text.trim() === '' ? text : Number(text);
    case 'switch':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'choice':
    case 'text':
      return text;
  }
}

function readChanges(settings: ReadonlyMap<string, string>): Readonly<Record<string, unknown>> {
  const changes: Record<string, unknown> = {};
  for (const [name, text] of settings) {
    if (name === VERSION || name === PRESET || OTHER_ENTRIES.has(name)) continue;
    // Which base model is not for the visitor to choose, but recipes of other days name theirs.
    const control = SETTINGS.find(({ name: own, key, editable }) => own === name && (editable || key === 'base'));
    if (!control) {
      throw new WaymarkError(
        'link-damaged',
        msg(str`This link sets "${name}", and there is no such setting.`),
        msg('Check the link for a typing error.'),
      );
    }
    changes[control.key] = readValue(control.key, text);
  }
  return changes;
}

/**
 * The settings that an address carries, or null where it carries none. Throws `link-too-large`, `link-newer`, or
 * `link-damaged` naming what is wrong: no version, a preset or a setting that does not exist, a value out of range.
 */
export function parseSettings(settings: ReadonlyMap<string, string>): LinkedSettings | null {
  checkSize(settings);
  if ([...settings.keys()].every((name) => OTHER_ENTRIES.has(name))) return null;
  checkVersion(settings.get(VERSION));
  const preset = settings.get(PRESET);
  if (preset === undefined) throw damaged(msg('This link does not say which preset its settings start from.'));
  try {
    const { recipe: start } = findPreset(preset);
    const recipe = changeRecipe(start, readChanges(settings));
    return { preset, recipe, changes: recipeDifferences(recipe, start) };
  } catch (error) {
    if (!(error instanceof WaymarkError) || error.kind === 'link-damaged') throw error;
    throw damaged(error.message);
  }
}

/**
 * Names of the controls that an address hides: `hide=seed,rank`. Throws `link-damaged` for a name that no control has.
 */
export function hiddenControls(settings: ReadonlyMap<string, string>): ReadonlySet<string> {
  checkSize(settings);
  const names = (settings.get(HIDE) ?? '').split(',').filter((name) => name !== '');
  for (const name of names) {
    if (HIDEABLE.every((control) => control.name !== name)) {
      throw damaged(msg(str`This link hides "${name}", and there is no such control.`));
    }
  }
  return new Set(names);
}
