/** Where the command line finds adapters. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WaymarkError } from '../../src/core/errors.ts';
import type { BaseModel } from '../../src/policy/model.ts';
import { readAdapter, type Adapter } from '../../src/policy/peft.ts';
import { agentOf, openGiven } from './given.ts';

/**
 * Loads an adapter for a base: from a folder in PEFT layout, or that of the agent in a file or a link. Throws
 * `not-found` when there is none in the folder.
 */
export async function openAdapter(place: string, base: BaseModel): Promise<Adapter> {
  const given = await openGiven(place);
  if (given.kind !== 'folder') return (await agentOf(given)).adapter(base.config);
  const { folder } = given;
  return readAdapter(async (file) => {
    try {
      return new Uint8Array(await readFile(join(folder, file)));
    } catch (cause) {
      const message = `There is no adapter in ${folder}: ${file} cannot be read.`;
      throw new WaymarkError('not-found', message, 'Name its folder with --adapter.', { cause });
    }
  }, base.config);
}
