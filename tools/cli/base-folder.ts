/** Where the command line finds base models. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WaymarkError } from '../../src/core/errors.ts';
import { loraOf, type Recipe } from '../../src/learning/recipe.ts';
import { initialAdapter } from '../../src/policy/lora.ts';
import type { Adapter } from '../../src/policy/peft.ts';
import { loadBaseModel, type BaseModel } from '../../src/policy/model.ts';

/** The folder of a base that belongs to the site. */
export function siteBaseFolder(name: string): string {
  return join('public', 'models', name);
}

/** Loads a base from a folder. Throws `not-found` when there is none, pointing to the option that names it. */
export async function openBase(folder: string, option: string): Promise<BaseModel> {
  return loadBaseModel(async (file) => {
    try {
      return new Uint8Array(await readFile(join(folder, file)));
    } catch (cause) {
      const message = `There is no base model in ${folder}: ${file} cannot be read.`;
      throw new WaymarkError('not-found', message, `Name its folder with ${option}.`, { cause });
    }
  });
}

/** The adapter that a recipe begins with: it changes nothing yet. */
export function untrainedAdapter(recipe: Recipe, base: BaseModel): Adapter {
  const settings = loraOf(recipe);
  return { settings, values: initialAdapter(base.config, settings, recipe.seed) };
}
