/** The made-up run of sample-run.ts as it is passed on, and archives of it that somebody has tampered with. */

import { sha256 } from '../../src/core/hash.ts';
import { RECEIPT_LENGTH, RECEIPT_PACKS, type Receipt } from '../../src/learning/receipt.ts';
import { MANIFEST, writeManifest } from '../../src/runs/archive-manifest.ts';
import { ARCHIVE_LIMITS } from '../../src/runs/run-archive.ts';
import type { RunContent } from '../../src/runs/run-content.ts';
import { packFiles, unpackFiles } from '../../src/runs/zip-files.ts';
import { firstCommit, iterationCommit, sampleCheckpoint, sampleHeader, sampleLifeLog } from './sample-run.ts';

/** A run of so many iterations with what it takes to fit together. */
export function sampleContent(iterations: number, changes: Partial<RunContent> = {}): RunContent {
  const log = Array.from({ length: iterations }, (_, index) => iterationCommit(index + 1, 0));
  const events = [...firstCommit().events, ...log.flatMap((commit) => commit.events)];
  const summary = { ...sampleHeader(), title: null, iteration: iterations, events: events.length };
  return {
    summary: { ...summary, finished: false, updated: 5_000 },
    events,
    lives: log.flatMap((commit) => commit.lives),
    checkpoint: sampleCheckpoint(iterations),
    evaluations: [],
    agents: [],
    lifeLogs: new Map(log.flatMap(({ lifeLog }, index) => (lifeLog ? [[index + 1, lifeLog] as const] : []))),
    receipt: null,
    receiptLives: null,
    ...changes,
  };
}

/** With a receipt: its outcomes are made up, its hash fits the log beside it. */
export async function receiptedContent(iterations: number): Promise<RunContent> {
  const content = sampleContent(iterations);
  const receiptLives = sampleLifeLog(0);
  const outcomes = (solved: (pack: number, position: number) => boolean) =>
    Array.from({ length: RECEIPT_PACKS }, (_, pack) =>
      Array.from({ length: RECEIPT_LENGTH }, (__, position) => (solved(pack, position) ? 1 : 0)),
    );
  const receipt: Receipt = {
    version: 1,
    computation: 1,
    recipe: content.summary.recipe,
    base: '0'.repeat(64),
    iterations,
    inherited: 0,
    origin: 'onnx-wasm',
    lives: null,
    adapter: '1'.repeat(64),
    evaluation: {
      kept: outcomes((pack, position) => (pack + position) % 3 < 2),
      erased: outcomes((pack, position) => (pack + position) % 3 < 1),
      lives: await sha256(receiptLives),
    },
  };
  return { ...content, receipt, receiptLives };
}

/** The files of an archive, changed, with a manifest that fits them. */
export async function forgedArchive(
  zip: Uint8Array,
  change: (files: Map<string, Uint8Array>) => void,
): Promise<Uint8Array> {
  const files = new Map(unpackFiles(zip, ARCHIVE_LIMITS));
  files.delete(MANIFEST);
  change(files);
  return packFiles(new Map([[MANIFEST, await writeManifest(files)], ...files]));
}
