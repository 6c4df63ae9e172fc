/** Protects stored runs in the worker's hands: lists, names, deletion, forks, and taking a run over. */

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sampleAgent } from '../../test/runs/agent-conformance.ts';
import { sampleEvaluation } from '../../test/runs/sample-run.ts';
import { Browser, RECIPE, type Tab } from '../../test/worker/tabs.ts';
import type { LibraryAnswer, LibraryRequest } from './library-protocol.ts';
import { StorageError } from '../runs/storage-error.ts';
import { tellingEvaluation } from '../learning/telling-evaluation.ts';

let browser: Browser;
let requests = 0;

beforeEach(() => {
  browser = new Browser();
});

type Unnumbered = LibraryRequest extends infer Request
  ? Request extends LibraryRequest
    ? Omit<Request, 'request'>
    : never
  : never;

async function ask(tab: Tab, command: Unnumbered): Promise<LibraryAnswer> {
  const request = ++requests;
  tab.send({ ...command, request });
  const message = await tab.until((one) => one.type === 'library' && one.request === request);
  if (message.type !== 'library') throw new Error('no answer');
  return message.answer;
}

async function answered<Kind extends LibraryAnswer['kind']>(
  tab: Tab,
  kind: Kind,
  command: Unnumbered,
): Promise<Extract<LibraryAnswer, { kind: Kind }>> {
  const answer = await ask(tab, command);
  expect(answer).toMatchObject({ kind });
  return answer as Extract<LibraryAnswer, { kind: Kind }>;
}

async function listed(tab: Tab) {
  return (await answered(tab, 'runs', { type: 'list-runs' })).runs;
}

/** A tab in which a run of so many iterations stands paused. */
async function trainedTab(iterations = 3): Promise<Tab> {
  const tab = browser.openTab();
  tab.send({ type: 'start', recipe: RECIPE });
  await tab.untilIteration(iterations);
  tab.send({ type: 'pause' });
  await tab.untilStatus('paused');
  return tab;
}

async function storedIterations(run: string): Promise<readonly number[]> {
  const { items } = await browser.storage.runs.readEvents(run);
  return items.flatMap((event) => (event.type === 'iteration' ? [event.record.iteration] : []));
}

describe('the list', () => {
  test('names every run with what it is, and says which is at work', async () => {
    const tab = browser.openTab();
    tab.send({ type: 'start', recipe: RECIPE });
    await tab.untilIteration(1);
    const [busy] = await listed(tab);
    expect(busy).toMatchObject({ run: 'otter-1', title: null, recipe: RECIPE, inUse: true, evaluation: null });
    tab.send({ type: 'pause' });
    await tab.untilStatus('paused');
    const [idle] = await listed(tab);
    expect(idle.inUse).toBe(false);
    expect(idle.iteration).toBeGreaterThanOrEqual(1);
  });

  test('carries the evaluation that says most', async () => {
    const tab = await trainedTab(2);
    await browser.storage.runs.saveEvaluation('otter-1', { ...sampleEvaluation(2), packs: 200 });
    expect((await listed(tab))[0].evaluation).toMatchObject({ iteration: 2, packs: 200 });
    await browser.storage.runs.saveEvaluation('otter-1', sampleEvaluation(2));
    expect((await listed(tab))[0].evaluation).toMatchObject({ packs: 200 });
    const [early, many, late] = [sampleEvaluation(1), { ...sampleEvaluation(1), packs: 300 }, sampleEvaluation(2)];
    expect(tellingEvaluation([late, early, many])).toBe(late);
    expect(tellingEvaluation([])).toBeNull();
  });

  test('a run can be read: its iterations and evaluations', async () => {
    const tab = await trainedTab(2);
    await browser.storage.runs.saveEvaluation('otter-1', sampleEvaluation(2));
    const { iterations, evaluations } = await answered(tab, 'run', { type: 'read-run', run: 'otter-1' });
    expect(iterations.map(({ iteration }) => iteration)).toEqual(await storedIterations('otter-1'));
    expect(evaluations).toEqual([sampleEvaluation(2)]);
    expect(await ask(tab, { type: 'read-run', run: 'heron-9' })).toMatchObject({
      kind: 'failed',
      error: { kind: 'not-found' },
    });
  });
});

