import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterEach, expect, test } from 'vitest';
import { firstCommit, sampleHeader } from '../../test/runs/sample-run.ts';
import { openBrowserStorage } from './browser-storage.ts';
import { DATABASE_VERSION } from './indexeddb-database.ts';

const real = globalThis.indexedDB;

function replaceIndexedDb(value: unknown): void {
  Object.defineProperty(globalThis, 'indexedDB', { value, configurable: true });
}

afterEach(() => replaceIndexedDb(real));

const onClosed = (error: Error): never => {
  throw error;
};

test('work is stored where the browser allows it', async () => {
  const storage = await openBrowserStorage({ name: 'stored', onClosed });
  expect(storage.blocked).toBeNull();
  await storage.runs.createRun(sampleHeader(), firstCommit());
  await storage.runs.close();
  const again = await openBrowserStorage({ name: 'stored', onClosed });
  expect((await again.runs.listRuns()).items).toHaveLength(1);
});

test.each([
  [
    'refuses',
    {
      open: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    },
  ],
  ['has none', undefined],
])('work goes on in memory where the browser %s, and the reason says what to do', async (_, indexedDb) => {
  replaceIndexedDb(indexedDb);
  const storage = await openBrowserStorage({ name: 'blocked', onClosed });
  expect(storage.blocked).toMatchObject({ problem: 'blocked' });
  expect(storage.blocked?.remedy).toMatch(/save a file before you leave/i);
  await storage.runs.createRun(sampleHeader(), firstCommit());
  expect(await storage.runs.readRun('otter-7')).toMatchObject({ iteration: 0 });
});

test('what a newer Waymark stored is neither touched nor hidden behind an empty memory', async () => {
  (await openDB('newer', DATABASE_VERSION + 1)).close();
  await expect(openBrowserStorage({ name: 'newer', onClosed })).rejects.toMatchObject({ problem: 'newer' });
});
