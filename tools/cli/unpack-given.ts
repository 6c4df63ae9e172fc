/** Makes a run's folder of a file or an agent link, so that it can be trained on. */

import { existsSync } from 'node:fs';
import { WaymarkError } from '../../src/core/errors.ts';
import { runOfAgent } from '../../src/runs/links/agent-run.ts';
import { storeRun } from '../../src/runs/run-copies.ts';
import type { RunContent } from '../../src/runs/run-content.ts';
import { openBase, siteBaseFolder } from './base-folder.ts';
import { withoutAgent, type GivenAway } from './given.ts';
import { openForTraining, runFolder, type RunFolder } from './run-folder.ts';

async function contentOf(given: GivenAway, run: string, base: string | undefined): Promise<RunContent> {
  if (given.kind === 'file') return given.content;
  const { link } = given;
  if (link.kind !== 'agent') throw withoutAgent(link.kind);
  const { config } = await openBase(base ?? siteBaseFolder(link.receipt.recipe.base), '--base');
  return runOfAgent(link, config, run);
}

/**
 * Writes the new folder `out`. Throws `bad-request` where none is named or something is there already, and where nothing
 * would be left to train.
 */
export async function unpackGiven(
  given: GivenAway,
  out: string | undefined,
  baseFolder: string | undefined,
): Promise<RunFolder> {
  if (out === undefined) {
    throw new WaymarkError('bad-request', 'A file or a link needs a folder to go on in.', 'Name a new one with --out.');
  }
  if (existsSync(out)) {
    throw new WaymarkError('bad-request', `${out} is there already.`, 'Name a new folder with --out.');
  }
  const place = runFolder(out);
  const content = await contentOf(given, place.run, baseFolder);
  const base = await openBase(baseFolder ?? siteBaseFolder(content.summary.recipe.base), '--base');
  const store = openForTraining(place, base);
  await storeRun(store, content, place.run);
  await store.close();
  return place;
}