describe('names', () => {
  test('a run is called what people call it, and can go by its id again', async () => {
    const tab = await trainedTab();
    await answered(tab, 'done', { type: 'rename-run', run: 'otter-1', title: '  Half\n the\u202e packs ' });
    expect((await listed(tab))[0]).toMatchObject({ run: 'otter-1', title: 'Half the packs' });
    await answered(tab, 'done', { type: 'rename-run', run: 'otter-1', title: null });
    expect((await listed(tab))[0].title).toBeNull();
  });

  test.each(['', '  \n', 'x'.repeat(61)])('%j is no name', async (title) => {
    const tab = await trainedTab();
    const answer = await ask(tab, { type: 'rename-run', run: 'otter-1', title });
    expect(answer).toMatchObject({ kind: 'failed', error: { kind: 'bad-request' } });
    expect((await listed(tab))[0].title).toBeNull();
  });

  test('sixty letters are a name, of any script', async () => {
    const tab = await trainedTab();
    const title = '🦦'.repeat(60);
    await answered(tab, 'done', { type: 'rename-run', run: 'otter-1', title });
    expect((await listed(tab))[0].title).toBe(title);
  });
});

describe('deleting', () => {
  test('a deleted run is out of sight with its agents, and comes back whole', async () => {
    const tab = await trainedTab();
    await browser.storage.agents.saveAgent(sampleAgent(undefined, 'otter-1'), null);
    const before = await browser.storage.runs.readCheckpoint('otter-1');
    await answered(tab, 'done', { type: 'delete-run', run: 'otter-1' });
    expect(await listed(tab)).toEqual([]);
    await answered(tab, 'done', { type: 'undelete-run', run: 'otter-1' });
    expect((await listed(tab)).map(({ run }) => run)).toEqual(['otter-1']);
    expect(await browser.storage.runs.readCheckpoint('otter-1')).toEqual(before);
    expect((await browser.storage.agents.listAgents('otter-1')).items).toHaveLength(1);
    tab.send({ type: 'resume', run: 'otter-1' });
    await tab.untilStatus('finished');
  });

  test('the run on the page gives way to the next one, and to none after the last', async () => {
    const tab = await trainedTab();
    tab.send({ type: 'start', recipe: { ...RECIPE, seed: 5 } });
    await tab.untilStatus('finished');
    let from = tab.messages.length;
    await answered(tab, 'done', { type: 'delete-run', run: 'otter-2' });
    expect(await tab.untilStatus('idle', from)).toMatchObject({ latestRun: { run: 'otter-1' } });
    from = tab.messages.length;
    await answered(tab, 'done', { type: 'delete-run', run: 'otter-1' });
    expect(await tab.untilStatus('idle', from)).toMatchObject({ latestRun: null });
    from = tab.messages.length;
    tab.send({ type: 'step' });
    expect(await tab.until(({ type }) => type === 'refused', from)).toMatchObject({ kind: 'bad-request' });
  });

  test('a purged run is gone with its agents', async () => {
    const tab = await trainedTab();
    await browser.storage.agents.saveAgent(sampleAgent(undefined, 'otter-1'), null);
    await answered(tab, 'done', { type: 'delete-run', run: 'otter-1' });
    await answered(tab, 'done', { type: 'purge-run', run: 'otter-1' });
    expect(await browser.storage.runs.listTaken()).toEqual([]);
    expect((await browser.storage.agents.listAgents('otter-1')).items).toEqual([]);
    expect(await ask(tab, { type: 'undelete-run', run: 'otter-1' })).toMatchObject({ error: { kind: 'not-found' } });
  });

  test('purging leaves alone what is not deleted', async () => {
    const tab = await trainedTab();
    await browser.storage.agents.saveAgent(sampleAgent(undefined, 'otter-1'), null);
    await answered(tab, 'done', { type: 'purge-run', run: 'otter-1' });
    expect(await listed(tab)).toHaveLength(1);
    expect((await browser.storage.agents.listAgents('otter-1')).items).toHaveLength(1);
  });

  test('a run at work is not deleted, wherever it works', async () => {
    const first = browser.openTab();
    first.send({ type: 'start', recipe: { ...RECIPE, iterations: 500 } });
    await first.untilIteration(1);
    const second = browser.openTab();
    for (const tab of [first, second]) {
      const answer = await ask(tab, { type: 'delete-run', run: 'otter-1' });
      expect(answer).toMatchObject({ kind: 'failed', error: { kind: 'busy' } });
    }
    first.send({ type: 'pause' });
    await first.untilStatus('paused');
    await answered(second, 'done', { type: 'delete-run', run: 'otter-1' });
  });

  test('another tab purges only what nobody can have back any more', async () => {
    const first = await trainedTab();
    await answered(first, 'done', { type: 'delete-run', run: 'otter-1' });
    const second = browser.openTab();
    second.send({ type: 'open' });
    await second.untilStatus('idle');
    expect(await browser.storage.runs.listDeleted()).toEqual(['otter-1']);
    first.close();
    const third = browser.openTab();
    third.send({ type: 'open' });
    await third.untilStatus('idle');
    expect(await browser.storage.runs.listTaken()).toEqual([]);
  });

  test('a new run does not take the name of one that can be had back', async () => {
    const tab = await trainedTab();
    await answered(tab, 'done', { type: 'delete-run', run: 'otter-1' });
    tab.send({ type: 'start', recipe: RECIPE });
    expect(await tab.untilStatus('finished')).toMatchObject({ run: 'otter-2' });
  });
});

