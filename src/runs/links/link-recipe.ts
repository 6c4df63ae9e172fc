/**
 * Recipes in links: the preset that is nearest, the settings in which the recipe differs from it, and a few bytes of the
 * whole recipe's hash, so that a preset that has changed since never turns a link into another run.
 */

import { encodeText } from '../../core/bytes.ts';
import { WaymarkError } from '../../core/errors.ts';
import { sha256 } from '../../core/hash.ts';
import { closestPreset, findPreset } from '../../learning/presets.ts';
import {
  RECIPE_KEYS,
  RECIPE_VERSION,
  changeRecipe,
  recipeDifferences,
  settingRange,
  type Recipe,
  type RecipeKey,
} from '../../learning/recipe.ts';
import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { bytesOfHex, hexOfBytes } from '../../core/hex.ts';
import { damagedLink, newerLink, tooLargeLink } from './link-error.ts';
import { LINK_KEYS, LINK_OPTIONS, LINK_PRESETS, LINK_TARGETS } from './link-words.ts';
import { readReal, writeReal } from './real-numbers.ts';

/** Digits of the recipe's hash. */
const GUARD_DIGITS = 8;

/** Names of bases may be longer than links carry. */
const MOST_TEXT_BYTES = 64;
const MOST_VERSION = 0xffff;

/** The place of a name that every link can write. */
export function placeOf<Name extends string>(names: readonly Name[], name: Name): number {
  const place = names.indexOf(name);
  if (place < 0) throw new RangeError(`Links have no number for "${name}"`);
  return place;
}

/** The name at that place. Throws `link-newer` where there is none yet. */
export function nameAt<Name extends string>(names: readonly Name[], place: number, what: string): Name {
  if (place < 0 || place >= names.length) {
    throw newerLink(`This link has a ${what} that this version of Waymark does not know.`);
  }
  return names[place];
}

/** The first digits of the hash of all settings with their names, in the order of recipes. */
async function guardOf(recipe: Recipe): Promise<string> {
  const text = JSON.stringify(RECIPE_KEYS.map((key) => [key, recipe[key]]));
  return (await sha256(encodeText(text))).slice(0, GUARD_DIGITS);
}

export async function writeRecipe(writer: ByteWriter, recipe: Recipe): Promise<void> {
  const preset = closestPreset(recipe, LINK_PRESETS.map(findPreset));
  const changes = recipeDifferences(recipe, preset.recipe);
  const keys = LINK_KEYS.filter((key) => key in changes);
  writer.whole(recipe.version);
  writer.byte(placeOf<string>(LINK_PRESETS, preset.name));
  writer.byte(keys.length);
  for (const key of keys) {
    writer.byte(placeOf(LINK_KEYS, key));
    writeValue(writer, key, recipe[key]);
  }
  writer.bytes(bytesOfHex(await guardOf(recipe)));
}

function writeValue(writer: ByteWriter, key: RecipeKey, value: Recipe[RecipeKey]): void {
  if (key === 'loraTargets') {
    const targets = String(value).split(',');
    writer.byte(targets.length);
    for (const target of targets) writer.byte(placeOf<string>(LINK_TARGETS, target));
    return;
  }
  switch (settingRange(key).kind) {
    case 'whole':
      writer.whole(Number(value));
      break;
    case 'real':
      writeReal(writer, Number(value));
      break;
    case 'switch':
      writer.byte(value === true ? 1 : 0);
      break;
    case 'choice':
      writer.byte(placeOf(LINK_OPTIONS[key] ?? [], String(value)));
      break;
    case 'text':
      if (encodeText(String(value)).length > MOST_TEXT_BYTES) {
        throw tooLargeLink(`The ${key} of this recipe has a name of more than ${MOST_TEXT_BYTES} letters.`);
      }
      writer.text(String(value));
      break;
  }
}

/**
 * Throws `link-newer` for a recipe of a newer Waymark, `no-build` for one whose preset is another here, `link-damaged`
 * for anything that is no recipe.
 */
export async function readRecipe(reader: ByteReader): Promise<Recipe> {
  const version = reader.whole(MOST_VERSION, 'version of recipes');
  if (version > RECIPE_VERSION)
    throw newerLink(`This link has a recipe of a newer version (${version}) than this page.`);
  if (version < RECIPE_VERSION) throw damagedLink(`There are no recipes of version ${version}.`);
  const { name, recipe: start } = findPreset(nameAt(LINK_PRESETS, reader.byte(), 'preset'));
  const changes: Partial<Record<RecipeKey, unknown>> = {};
  for (let left = reader.byte(); left > 0; left--) {
    const key = nameAt(LINK_KEYS, reader.byte(), 'setting');
    changes[key] = readValue(reader, key);
  }
  const guard = hexOfBytes(reader.bytes(GUARD_DIGITS / 2));
  const recipe = checked(start, changes);
  if ((await guardOf(recipe)) === guard) return recipe;
  throw new WaymarkError(
    'no-build',
    `This link was made by a version of Waymark in which the preset "${name}" was another.`,
    'Ask for a file, which carries the whole recipe.',
  );
}

function readValue(reader: ByteReader, key: RecipeKey): unknown {
  if (key === 'loraTargets') {
    const count = reader.byte();
    return Array.from(reader.bytes(count), (place) => nameAt(LINK_TARGETS, place, 'matrix')).join(',');
  }
  const range = settingRange(key);
  switch (range.kind) {
    case 'whole':
      return reader.whole(range.high, key);
    case 'real':
      return readReal(reader, key);
    case 'switch':
      return reader.byte() === 1;
    case 'choice':
      return nameAt(LINK_OPTIONS[key] ?? [], reader.byte(), key);
    case 'text':
      return reader.text(MOST_TEXT_BYTES, key);
  }
}

function checked(start: Recipe, changes: Partial<Record<RecipeKey, unknown>>): Recipe {
  try {
    return changeRecipe(start, changes);
  } catch (error) {
    if (!(error instanceof WaymarkError)) throw error;
    throw damagedLink(`The recipe in this link is none. ${error.message}`, { cause: error });
  }
}
