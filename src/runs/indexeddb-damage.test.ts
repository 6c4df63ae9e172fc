import 'fake-indexeddb/auto';
import { deflateSync } from 'fflate';
import { openDB } from 'idb';
import { beforeEach, expect, test } from 'vitest';
import { firstCommit, iterationCommit, sampleHeader } from '../../test/runs/sample-run.ts';
import { DATABASE_VERSION, openDatabase, write } from './indexeddb-database.ts';
import { IndexedDbStore } from './indexeddb-store.ts';
import { MemoryAgentStore } from './memory-agent-store.ts';
import { readArchive, writeArchive } from './run-archive.ts';
import { readContent } from './run-copies.ts';
import type { StorageError } from './storage-error.ts';

let databases = 0;
let name: string;
let closings: StorageError[];
let database: Awaited<ReturnType<typeof openDatabase>>;
let store: IndexedDbStore;

beforeEach(async () => {
  name = `damage-${++databases}`;
  closings = [];
  database = await openDatabase({ name, onClosed: (error) => closings.push(error) });
  store = new IndexedDbStore(database);
  await store.createRun(sampleHeader(), firstCommit());
  for (let iteration = 1; iteration <= 3; iteration++) {
    await store.commit('otter-7', iterationCommit(iteration, 2 * iteration - 1));
  }
  await store.createRun(sampleHeader('heron-2'), firstCommit('heron-2'));
});

test('a damaged event is named and the others are read', async () => {
  await database.put('events', { type: 'iteration', record: { iteration: 'one' } }, ['otter-7', 3]);
  const { items, damaged } = await store.readEvents('otter-7');
  expect(items).toHaveLength(6);
  expect(damaged).toHaveLength(1);
  expect(damaged[0].where).toBe('event 3 of run otter-7');
  expect(damaged[0].error).toMatchObject({ kind: 'storage', problem: 'damaged' });
  expect(damaged[0].error.message).toContain('record.iteration');
});

test('a damaged log of lives is named and the others are read', async () => {
  const row = (await database.get('lifeLogs', ['otter-7', 2])) as {
    readonly bytes: Uint8Array;
    readonly length: number;
  };
  const { bytes, length } = row;
  const flipped = bytes.slice();
  flipped[20] ^= 1;
  const zeros = new Uint8Array(2 ** 25);
  const damages = [
    null,
    { bytes },
    { bytes: [...bytes], length },
    { bytes: bytes.subarray(0, -1), length },
    { bytes: new Uint8Array(), length },
    { bytes: flipped, length },
    { bytes, length: length - 1 },
    { bytes, length: length + 1 },
    { bytes: deflateSync(zeros), length: zeros.length + 1 },
    { bytes: deflateSync(zeros), length },
    await database.get('lifeLogs', ['otter-7', 1]),
  ];
  for (const damage of damages) {
    await database.put('lifeLogs', damage, ['otter-7', 2]);
    const { items, damaged } = await store.readLifeLogs('otter-7');
    expect([...items.keys()]).toEqual([1, 3]);
    expect(damaged).toMatchObject([
      { where: 'the lives of iteration 2 of run otter-7', error: { kind: 'storage', problem: 'damaged' } },
    ]);
  }
});

test('a run with a damaged life and a damaged log of lives is read without them, and says what it lacks', async () => {
  await database.put('lifeLogs', null, ['otter-7', 2]);
  await database.put('lives', 'no life', ['otter-7', 1, 0]);
  const { content, omitted } = await readContent({ runs: store, agents: new MemoryAgentStore() }, 'otter-7');
  expect([...content.lifeLogs.keys()]).toEqual([1, 3]);
  expect(omitted.map(({ error }) => error)).toMatchObject([{ problem: 'damaged' }, { problem: 'damaged' }]);
  expect(omitted[1].where).toBe('the lives of iteration 2 of run otter-7');
  const again = await readArchive(await writeArchive(content, null));
  expect([...again.lifeLogs.keys()]).toEqual([1, 3]);

  await database.put('events', null, ['otter-7', 3]);
  const reading = readContent({ runs: store, agents: new MemoryAgentStore() }, 'otter-7');
  await expect(reading).rejects.toMatchObject({ problem: 'damaged' });
});

test('a damaged run is named and the others are listed', async () => {
  await database.put('runs', 'not a run', 'otter-7');
  const { items, damaged } = await store.listRuns();
  expect(items.map((run) => run.run)).toEqual(['heron-2']);
  expect(damaged[0].where).toBe('run otter-7');
  await expect(store.readRun('otter-7')).rejects.toMatchObject({ kind: 'storage', problem: 'damaged' });
});

test('a damaged run can be deleted, purged and leaves nothing behind', async () => {
  const row = (await database.get('runs', 'otter-7')) as object;
  await database.put('runs', { ...row, recipe: null }, 'otter-7');
  await store.deleteRun('otter-7');
  expect((await store.listRuns()).damaged).toEqual([]);
  await store.purgeRun('otter-7');
  const left = ['runs', 'events', 'checkpoints', 'lives', 'lifeLogs', 'evaluations'] as const;
  for (const name of left) {
    const keys = await database.getAllKeys(name);
    expect(keys.flat().filter((key) => key === 'otter-7')).toEqual([]);
  }
});