describe('forks', () => {
  test('an unchanged fork goes on exactly as its parent would have', async () => {
    const tab = await trainedTab(3);
    const { iteration } = await browser.storage.runs.readRun('otter-1');
    tab.send({ type: 'fork', run: 'otter-1', changes: {} });
    expect(await tab.untilStatus('finished')).toMatchObject({ run: 'otter-2', iteration: 8 });
    tab.send({ type: 'resume', run: 'otter-1' });
    await tab.untilStatus('finished');
    const [parent, fork] = [
      await browser.storage.runs.readCheckpoint('otter-1'),
      await browser.storage.runs.readCheckpoint('otter-2'),
    ];
    expect(fork.checkpoint).toEqual(parent.checkpoint);
    expect(await browser.storage.runs.readRun('otter-2')).toMatchObject({ parent: 'otter-1', inherited: iteration });
    expect(await storedIterations('otter-2')).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const logs = await browser.storage.runs.readLifeLogs('otter-2');
    expect([...logs.items.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(logs).toEqual(await browser.storage.runs.readLifeLogs('otter-1'));
    const forked = tab.messages.find((one) => one.type === 'library' && one.answer.kind === 'forked');
    expect(forked).toMatchObject({ answer: { run: 'otter-2', parent: 'otter-1', inherited: iteration } });
  });

  test('a fork of a run whose lives are damaged in places goes on without them, and says so', async () => {
    const tab = await trainedTab(3);
    const { runs } = browser.storage;
    const { items } = await runs.readLifeLogs('otter-1');
    const where = 'the lives of iteration 2 of run otter-1';
    const error = new StorageError('damaged', `Cannot read ${where}.`);
    vi.spyOn(runs, 'readLifeLogs').mockResolvedValueOnce({
      items: new Map([...items].filter(([iteration]) => iteration !== 2)),
      damaged: [{ where, error }],
    });
    const from = tab.messages.length;
    tab.send({ type: 'fork', run: 'otter-1', changes: {} });
    expect(await tab.until(({ type }) => type === 'damaged', from)).toMatchObject({ message: error.message });
    await tab.untilStatus('finished', from);
    expect([...(await runs.readLifeLogs('otter-2')).items.keys()]).toEqual([1, 3, 4, 5, 6, 7, 8]);
    tab.send({ type: 'resume', run: 'otter-1' });
    await tab.untilStatus('finished');
    expect((await runs.readCheckpoint('otter-2')).checkpoint).toEqual(
      (await runs.readCheckpoint('otter-1')).checkpoint,
    );
  });

  test('a fork of a run whose log is damaged is refused, and nothing is stored', async () => {
    const tab = await trainedTab(3);
    const { runs } = browser.storage;
    const error = new StorageError('damaged', 'Cannot read entry 4 of the log of run otter-1.');
    vi.spyOn(runs, 'readEvents').mockResolvedValueOnce({ items: [], damaged: [{ where: 'entry 4', error }] });
    const from = tab.messages.length;
    tab.send({ type: 'fork', run: 'otter-1', changes: {} });
    expect(await tab.until(({ type }) => type === 'refused', from)).toMatchObject({ message: error.message });
    expect(await runs.listTaken()).toEqual(['otter-1']);
  });

  test('a fork with other settings changes nothing of its parent', async () => {
    const tab = await trainedTab(3);
    const before = await browser.storage.runs.readRun('otter-1');
    tab.send({ type: 'fork', run: 'otter-1', changes: { learningRate: 0.05, iterations: 10 } });
    await tab.untilStatus('finished');
    expect(await browser.storage.runs.readRun('otter-2')).toMatchObject({
      recipe: { learningRate: 0.05 },
      iteration: 10,
    });
    expect(await browser.storage.runs.readRun('otter-1')).toEqual(before);
  });

  test('an adapter of another shape begins from the beginning, and that is said', async () => {
    const tab = await trainedTab(3);
    // The test engine has one shape; its recipe may still ask for another scale.
    tab.send({ type: 'fork', run: 'otter-1', changes: { loraAlpha: 3 } });
    await tab.untilStatus('finished');
    const forked = await tab.until((one) => one.type === 'library' && one.answer.kind === 'forked');
    expect(forked).toMatchObject({ answer: { parent: 'otter-1', inherited: null } });
    expect(await storedIterations('otter-2')).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await browser.storage.runs.readRun('otter-2')).toMatchObject({ parent: 'otter-1', inherited: 0 });
  });

  test('a fork of a finished run needs more iterations, and nothing is stored before', async () => {
    const tab = browser.openTab();
    tab.send({ type: 'start', recipe: RECIPE });
    await tab.untilStatus('finished');
    let from = tab.messages.length;
    tab.send({ type: 'fork', run: 'otter-1', changes: {} });
    const refusal = await tab.until(({ type }) => type === 'refused', from);
    expect(refusal).toMatchObject({ kind: 'bad-request', remedy: 'Give it more than 8 iterations.' });
    expect(await browser.storage.runs.listTaken()).toEqual(['otter-1']);
    from = tab.messages.length;
    tab.send({ type: 'fork', run: 'otter-1', changes: { iterations: 9 } });
    expect(await tab.untilStatus('finished', from)).toMatchObject({ run: 'otter-2', iteration: 9 });
  });
});

describe('opening', () => {
  test('a stored run becomes the run on the page', async () => {
    const tab = await trainedTab();
    tab.send({ type: 'start', recipe: { ...RECIPE, seed: 5 } });
    await tab.untilStatus('finished');
    const from = tab.messages.length;
    tab.send({ type: 'open-run', run: 'otter-1' });
    expect(await tab.untilStatus('paused', from)).toMatchObject({ run: 'otter-1', restored: false });
    expect(await tab.until(({ type }) => type === 'history', from)).toMatchObject({ run: 'otter-1' });
    tab.send({ type: 'step' });
    expect(await tab.untilStatus('paused')).toMatchObject({ run: 'otter-1' });
  });

  test('one that another tab trains is watched', async () => {
    const first = browser.openTab();
    first.send({ type: 'start', recipe: { ...RECIPE, iterations: 500 } });
    await first.untilIteration(1);
    const second = browser.openTab();
    second.send({ type: 'open-run', run: 'otter-1' });
    expect(await second.untilStatus('watching')).toEqual({ state: 'watching', run: 'otter-1' });
    first.send({ type: 'pause' });
    await first.untilStatus('paused');
  });
});

describe('taking over', () => {
  test('the first tab stops and says so, the second goes on, and no iteration is lost or trained twice', async () => {
    const first = browser.openTab();
    first.send({ type: 'start', recipe: RECIPE });
    await first.untilIteration(2);
    const second = browser.openTab();
    second.send({ type: 'open' });
    await second.untilStatus('watching');
    const from = first.messages.length;
    second.send({ type: 'take-over', run: 'otter-1' });
    expect(await first.untilStatus('watching', from)).toEqual({ state: 'watching', run: 'otter-1', taken: true });
    expect(await second.untilStatus('finished')).toMatchObject({ run: 'otter-1', iteration: 8 });
    expect(await storedIterations('otter-1')).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    await first.until((one) => one.type === 'run' && one.event.type === 'finished', from);
  });

  test('the tab that lost a run can train another, and take the first back', async () => {
    const first = browser.openTab();
    first.send({ type: 'start', recipe: { ...RECIPE, iterations: 500 } });
    await first.untilIteration(1);
    const second = browser.openTab();
    second.send({ type: 'take-over', run: 'otter-1' });
    await first.untilStatus('watching');
    await second.untilStatus('training', 0);
    first.send({ type: 'start', recipe: { ...RECIPE, seed: 5 } });
    expect(await first.untilStatus('finished')).toMatchObject({ run: 'otter-2' });
    const from = first.messages.length;
    first.send({ type: 'take-over', run: 'otter-1' });
    expect(await second.untilStatus('watching')).toMatchObject({ taken: true });
    await first.untilStatus('training', from);
    first.send({ type: 'pause' });
    await first.untilStatus('paused');
    const iterations = await storedIterations('otter-1');
    expect(iterations).toEqual(iterations.map((_, index) => index + 1));
  });

  test('a run that nobody trains is simply gone on with', async () => {
    const first = await trainedTab();
    first.close();
    const second = browser.openTab();
    second.send({ type: 'take-over', run: 'otter-1' });
    expect(await second.untilStatus('finished')).toMatchObject({ run: 'otter-1', iteration: 8 });
  });
});
