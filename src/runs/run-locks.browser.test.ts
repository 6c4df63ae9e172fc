import { expect, test } from 'vitest';
import { createWebLocks } from './run-locks.ts';

const locks = createWebLocks(navigator.locks);

/** A worker that holds the lock of a run, as another tab's training worker does; ending it is that tab being killed. */
async function holdElsewhere(run: string): Promise<Worker> {
  const source = `
    navigator.locks.request('waymark/run/${run}', () => { postMessage('held'); return new Promise(() => undefined); });
  `;
  const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
  await new Promise((resolve) => worker.addEventListener('message', resolve, { once: true }));
  return worker;
}

test('a run has one writer at a time', async () => {
  const first = await locks.tryAcquire('one-writer');
  expect(first).not.toBeNull();
  expect(await locks.tryAcquire('one-writer')).toBeNull();
  first?.release();
  await locks.whenFree('one-writer', new AbortController().signal);
  const second = await locks.tryAcquire('one-writer');
  expect(second).not.toBeNull();
  second?.release();
});

test('other runs are not affected', async () => {
  const first = await locks.tryAcquire('run-a');
  const second = await locks.tryAcquire('run-b');
  expect(second).not.toBeNull();
  first?.release();
  second?.release();
});

test('a killed writer frees its run, and all who watch are told', async () => {
  const worker = await holdElsewhere('killed');
  expect(await locks.tryAcquire('killed')).toBeNull();
  let told = 0;
  const watching = [0, 1].map(() => locks.whenFree('killed', new AbortController().signal).then(() => told++));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(told).toBe(0);
  worker.terminate();
  await Promise.all(watching);
  expect(told).toBe(2);
});

test('watching can be given up', async () => {
  const worker = await holdElsewhere('given-up');
  const abort = new AbortController();
  const watching = locks.whenFree('given-up', abort.signal);
  abort.abort();
  await expect(watching).rejects.toMatchObject({ name: 'AbortError' });
  worker.terminate();
});
