/** Protects runs in directories from a program that is killed at any of the writes of a commit. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { firstCommit, iterationCommit, sampleHeader } from '../../test/runs/sample-run.ts';
import type * as DirectoryFiles from './directory-files.ts';
import { DirectoryStore } from './directory-store.ts';

/** Writes that the program still lives to carry out. */
const writes = vi.hoisted(() => ({ left: Infinity }));

vi.mock('./directory-files.ts', async (original) => {
  const files = await original<typeof DirectoryFiles>();
  const mortal = <Inputs extends readonly unknown[]>(write: (...inputs: Inputs) => Promise<void>) => {
    return async (...inputs: Inputs) => {
      if (writes.left-- <= 0) throw new Error('killed');
      await write(...inputs);
    };
  };
  return {
    ...files,
    writeFileDurably: mortal(files.writeFileDurably),
    writeDirectoryDurably: mortal(files.writeDirectoryDurably),
    writeTailDurably: mortal(files.writeTailDurably),
  };
});

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'waymark-kills-'));
});

afterEach(async () => {
  writes.left = Infinity;
  await rm(root, { recursive: true });
});

/** A fresh program on the same directory. */
function openStore(): DirectoryStore {
  return new DirectoryStore({ root, adapterFiles: () => new Map([['adapter.txt', 'whatever']]) });
}

async function contentOf(run: string): Promise<unknown> {
  const store = openStore();
  const summary = await store.readRun(run);
  return {
    summary: { ...summary, run: 'any', updated: 0 },
    events: (await store.readEvents(run)).items.slice(1),
    lives: await store.readLives(run),
    lifeLogs: await store.readLifeLogs(run),
    checkpoint: await store.readCheckpoint(run),
  };
}

async function runOf(run: string, iterations: number): Promise<void> {
  const store = openStore();
  await store.createRun(sampleHeader(run), firstCommit(run));
  for (let iteration = 1; iteration <= iterations; iteration++) {
    await store.commit(run, iterationCommit(iteration, 2 * iteration - 1));
  }
}

test('whichever write of a commit is the last, a run stands before it or after it, whole, and goes on', async () => {
  await runOf('before-1', 2);
  const before = await contentOf('before-1');
  await runOf('after-1', 3);
  const after = await contentOf('after-1');
  const outcomes: string[] = [];
  for (let kills = 0, isDone = false; !isDone; kills++) {
    const run = `otter-${kills}`;
    await runOf(run, 2);
    writes.left = kills;
    isDone = await openStore()
      .commit(run, iterationCommit(3, 5))
      .then(
        () => true,
        () => false,
      );
    writes.left = Infinity;
    const { iteration } = await openStore().readRun(run);
    outcomes.push(iteration === 2 ? 'before' : 'after');
    expect(await contentOf(run)).toEqual(iteration === 2 ? before : after);
    if (iteration === 2) await openStore().commit(run, iterationCommit(3, 5));
    expect(await contentOf(run)).toEqual(after);
  }
  // The log, the sample of lives, the life log, the checkpoint and the head; the adapter is for other programs.
  expect(outcomes).toEqual([...Array.from({ length: 5 }, () => 'before'), 'after', 'after']);
});
