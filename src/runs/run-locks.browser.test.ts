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

test('a run can be taken over: its holder is told, and only the new one holds it', async () => {
  const first = await locks.tryAcquire('taken-over');
  let lost = false;
  void first?.lost.then(() => (lost = true));
  const second = await locks.takeOver('taken-over');
  await expect.poll(() => lost).toBe(true);
  expect(await locks.tryAcquire('taken-over')).toBeNull();
  // Too late: it is no longer the first one's to release.
  first?.release();
  expect(await locks.tryAcquire('taken-over')).toBeNull();
  second.release();
  await locks.whenFree('taken-over', new AbortController().signal);
  (await locks.tryAcquire('taken-over'))?.release();
});

test('a run that another worker holds can be taken over', async () => {
  const worker = await holdElsewhere('taken-from-worker');
  expect(await locks.tryAcquire('taken-from-worker')).toBeNull();
  const lease = await locks.takeOver('taken-from-worker');
  expect(await locks.tryAcquire('taken-from-worker')).toBeNull();
  lease.release();
  worker.terminate();
});

test('a lease that is released is not lost', async () => {
  const lease = await locks.tryAcquire('released');
  let lost = false;
  void lease?.lost.then(() => (lost = true));
  lease?.release();
  await locks.whenFree('released', new AbortController().signal);
  const next = await locks.takeOver('released');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(lost).toBe(false);
  next.release();
});

test('what is held can be seen', async () => {
  const lease = await locks.tryAcquire('seen');
  expect([...(await locks.held())]).toContain('seen');
  lease?.release();
  await locks.whenFree('seen', new AbortController().signal);
  expect([...(await locks.held())]).not.toContain('seen');
});