test('a damaged recipe says which setting is wrong', async () => {
  const row = (await database.get('runs', 'otter-7')) as { recipe: object };
  await database.put('runs', { ...row, recipe: { ...row.recipe, packs: 0 } }, 'otter-7');
  await expect(store.readRun('otter-7')).rejects.toThrow(/packs must be a whole number from 1 to 256/);
});

test('behind a damaged checkpoint stands the one before, and the run can go on from it', async () => {
  const row = (await database.get('checkpoints', ['otter-7', 3])) as { checkpoint: { trainable: object } };
  const { trainable } = row.checkpoint;
  const adapter = new Float32Array([1, Number.NaN, 3]);
  await database.put(
    'checkpoints',
    { ...row, checkpoint: { ...row.checkpoint, trainable: { ...trainable, adapter } } },
    ['otter-7', 3],
  );
  const stored = await store.readCheckpoint('otter-7');
  expect(stored).toMatchObject({ checkpoint: { iteration: 2 }, events: 5 });
  expect(stored.damaged?.where).toBe('the checkpoint of run otter-7 after 3 iterations');
  await store.rewind('otter-7', stored);
  await store.commit('otter-7', iterationCommit(3, 5));
  expect(await store.readCheckpoint('otter-7')).toMatchObject({ checkpoint: { iteration: 3 }, damaged: null });
  expect((await store.readEvents('otter-7')).items).toHaveLength(7);
});

test('a run without any readable checkpoint says so', async () => {
  await database.put('checkpoints', null, ['otter-7', 3]);
  await database.put('checkpoints', null, ['otter-7', 2]);
  await expect(store.readCheckpoint('otter-7')).rejects.toMatchObject({ kind: 'storage', problem: 'damaged' });
});

test('only the two newest checkpoints are kept', async () => {
  expect(await database.getAllKeys('checkpoints')).toEqual([
    ['heron-2', 0],
    ['otter-7', 2],
    ['otter-7', 3],
  ]);
});

test('when there is no room left, nothing of the commit is stored and the error says so', async () => {
  const failing = write(database, ['runs', 'events'], async (transaction) => {
    await transaction.objectStore('events').put({ type: 'finished', iterations: 3 }, ['otter-7', 7]);
    throw new DOMException('over quota', 'QuotaExceededError');
  });
  await expect(failing).rejects.toMatchObject({ kind: 'storage', problem: 'full' });
  expect((await store.readEvents('otter-7')).items).toHaveLength(7);
});

test('a newer version in another tab closes this one, which is told', async () => {
  const newer = await openDB(name, DATABASE_VERSION + 1);
  expect(closings).toMatchObject([{ kind: 'storage', problem: 'closed' }]);
  await expect(store.listRuns()).rejects.toMatchObject({ kind: 'storage', problem: 'closed' });
  await expect(store.commit('otter-7', iterationCommit(4, 7))).rejects.toMatchObject({ problem: 'closed' });
  newer.close();
});

test('runs stored before there were titles, forks and deletions are read as having none', async () => {
  const old = `${name}-old`;
  const stores = ['runs', 'events', 'checkpoints', 'lives', 'evaluations', 'agents', 'notes', 'lived'];
  const first = await openDB(old, 1, {
    upgrade: (upgrading) => {
      for (const each of stores) upgrading.createObjectStore(each);
    },
  });
  const { recipe, engine } = sampleHeader();
  const row = {
    run: 'otter-7',
    recipe,
    engine,
    created: 1_000,
    parent: null,
    iteration: 1,
    events: 3,
    finished: false,
  };
  await first.put('runs', { ...row, updated: 2_000 }, 'otter-7');
  const [started] = firstCommit().events;
  await first.put('events', started, ['otter-7', 0]);
  let closedByUpgrade = false;
  first.addEventListener('versionchange', () => {
    closedByUpgrade = true;
    first.close();
  });
  const upgraded = new IndexedDbStore(await openDatabase({ name: old, onClosed: (error) => closings.push(error) }));
  expect(closedByUpgrade).toBe(true);
  expect((await upgraded.listRuns()).items).toEqual([{ ...row, updated: 2_000, title: null, inherited: 0 }]);
  expect(await upgraded.listDeleted()).toEqual([]);
  await upgraded.renameRun('otter-7', 'The first');
  await upgraded.deleteRun('otter-7');
  await upgraded.undeleteRun('otter-7');
  expect(await upgraded.readRun('otter-7')).toMatchObject({ title: 'The first', events: 3 });
  expect((await upgraded.readEvents('otter-7')).items).toEqual([started]);
});

test('data of a newer version is not touched', async () => {
  await store.close();
  (await openDB(name, DATABASE_VERSION + 1)).close();
  const opening = openDatabase({ name, onClosed: (error) => closings.push(error) });
  await expect(opening).rejects.toMatchObject({ kind: 'storage', problem: 'newer' });
});

test('a browser without storage is told apart', async () => {
  const real = globalThis.indexedDB;
  const refusing = {
    open(): never {
      throw new DOMException('denied', 'SecurityError');
    },
  };
  Object.defineProperty(globalThis, 'indexedDB', { value: refusing, configurable: true });
  try {
    const opening = openDatabase({ name, onClosed: (error) => closings.push(error) });
    await expect(opening).rejects.toMatchObject({ kind: 'storage', problem: 'blocked' });
  } finally {
    Object.defineProperty(globalThis, 'indexedDB', { value: real, configurable: true });
  }
});
