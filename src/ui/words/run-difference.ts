/** How runs differ, in words: a run is known by what was changed about it. Pure. */

import { msg, str } from '@lit/localize';
import { closestPreset } from '../../learning/presets.ts';
import { RECIPE_KEYS, recipeDifferences, type Recipe, type RecipeKey } from '../../learning/recipe.ts';
import { list } from './format.ts';
import { SETTING_WORDS } from './train-settings.ts';
import { bareValue } from './train-values.ts';

interface Difference {
  readonly key: RecipeKey;
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** In the order of recipes. */
function differences(recipe: Recipe, from: Recipe): readonly Difference[] {
  const changed = recipeDifferences(recipe, from);
  return RECIPE_KEYS.filter((key) => key in changed).map((key) => ({
    key,
    label: SETTING_WORDS[key].label(),
    before: bareValue(key, from[key]),
    after: bareValue(key, recipe[key]),
  }));
}

function inWords(changes: readonly Difference[]): string {
  const each = changes.map(({ label, before, after }) => msg(str`${label}: ${before} → ${after}`));
  return list(each, 'semicolon');
}

/** What makes a run another than its preset, or, for a fork, than its parent. */
export function differenceWords(recipe: Recipe, parent: Recipe | null): string {
  if (parent) {
    const changes = differences(recipe, parent);
    return changes.length === 0 ? msg('Nothing changed since the fork.') : inWords(changes);
  }
  const preset = closestPreset(recipe);
  const changes = differences(recipe, { ...preset.recipe, seed: recipe.seed });
  const seed = bareValue('seed', recipe.seed);
  if (changes.length === 0) return msg(str`As its preset, seed ${seed}`);
  return msg(str`${inWords(changes)}; seed ${seed}`);
}

/** Settings in which some of the recipes differ, with the value of each in their order. */
export function differingSettings(
  recipes: readonly Recipe[],
): readonly { readonly key: RecipeKey; readonly label: string; readonly values: readonly string[] }[] {
  return RECIPE_KEYS.filter((key) => recipes.some((recipe) => recipe[key] !== recipes[0]?.[key])).map((key) => ({
    key,
    label: SETTING_WORDS[key].label(),
    values: recipes.map((recipe) => bareValue(key, recipe[key])),
  }));
}
