/** Protects runs from a clock that jumps, forth or back, between commits and between sessions. */

import 'fake-indexeddb/auto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkpointDigest } from '../../test/runs/checkpoint-digest.ts';
import { firstCommit, iterationCommit, sampleHeader } from '../../test/runs/sample-run.ts';
import { findPreset } from '../learning/presets.ts';
import { changeRecipe } from '../learning/recipe.ts';
import { TableEngine } from '../learning/testing/table-engine.ts';
import { TABLE_ADAPTER } from '../learning/testing/test-config.ts';
import { testTokenizer } from '../learning/testing/test-tokenizer.ts';
import { Trainer } from '../learning/trainer.ts';
import { openBrowserStorage } from './browser-storage.ts';
import { DirectoryStore } from './directory-store.ts';
import { MemoryStore } from './memory-store.ts';
import { RunSession, type SessionPlace } from './run-session.ts';
import type { RunStore } from './store.ts';

const RECIPE = changeRecipe(findPreset('alchemy').recipe, {
  ...TABLE_ADAPTER,
  packs: 2,
  groupSize: 2,
  tasks: 2,
  iterations: 4,
  learningRate: 0.1,
  evaluationPacks: 0,
});
const NOON = Date.UTC(2026, 5, 1, 12);
const DAY = 24 * 60 * 60 * 1000;

/** Years ahead, an hour back, before all computers, a day ahead, and right again. */
const TIMES = [NOON + 1500 * DAY, NOON - DAY / 24, 0, NOON + DAY, NOON];

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'waymark-clock-'));
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
});

afterEach(async () => {
  vi.useRealTimers();
  await rm(root, { recursive: true });
});

const STORES: Readonly<Record<string, () => Promise<RunStore>>> = {
  IndexedDB: async () => {
    const onClosed = (error: Error): never => {
      throw error;
    };
    return (await openBrowserStorage({ name: crypto.randomUUID(), onClosed })).runs;
  },
  folders: () => Promise.resolve(new DirectoryStore({ root, adapterFiles: () => new Map() })),
  memory: () => Promise.resolve(new MemoryStore()),
};

function place(store: RunStore): SessionPlace {
  const engine = new TableEngine({ fire: 4, water: 4, earth: 4, air: 4, '<end>': 3 });
  const parts = { engine, tokenizer: testTokenizer, clock: () => 0, replays: 2 };
  return {
    store,
    engine: engine.description,
    openTraining: (recipe, checkpoint) =>
      checkpoint === null ? Trainer.create(recipe, parts) : Trainer.resume(recipe, parts, checkpoint),
    alive: (work) => work,
    onStored: () => undefined,
  };
}

async function contentOf(store: RunStore): Promise<unknown> {
  const { items } = await store.readEvents('otter-7');
  return {
    events: items.filter(({ type }) => type !== 'resumed'),
    lives: await store.readLives('otter-7'),
    lifeLogs: await store.readLifeLogs('otter-7'),
    checkpoint: await checkpointDigest((await store.readCheckpoint('otter-7')).checkpoint),
  };
}

describe.each(Object.keys(STORES))('a clock that jumps, over runs in %s', (name) => {
  const header = { run: 'otter-7', recipe: RECIPE, created: NOON, parent: null, inherited: 0 };

  test('changes no bit of a run, nor the order in which it happened, and never takes it back', async () => {
    const steady = await STORES[name]();
    const session = await RunSession.start(place(steady), header);
    while (!session.finished) await session.advance();
    const expected = await contentOf(steady);
    await steady.close();
    if (name === 'folders') await rm(join(root, 'otter-7'), { recursive: true });

    const store = await STORES[name]();
    await RunSession.start(place(store), header);
    let last = (await store.readRun('otter-7')).updated;
    for (const time of TIMES.slice(0, RECIPE.iterations)) {
      vi.setSystemTime(time);
      const resumed = await RunSession.resume(place(store), 'otter-7');
      vi.setSystemTime(NOON - time);
      await resumed.advance();
      const { updated, iteration } = await store.readRun('otter-7');
      expect(iteration).toBe(resumed.iteration);
      expect(updated).toBeGreaterThanOrEqual(last);
      last = updated;
    }
    expect(await store.readRun('otter-7')).toMatchObject({ iteration: RECIPE.iterations, finished: true });
    expect(await contentOf(store)).toEqual(expected);
    await store.close();
  });
});

test.each(['IndexedDB', 'memory'])(
  'of two runs in %s the one that was worked on last comes first, whatever the clock says: a page opens with it',
  async (name) => {
    const store = await STORES[name]();
    const order = async () => (await store.listRuns()).items.map(({ run }) => run);
    await store.createRun(sampleHeader(), firstCommit());
    await store.createRun(sampleHeader('heron-2'), firstCommit('heron-2'));
    for (const [index, time] of TIMES.entries()) {
      vi.setSystemTime(time);
      await store.commit('otter-7', iterationCommit(index + 1, 1 + 2 * index));
      expect(await order()).toEqual(['otter-7', 'heron-2']);
      vi.setSystemTime(time - DAY);
      await store.commit('heron-2', iterationCommit(index + 1, 1 + 2 * index));
      expect(await order()).toEqual(['heron-2', 'otter-7']);
    }
    vi.setSystemTime(0);
    await store.createRun(sampleHeader('vole-3'), firstCommit('vole-3'));
    expect(await order()).toEqual(['vole-3', 'heron-2', 'otter-7']);
    await store.close();
  },
);
