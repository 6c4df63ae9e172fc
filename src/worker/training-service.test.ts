import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { beforeEach, describe, expect, test } from 'vitest';
import { Browser, RECIPE } from '../../test/worker/tabs.ts';
import { WaymarkError } from '../core/errors.ts';
import { EngineSupply } from '../engines/engine-supply.ts';
import { openBrowserStorage } from '../runs/browser-storage.ts';
import { DATABASE_VERSION } from '../runs/indexeddb-database.ts';
import { StorageError } from '../runs/storage-error.ts';
import type { RunEvent } from '../learning/records.ts';
import type { WorkerMessage } from './protocol.ts';

let browser: Browser;

beforeEach(() => {
  browser = new Browser();
});

/** Events as they were told, without what is only about time. */
function eventsOf(messages: readonly WorkerMessage[]): readonly RunEvent[] {
  return messages.flatMap((message) => (message.type === 'run' ? [message.event] : []));
}

function untimed(events: readonly RunEvent[]): readonly RunEvent[] {
  return events.map((event) =>
    event.type === 'iteration'
      ? { ...event, record: { ...event.record, rolloutSeconds: 0, trainingSeconds: 0 } }
      : event,
  );
}

/** A whole run in one tab that is never disturbed. */
async function undisturbed(): Promise<readonly RunEvent[]> {
  const tab = new Browser().openTab();
  tab.send({ type: 'start', recipe: RECIPE });
  await tab.untilStatus('finished');
  return untimed(eventsOf(tab.messages));
}

describe('opening', () => {
  test('an empty browser ends idle, with the engine named and nothing started', async () => {
    const tab = browser.openTab();
    tab.send({ type: 'open' });
    expect(await tab.untilStatus('idle')).toEqual({
      state: 'idle',
      engine: { name: 'onnx-native', detail: 'a table' },
      latestRun: null,
    });
    expect(tab.messages.map((message) => message.type)).toEqual(['storage', 'status', 'status', 'engine', 'status']);
    expect(tab.statuses.map(({ state }) => state)).toEqual(['loading', 'loading', 'idle']);
  });

  test('without a base model fails with what to do, and works when it is there again', async () => {
    let there = false;
    const tab = browser.openTab({
      source: {
        loadBase: () => Promise.reject(new WaymarkError(there ? 'engine' : 'not-found', 'No model.', 'Reload.')),
        engines: new EngineSupply({
          openDevice: null,
          openPortable: () => Promise.reject(new Error('unused')),
          deviceRequired: false,
        }),
      },
    });
    tab.send({ type: 'open' });
    expect(await tab.untilStatus('failed')).toEqual({
      state: 'failed',
      kind: 'not-found',
      message: 'No model.',
      remedy: 'Reload.',
    });
    there = true;
    tab.send({ type: 'open' });
    expect(await tab.untilStatus('failed')).toMatchObject({ kind: 'engine' });
  });

  test('says when nothing can be kept', async () => {
    const blocked = new StorageError('blocked', 'This browser keeps nothing for this page.');
    const tab = browser.openTab({ openStorage: async () => ({ ...browser.storage, blocked }) });
    tab.send({ type: 'open' });
    const message = await tab.until(({ type }) => type === 'storage');
    expect(message).toMatchObject({ storage: { state: 'blocked', remedy: expect.stringMatching(/Save a file/) } });
  });
});

