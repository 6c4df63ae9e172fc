/** The made-up run of sample-run.ts as it is passed on, and archives of it that somebody has tampered with. */

import { sha256 } from '../../src/core/hash.ts';
import { RECEIPT_LENGTH, RECEIPT_PACKS, type Receipt } from '../../src/learning/receipt.ts';
import type { RunEvent } from '../../src/learning/records.ts';
import { MANIFEST, writeManifest } from '../../src/runs/archive-manifest.ts';
import { ARCHIVE_LIMITS } from '../../src/runs/run-archive.ts';
import type { RunContent } from '../../src/runs/run-content.ts';
import { packFiles, unpackFiles } from '../../src/runs/zip-files.ts';
import { firstCommit, iterationCommit, sampleCheckpoint, sampleHeader } from './sample-run.ts';

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
    lifeLogs: new Map(),
    receipt: null,
    receiptLives: null,
    ...changes,
  };
}

/** With a log of lives for every iteration, and a receipt: bytes and outcomes are made up, the hashes fit. */
export async function checkableContent(iterations: number): Promise<RunContent> {
  const content = sampleContent(iterations);
  const lifeLogs = new Map(
    Array.from({ length: iterations }, (_, index) => [index + 1, Uint8Array.of(1, 2, 3, index)] as const),
  );
  const events: RunEvent[] = [];
  for (const event of content.events) {
    const log = event.type === 'iteration' ? lifeLogs.get(event.record.iteration) : undefined;
    const isLogged = event.type === 'iteration' && log !== undefined;
    events.push(isLogged ? { ...event, record: { ...event.record, livesHash: await sha256(log) } } : event);
  }
  const receiptLives = Uint8Array.of(4, 5, 6);
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
  return { ...content, events, lifeLogs, receipt, receiptLives };
}

/** The files of an archive, changed, with a manifest that fits them. */
export async function forgedArchive(zip: Uint8Array, change: (files: Map<string, Uint8Array>) => void): Promise<Uint8Array> {
  const files = new Map(unpackFiles(zip, ARCHIVE_LIMITS));
  files.delete(MANIFEST);
  change(files);
  return packFiles(new Map([[MANIFEST, await writeManifest(files)], ...files]));
}
