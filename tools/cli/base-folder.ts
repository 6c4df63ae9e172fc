/** Where the command line finds base models. */

import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { WaymarkError } from '../../src/core/errors.ts';
import { loraOf, type Recipe } from '../../src/learning/recipe.ts';
import { initialAdapter } from '../../src/policy/lora.ts';
import type { Adapter } from '../../src/policy/peft.ts';
import { loadBaseModel, type BaseModel } from '../../src/policy/model.ts';
import { ARCHIVE_LIMITS } from '../../src/runs/run-archive.ts';
import type { PackedFile } from '../../src/runs/zip-directory.ts';
import { openZip, unpackFile } from '../../src/runs/zip-files.ts';

/** The folder of a base that belongs to the site. */
export function siteBaseFolder(name: string): string {
  return join('public', 'models', name);
}

/**
 * Loads a base from a folder, or the merged model of a `.waymark` file, which is one too. Throws `not-found` when there
 * is none, pointing to the option that names it.
 */
export async function openBase(folder: string, option: string): Promise<BaseModel> {
  const packed = await packedFiles(folder);
  return loadBaseModel(async (file) => {
    try {
      return packed === null ? new Uint8Array(await readFile(join(folder, file))) : unpack(packed, file);
    } catch (cause) {
      const message = `There is no base model in ${folder}: ${file} cannot be read.`;
      throw new WaymarkError('not-found', message, `Name its folder with ${option}.`, { cause });
    }
  });
}

/** The files of an archive; null for a folder. */
async function packedFiles(path: string): Promise<ReadonlyMap<string, PackedFile> | null> {
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  return isFile ? openZip(new Uint8Array(await readFile(path)), ARCHIVE_LIMITS) : null;
}

/** Files that were saved without a network lack the model. */
function unpack(packed: ReadonlyMap<string, PackedFile>, path: string): Uint8Array {
  const file = packed.get(path);
  if (file === undefined) throw new WaymarkError('not-found', `The file holds no ${path}.`);
  return unpackFile(file);
}

/** The adapter that a recipe begins with: it changes nothing yet. */
export function untrainedAdapter(recipe: Recipe, base: BaseModel): Adapter {
  const settings = loraOf(recipe);
  return { settings, values: initialAdapter(base.config, settings, recipe.seed) };
}