describe('training', () => {
  test('tells the whole run in order, and all of it is stored', async () => {
    const tab = browser.openTab();
    tab.send({ type: 'open' });
    tab.send({ type: 'start', recipe: RECIPE });
    expect(await tab.untilStatus('finished')).toEqual({ state: 'finished', run: 'otter-1', iteration: 8 });
    const told = eventsOf(tab.messages);
    expect(told.filter(({ type }) => type !== 'life').map(({ type }) => type)).toEqual([
      'started',
      ...Array.from({ length: 8 }, () => 'iteration'),
      'finished',
    ]);
    const stored = await browser.storage.runs.readEvents('otter-1');
    expect(stored.items).toEqual(told.filter(({ type }) => type !== 'life'));
  });

  test('pauses after the present iteration and goes on as if it had not', async () => {
    const tab = browser.openTab();
    tab.send({ type: 'start', recipe: RECIPE });
    await tab.untilIteration(3);
    tab.send({ type: 'pause' });
    expect(await tab.untilStatus('paused')).toEqual({
      state: 'paused',
      run: 'otter-1',
      iteration: 3,
      restored: false,
    });
    tab.send({ type: 'resume', run: 'otter-1' });
    await tab.untilStatus('finished');
    expect(untimed(eventsOf(tab.messages))).toEqual(await undisturbed());
  });

  test('steps by one iteration', async () => {
    const tab = browser.openTab();
    tab.send({ type: 'start', recipe: RECIPE });
    tab.send({ type: 'pause' });
    const { iteration } = await tab.untilStatus('paused');
    tab.send({ type: 'step' });
    expect(await tab.untilStatus('paused')).toMatchObject({ iteration: iteration + 1 });
    tab.send({ type: 'step' });
    expect(await tab.untilStatus('paused')).toMatchObject({ iteration: iteration + 2 });
  });

  test('a new run leaves the one before it stored where it stood', async () => {
    const tab = browser.openTab();
    tab.send({ type: 'start', recipe: RECIPE });
    await tab.untilIteration(2);
    tab.send({ type: 'start', recipe: { ...RECIPE, seed: 5 } });
    expect(await tab.untilStatus('finished')).toMatchObject({ run: 'otter-2' });
    const { items } = await browser.storage.runs.listRuns();
    expect(items.map(({ run, recipe, finished }) => [run, recipe.seed, finished]).sort()).toEqual([
      ['otter-1', 1, false],
      ['otter-2', 5, true],
    ]);
  });

  test('a closed tab loses at most the iteration in progress; the next one says where it stands and goes on', async () => {
    const first = browser.openTab();
    first.send({ type: 'start', recipe: RECIPE });
    await first.untilIteration(4);
    first.close();
    const told = eventsOf(first.messages);

    const second = browser.openTab();
    second.send({ type: 'open' });
    const { latestRun } = await second.untilStatus('idle');
    expect(latestRun).toMatchObject({ run: 'otter-1', finished: false });
    expect(latestRun?.iteration).toBeGreaterThanOrEqual(4);
    const history = await second.until(({ type }) => type === 'history');
    expect(history).toMatchObject({ run: 'otter-1' });
    if (history.type === 'history') expect(history.events.slice(0, told.length)).toEqual(told);

    second.send({ type: 'resume', run: 'otter-1' });
    await second.untilStatus('finished');
    const [resumed] = eventsOf(second.messages);
    expect(resumed).toMatchObject({ type: 'resumed', iteration: latestRun?.iteration });
    const all = [...(history.type === 'history' ? history.events : []), ...eventsOf(second.messages).slice(1)];
    expect(untimed(all)).toEqual(await undisturbed());
  });

  test('an engine that breaks down is a failure with a way out, and the run goes on', async () => {
    const tab = browser.openTab();
    tab.send({ type: 'start', recipe: RECIPE });
    await tab.untilIteration(2);
    tab.killEngine(new WaymarkError('engine', 'The engine broke down.', 'Resume.'));
    expect(await tab.untilStatus('failed')).toMatchObject({ kind: 'engine', remedy: 'Resume.' });
    tab.send({ type: 'resume', run: 'otter-1' });
    expect(await tab.untilStatus('finished')).toMatchObject({ run: 'otter-1' });
    const { items } = await browser.storage.runs.readEvents('otter-1');
    expect(untimed(items.filter(({ type }) => type !== 'resumed'))).toEqual(
      (await undisturbed()).filter(({ type }) => type !== 'life'),
    );
  });

  test('when a newer version in another tab takes the storage, training stops and says so', async () => {
    const name = 'closed-while-training';
    const tab = browser.openTab({ openStorage: (onClosed) => openBrowserStorage({ name, onClosed }) });
    tab.send({ type: 'start', recipe: RECIPE });
    await tab.untilIteration(2);
    const newer = await openDB(name, DATABASE_VERSION + 1);
    expect(await tab.untilStatus('failed', 0)).toMatchObject({
      kind: 'storage',
      remedy: expect.stringMatching(/Reload/),
    });
    tab.send({ type: 'open' });
    // The iteration under way ends in a failure of its own before that.
    const newerWrote = 'written by a newer Waymark';
    await tab.until(
      (one) => one.type === 'status' && one.status.state === 'failed' && one.status.message.includes(newerWrote),
    );
    expect(tab.statuses.at(-1)).toMatchObject({ state: 'failed' });
    newer.close();
  });

  test('a command that is impossible is refused, and the state is as before', async () => {
    const tab = browser.openTab();
    tab.send({ type: 'open' });
    await tab.untilStatus('idle');
    const from = tab.messages.length;
    tab.send({ type: 'resume', run: 'nobody-1' });
    expect(await tab.until(({ type }) => type === 'refused', from)).toMatchObject({ kind: 'not-found' });
    expect(await tab.untilStatus('idle', from)).toMatchObject({ latestRun: null });
    tab.send({ type: 'step' });
    expect(await tab.until(({ type }) => type === 'refused', from + 2)).toMatchObject({ kind: 'bad-request' });
  });
});

describe('two tabs', () => {
  test('one trains, the other watches the same events and takes over when the first is closed', async () => {
    const first = browser.openTab();
    first.send({ type: 'start', recipe: RECIPE });
    await first.untilIteration(2);

    const second = browser.openTab();
    second.send({ type: 'open' });
    expect(await second.untilStatus('watching')).toEqual({ state: 'watching', run: 'otter-1' });
    second.send({ type: 'resume', run: 'otter-1' });
    await second.untilStatus('watching');
    await second.untilIteration(5);
    first.close();
    const { iteration } = await second.untilStatus('paused');
    expect(iteration).toBeGreaterThanOrEqual(5);
    second.send({ type: 'resume', run: 'otter-1' });
    await second.untilStatus('finished');

    const history = second.messages.findLast(({ type }) => type === 'history');
    const known = history?.type === 'history' ? history.events : [];
    const told = [...known, ...eventsOf(second.messages.slice(history ? second.messages.indexOf(history) : 0))];
    expect(untimed(told.filter(({ type }) => type !== 'resumed'))).toEqual(await undisturbed());
  });

  test('a run that the other tab has taken further goes on from there', async () => {
    const first = browser.openTab();
    first.send({ type: 'start', recipe: RECIPE });
    await first.untilIteration(1);
    first.send({ type: 'pause' });
    await first.untilStatus('paused');
    const second = browser.openTab();
    second.send({ type: 'open' });
    await second.untilStatus('idle');
    second.send({ type: 'step' });
    await second.untilStatus('paused');
    const from = first.messages.length;
    first.send({ type: 'resume', run: 'otter-1' });
    await first.untilStatus('finished');
    expect(await first.until(({ type }) => type === 'history', from)).toBeDefined();
    const { items } = await browser.storage.runs.readEvents('otter-1');
    expect(untimed(items.filter(({ type }) => type !== 'resumed'))).toEqual(
      (await undisturbed()).filter(({ type }) => type !== 'life'),
    );
  });
});
