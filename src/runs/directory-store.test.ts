import { createHash } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  firstCommit,
  iterationCommit,
  sampleHeader,
  sampleIteration,
  sampleLifeLog,
} from '../../test/runs/sample-run.ts';
import { describeStore } from '../../test/runs/store-conformance.ts';
import { DirectoryStore } from './directory-store.ts';

let parent: string;
let root: string;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'waymark-runs-'));
});

afterAll(() => rm(parent, { recursive: true }));

function openStore(): DirectoryStore {
  return new DirectoryStore({ root, adapterFiles: (_, adapter) => new Map([['adapter.txt', adapter.join(' ')]]) });
}

async function openEmpty(): Promise<DirectoryStore> {
  root = await mkdtemp(join(parent, 'root-'));
  return openStore();
}

describeStore('runs in directories', { open: openEmpty, reopen: () => Promise.resolve(openStore()) });

describe('what is on the disk', () => {
  let store: DirectoryStore;

  beforeEach(async () => {
    store = await openEmpty();
    await store.createRun(sampleHeader(), firstCommit());
    for (let iteration = 1; iteration <= 3; iteration++) {
      await store.commit('otter-7', iterationCommit(iteration, 2 * iteration - 1));
    }
  });

  test('a run is a directory that other programs can read', async () => {
    const path = join(root, 'otter-7');
    expect((await readdir(path)).sort()).toEqual([
      'adapter',
      'checkpoints',
      'life-logs',
      'lives',
      'log.jsonl',
      'recipe.json',
      'run.json',
    ]);
    expect(JSON.parse(await readFile(join(path, 'recipe.json'), 'utf8'))).toEqual(sampleHeader().recipe);
    const lines = (await readFile(join(path, 'log.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual([
      'started',
      ...Array.from({ length: 3 }, () => ['iteration', 'evaluation']).flat(),
    ]);
    expect(await readFile(join(path, 'adapter', 'adapter.txt'), 'utf8')).toBe('3 0.5 -0.25');
    expect(await readdir(join(path, 'checkpoints'))).toEqual(['000002', '000003']);
    expect(await readdir(join(path, 'life-logs'))).toEqual(['000001.bin', '000002.bin', '000003.bin']);
    const lives = await readFile(join(path, 'life-logs', '000002.bin'));
    expect(createHash('sha256').update(lives).digest('hex')).toBe(sampleIteration(2).livesHash);
  });

  test('what a killed program had begun to write does not count and is overwritten', async () => {
    const path = join(root, 'otter-7');
    const before = await store.readEvents('otter-7');
    await appendFile(join(path, 'log.jsonl'), '{"type":"finished","iterations":4}\n{"type":"itera');
    await writeFile(join(path, 'run.json.unfinished'), '{"summary":');
    await rename(join(path, 'checkpoints', '000002'), join(path, 'checkpoints', '000004'));
    await writeFile(join(path, 'life-logs', '000004.bin'), sampleLifeLog(3));
    await writeFile(join(path, 'life-logs', '000005.bin.unfinished'), 'half');
    const logs = await store.readLifeLogs('otter-7');
    expect([...logs.items.keys()]).toEqual([1, 2, 3]);
    expect(logs.damaged).toEqual([]);
    expect(await openStore().readEvents('otter-7')).toEqual(before);
    expect(await openStore().readCheckpoint('otter-7')).toMatchObject({ checkpoint: { iteration: 3 }, damaged: null });
    await openStore().commit('otter-7', iterationCommit(4, 7));
    const { items, damaged } = await openStore().readEvents('otter-7');
    expect(items.slice(7)).toEqual(iterationCommit(4, 7).events);
    expect(damaged).toEqual([]);
    expect(await openStore().readCheckpoint('otter-7')).toMatchObject({ checkpoint: { iteration: 4 }, damaged: null });
    expect((await openStore().readLifeLogs('otter-7')).items.get(4)).toEqual(sampleLifeLog(4));
  });

  test('a damaged line of the log is named and the others are read', async () => {
    const log = join(root, 'otter-7', 'log.jsonl');
    const text = await readFile(log, 'utf8');
    await writeFile(log, text.replace('"lives":16', '"lives":-6'));
    const { items, damaged } = await store.readEvents('otter-7');
    expect(items).toHaveLength(6);
    expect(damaged.map(({ where }) => where)).toEqual(['event 1 of run otter-7']);
  });

  test('a damaged log of lives is named and the others are read', async () => {
    const folder = join(root, 'otter-7', 'life-logs');
    await truncate(join(folder, '000001.bin'), 40);
    await writeFile(join(folder, '000002.bin'), sampleLifeLog(1));
    await writeFile(join(folder, '000007.bin.old'), 'put here by somebody');
    const { items, damaged } = await store.readLifeLogs('otter-7');
    expect([...items.keys()]).toEqual([3]);
    expect(damaged.map(({ where }) => where)).toEqual([
      'the lives of iteration 1 of run otter-7',
      'the lives of iteration 2 of run otter-7',
    ]);
    expect(damaged[1].error).toMatchObject({ kind: 'storage', problem: 'damaged' });
  });

  test('a log that lost its end is not written over', async () => {
    await truncate(join(root, 'otter-7', 'log.jsonl'), 100);
    await expect(store.commit('otter-7', iterationCommit(4, 7))).rejects.toMatchObject({ problem: 'damaged' });
    expect(await store.readRun('otter-7')).toMatchObject({ iteration: 3, events: 7 });
  });

  test('behind a damaged checkpoint stands the one before, and the run can go on from it', async () => {
    await truncate(join(root, 'otter-7', 'checkpoints', '000003', 'state.safetensors'), 40);
    const stored = await store.readCheckpoint('otter-7');
    expect(stored).toMatchObject({ checkpoint: { iteration: 2 }, events: 5 });
    expect(stored.damaged?.where).toBe('the checkpoint of run otter-7 after 3 iterations');
    await store.rewind('otter-7', stored);
    await store.commit('otter-7', iterationCommit(3, 5));
    expect(await store.readCheckpoint('otter-7')).toMatchObject({ checkpoint: { iteration: 3 }, damaged: null });
    expect((await store.readEvents('otter-7')).items).toHaveLength(7);
  });

  test('a damaged run is named and the others are listed', async () => {
    await store.createRun(sampleHeader('heron-2'), firstCommit('heron-2'));
    await writeFile(join(root, 'otter-7', 'run.json'), '{');
    const { items, damaged } = await store.listRuns();
    expect(items.map((run) => run.run)).toEqual(['heron-2']);
    expect(damaged.map(({ where }) => where)).toEqual(['run otter-7']);
  });

  test('a run cannot lie outside the root', async () => {
    for (const run of ['../otter-7', '..', '', 'a/b', 'a\\b']) {
      await expect(store.readRun(run)).rejects.toMatchObject({ kind: 'not-found' });
    }
  });
});
