/** Protects what people stored with earlier versions: all of it is read, and goes on to the same bits. */

import 'fake-indexeddb/auto';
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync, unzipSync } from 'fflate';
import { openDB } from 'idb';
import { describe, expect, test } from 'vitest';
import { checkpointDigest } from '../../test/runs/checkpoint-digest.ts';
import { livesHashOf } from '../learning/life-log.ts';
import type { IterationRecord } from '../learning/records.ts';
import { TableEngine } from '../learning/testing/table-engine.ts';
import { testTokenizer } from '../learning/testing/test-tokenizer.ts';
import { Trainer } from '../learning/trainer.ts';
import { openBrowserStorage, type Storage } from './browser-storage.ts';
import { DirectoryStore } from './directory-store.ts';
import { readArchive } from './run-archive.ts';
import { readContent, storeContent } from './run-copies.ts';
import { LIVES_STORED, RunSession } from './run-session.ts';
import type { RunStore } from './store.ts';

const FIXTURES = 'test/fixtures';

/** What the table was inclined to say when these runs were begun. */
const HABIT = { fire: 4, water: 4, earth: 4, air: 4, '<end>': 3 };

interface StoredDatabase {
  readonly version: number;
  readonly stores: Readonly<Record<string, readonly (readonly [key: IDBValidKey, row: unknown])[]>>;
  readonly finished: unknown;
}

async function readStored(version: number): Promise<StoredDatabase> {
  const packed = await readFile(join(FIXTURES, 'earlier-stores', `database-${version}.json.gz`));
  return JSON.parse(new TextDecoder().decode(gunzipSync(packed)), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('float32' in value)) return value;
    return new Float32Array(new Uint8Array(Buffer.from(String(value.float32), 'base64')).buffer);
  }) as StoredDatabase;
}

/** A database as a browser of that version has it, opened by this one. */
async function openEarlier({ version, stores }: StoredDatabase): Promise<Storage> {
  const name = crypto.randomUUID();
  const earlier = await openDB(name, version, {
    upgrade: (database) => {
      for (const store of Object.keys(stores)) database.createObjectStore(store);
    },
  });
  for (const [store, rows] of Object.entries(stores)) {
    for (const [key, row] of rows) await earlier.put(store, row, key);
  }
  earlier.close();
  return openNow(name);
}

function openNow(name: string): Promise<Storage> {
  return openBrowserStorage({
    name,
    onClosed: (error) => {
      throw error;
    },
  });
}

/** The folders of runs as a command line of that version left them, opened by this one. */
async function openFolders<Result>(version: number, use: (store: RunStore) => Promise<Result>): Promise<Result> {
  const root = await mkdtemp(join(tmpdir(), 'waymark-earlier-'));
  try {
    const zip = await readFile(join(FIXTURES, 'earlier-stores', `folder-${version}.zip`));
    for (const [path, bytes] of Object.entries(unzipSync(zip))) {
      await mkdir(join(root, dirname(path)), { recursive: true });
      await writeFile(join(root, path), bytes);
    }
    return await use(new DirectoryStore({ root, adapterFiles: () => new Map() }));
  } finally {
    await rm(root, { recursive: true });
  }
}

async function iterationsOf(store: RunStore): Promise<readonly IterationRecord[]> {
  const { items, damaged } = await store.readEvents('otter-7');
  expect(damaged).toEqual([]);
  return items.flatMap((event) => (event.type === 'iteration' ? [event.record] : []));
}

async function trainToTheEnd(store: RunStore): Promise<unknown> {
  const engine = new TableEngine(HABIT);
  const parts = { engine, tokenizer: testTokenizer, clock: () => 0, replays: LIVES_STORED };
  const session = await RunSession.resume(
    {
      store,
      engine: engine.description,
      openTraining: (recipe, checkpoint) =>
        checkpoint === null ? Trainer.create(recipe, parts) : Trainer.resume(recipe, parts, checkpoint),
      alive: (work) => work,
      onStored: () => undefined,
    },
    'otter-7',
  );
  while (!session.finished) await session.advance();
  return checkpointDigest((await store.readCheckpoint('otter-7')).checkpoint);
}

