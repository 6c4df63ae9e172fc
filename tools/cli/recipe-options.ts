/** A recipe from the command line: a preset or a given recipe, and what is changed in it. */

import { WaymarkError } from '../../src/core/errors.ts';
import { changeRecipe, type Recipe } from '../../src/learning/recipe.ts';

export interface RecipeOptions {
  readonly start: Recipe;
  readonly seed: string | undefined;
  readonly iterations: string | undefined;
  /** `key=value`, in the order given. */
  readonly set: readonly string[];
}

/** A setting's value as it was meant: `0.01`, `true`, `per-task`. */
function readValue(text: string): number | boolean | string {
  if (text === 'true' || text === 'false') return text === 'true';
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

function readSetting(text: string): readonly [string, number | boolean | string] {
  const equals = text.indexOf('=');
  if (equals < 1) throw new WaymarkError('bad-request', `--set ${text}:`, 'write --set key=value.');
  return [text.slice(0, equals), readValue(text.slice(equals + 1))];
}

/** Throws `bad-recipe` for settings that do not fit. */
export function recipeFrom(options: RecipeOptions): Recipe {
  const changes = [...options.set];
  if (options.seed !== undefined) changes.push(`seed=${options.seed}`);
  if (options.iterations !== undefined) changes.push(`iterations=${options.iterations}`);
  return changeRecipe(options.start, Object.fromEntries(changes.map(readSetting)));
}
