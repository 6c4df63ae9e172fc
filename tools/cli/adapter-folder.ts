/** Where the command line finds adapters. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WaymarkError } from '../../src/core/errors.ts';
import type { BaseModel } from '../../src/policy/model.ts';
import { readAdapter, type Adapter } from '../../src/policy/peft.ts';

/** Loads an adapter in PEFT layout for a base. Throws `not-found` when there is none in the folder. */
export async function openAdapter(folder: string, base: BaseModel): Promise<Adapter> {
  return readAdapter(async (file) => {
    try {
      return new Uint8Array(await readFile(join(folder, file)));
    } catch (cause) {
      const message = `There is no adapter in ${folder}: ${file} cannot be read.`;
      throw new WaymarkError('not-found', message, 'Name its folder with --adapter.', { cause });
    }
  }, base.config);
}