/** Nothing is damaged, nothing has moved, and there are no life logs, which is not hidden. */
async function expectWhole(store: RunStore, version: number): Promise<void> {
  const { items: runs, damaged } = await store.listRuns();
  expect(damaged).toEqual([]);
  expect(runs.map(({ run }) => run).sort()).toEqual(version === 1 ? ['heron-2', 'otter-7'] : ['otter-7']);
  expect(await store.listDeleted()).toEqual(version === 1 ? [] : ['heron-2']);
  expect(await store.readRun('otter-7')).toMatchObject({
    title: version === 1 ? null : 'Half the packs',
    parent: null,
    inherited: 0,
    iteration: 3,
    events: 5,
    finished: false,
    recipe: { environment: 'alchemy/4x6', seed: 1, iterations: 6 },
  });
  expect((await store.readEvents('otter-7')).items.map(({ type }) => type)).toEqual([
    'started',
    'iteration',
    'iteration',
    'evaluation',
    'iteration',
  ]);
  const lives = await store.readLives('otter-7');
  expect(lives.items.map(({ iteration }) => iteration)).toEqual([1, 1, 2, 2, 3, 3]);
  expect(lives.damaged).toEqual([]);
  const evaluations = await store.readEvaluations('otter-7');
  expect(evaluations).toMatchObject({ items: [{ iteration: 3, packs: 4, length: 8 }], damaged: [] });
  expect(await store.readCheckpoint('otter-7')).toMatchObject({
    checkpoint: { iteration: 3 },
    events: 5,
    damaged: null,
  });
  expect(await store.readLifeLogs('otter-7')).toEqual({ items: new Map(), damaged: [] });
  expect(await livesHashOf(await iterationsOf(store))).toBeNull();
}

/** What was trained before has no life logs, what is trained now has. */
async function expectLogsFromNowOn(store: RunStore): Promise<void> {
  const records = await iterationsOf(store);
  expect(records.map(({ livesHash }) => livesHash !== undefined)).toEqual([false, false, false, true, true, true]);
  const logs = await store.readLifeLogs('otter-7');
  expect([...logs.items.keys()]).toEqual([4, 5, 6]);
  expect(logs.damaged).toEqual([]);
  expect(await livesHashOf(records)).toBeNull();
}

describe.each([1, 2])('a database of version %i', (version) => {
  test('is read whole, and its run trains on to the bits that it would have come to then', async () => {
    const stored = await readStored(version);
    const { runs, agents } = await openEarlier(stored);
    await expectWhole(runs, version);
    const known = await agents.listAgents('otter-7');
    expect(known).toMatchObject({ items: [{ iteration: 3, life: { lived: 1 } }], damaged: [] });
    expect(known.items[0].life.awaitingUpdate).not.toBeNull();
    expect((await agents.readLived(known.items[0].agent)).items).toHaveLength(1);
    expect(await trainToTheEnd(runs)).toEqual(stored.finished);
    await expectLogsFromNowOn(runs);
    await runs.close();
  });

  test('can be renamed, deleted, had back and purged', async () => {
    const { runs } = await openEarlier(await readStored(version));
    await runs.renameRun('otter-7', 'An old one');
    await runs.deleteRun('otter-7');
    await runs.undeleteRun('otter-7');
    expect(await runs.readRun('otter-7')).toMatchObject({ title: 'An old one', iteration: 3 });
    await runs.deleteRun('otter-7');
    await runs.purgeRun('otter-7');
    expect(await runs.listTaken()).toEqual(['heron-2']);
    await runs.close();
  });
});

describe.each([1, 2])('folders of version %i', (version) => {
  test('are read whole, and their run trains on to the bits that it would have come to then', async () => {
    const { finished } = await readStored(version);
    await openFolders(version, async (store) => {
      await expectWhole(store, version);
      expect(await trainToTheEnd(store)).toEqual(finished);
      await expectLogsFromNowOn(store);
    });
  });
});

test('an archive of version 1 is stored whole, without life logs and a receipt, which is not hidden', async () => {
  const content = await readArchive(await readFile(join(FIXTURES, 'archives', 'v1.waymark')));
  expect(content).toMatchObject({ receipt: null, receiptLives: null, lifeLogs: new Map() });
  const storage = await openNow(crypto.randomUUID());
  expect(await storeContent(storage, content, 0)).toBe('otter-7');
  const { runs } = storage;
  expect(await runs.readRun('otter-7')).toMatchObject({
    iteration: 2,
    events: 3,
    title: 'Written by the first version',
  });
  expect(await runs.readLifeLogs('otter-7')).toEqual({ items: new Map(), damaged: [] });
  expect(await livesHashOf(await iterationsOf(runs))).toBeNull();
  const { content: stored } = await readContent(storage, 'otter-7');
  const { checkpoint, events, lives, evaluations, agents } = content;
  expect(await checkpointDigest(stored.checkpoint)).toEqual(await checkpointDigest(checkpoint));
  expect(stored).toMatchObject({ events, lives, evaluations });
  expect(stored.agents.map(({ agent }) => agent.life)).toEqual(agents.map(({ agent }) => agent.life));
  await runs.close();
});
