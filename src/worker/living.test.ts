import { beforeEach, describe, expect, test } from 'vitest';
import { checkpointDigest } from '../../test/runs/checkpoint-digest.ts';
import { Browser, RECIPE, type Tab } from '../../test/worker/tabs.ts';
import type { LivedTask, LivingAgentView, WorkerMessage } from './protocol.ts';

const WORLD = 'alchemy/4x6:2147483700';
const AGENT = `otter-1/${WORLD}`;

let browser: Browser;

beforeEach(async () => {
  browser = await trainedBrowser();
});

/** A browser in which a run has been trained for two iterations, and its tab closed. */
async function trainedBrowser(): Promise<Browser> {
  const trained = new Browser();
  const tab = trained.openTab();
  tab.send({ type: 'start', recipe: { ...RECIPE, iterations: 2 } });
  await tab.untilStatus('finished');
  tab.close();
  return trained;
}

function livedIn(messages: readonly WorkerMessage[]): readonly LivedTask[] {
  return messages.flatMap((message) => (message.type === 'lived' ? [message.lived] : []));
}

async function untilLived(tab: Tab, tasks: number): Promise<void> {
  await tab.until((message) => message.type === 'lived' && message.lived.task === tasks - 1);
}

function lastView(tab: Tab): LivingAgentView {
  const message = tab.messages.findLast(({ type }) => type === 'agent');
  if (message?.type !== 'agent') throw new Error('no agent was told');
  return message.agent;
}

function startLiving(tab: Tab): void {
  tab.send({ type: 'live', run: 'otter-1', world: WORLD });
}

describe('a living agent', () => {
  test('lives task after task, a version of notes for each, until it is paused', async () => {
    const tab = browser.openTab();
    startLiving(tab);
    expect(await tab.untilStatus('living')).toEqual({ state: 'living', agent: AGENT });
    await untilLived(tab, 4);
    tab.send({ type: 'pause-living' });
    await tab.untilStatus('finished');
    const { lived, versions, world, run } = lastView(tab);
    expect([run, world]).toEqual(['otter-1', WORLD]);
    expect(lived).toBeGreaterThanOrEqual(4);
    expect(versions.slice(0, 5).map(({ version, task, origin }) => [version, task, origin])).toEqual([
      [0, 0, 'born'],
      [1, 1, 'update'],
      [2, 2, 'update'],
      [3, 3, 'update'],
      [4, 4, 'update'],
    ]);
    const tasks = livedIn(tab.messages);
    expect(tasks.map(({ task }) => task)).toEqual(Array.from({ length: tasks.length }, (_, index) => index));
    for (const { task, life } of tasks) {
      expect(life.episodes.map(({ kind }) => kind)).toEqual(['solve', 'update']);
      expect(life.episodes[0]).toMatchObject({ notes: versions[task].words });
      expect(life.episodes[1]).toMatchObject({ oldNotes: versions[task].words, notes: versions[task + 1].words });
    }
  });

  test('goes on at the same episode after its tab was closed, whenever that was', async () => {
    const whole = (await trainedBrowser()).openTab();
    startLiving(whole);
    await untilLived(whole, 6);
    whole.close();
    const expected = livedIn(whole.messages).slice(0, 6);

    // Each tab is closed as soon as it has stored one more episode: now after a task, now after the notes about it.
    const lived: LivedTask[] = [];
    for (let tabs = 0; lived.length < 6 && tabs < 40; tabs++) {
      const tab = browser.openTab();
      startLiving(tab);
      await tab.untilStatus('living', 0);
      await tab.until(({ type }) => type === 'agent', tab.messages.length);
      tab.close();
      lived.push(...livedIn(tab.messages));
    }
    expect(lived.slice(0, 6)).toEqual(expected);
  });

  test('is stored between a task and the notes about it, and writes them first when it goes on', async () => {
    const closeAfterOneEpisode = async (): Promise<void> => {
      const tab = browser.openTab();
      startLiving(tab);
      await tab.untilStatus('living');
      await tab.until(({ type }) => type === 'agent', tab.messages.length);
      tab.close();
    };
    await closeAfterOneEpisode();
    const midTask = await browser.storage.agents.readAgent(AGENT);
    expect(midTask?.life).toMatchObject({ lived: 0, versions: [{ version: 0 }], awaitingUpdate: { kind: 'solve' } });
    await closeAfterOneEpisode();
    const after = await browser.storage.agents.readAgent(AGENT);
    expect(after?.life).toMatchObject({ lived: 1, versions: [{ version: 0 }, { version: 1 }], awaitingUpdate: null });
  });

  test('is told of when the browser is opened again, with all of its notes and the task it lived last', async () => {
    const first = browser.openTab();
    startLiving(first);
    await untilLived(first, 3);
    first.send({ type: 'pause-living' });
    await first.untilStatus('finished');
    first.close();

    const second = browser.openTab();
    second.send({ type: 'open' });
    await second.untilStatus('idle');
    expect(lastView(second)).toEqual(lastView(first));
    expect(livedIn(second.messages)).toEqual(livedIn(first.messages).slice(-1));
  });

  test('gets an earlier version of its notes back while it lives, and the versions between stay', async () => {
    const tab = browser.openTab();
    startLiving(tab);
    await untilLived(tab, 3);
    tab.send({ type: 'restore-notes', agent: AGENT, version: 1 });
    const message = await tab.until(
      (one) => one.type === 'agent' && one.agent.versions.some(({ origin }) => origin === 'restored'),
    );
    if (message.type !== 'agent') throw new Error('not an agent');
    const { versions } = message.agent;
    const restored = versions.length - 1;
    expect(versions[restored]).toMatchObject({ version: restored, origin: 'restored', restoredFrom: 1 });
    expect(versions[restored].words).toEqual(versions[1].words);
    expect(versions.slice(0, restored).map(({ version }) => version)).toEqual(
      versions.slice(0, restored).map((_, index) => index),
    );
    // Whatever was written next was written by an update that read the notes brought back.
    const written = await tab.until((one) => one.type === 'agent' && one.agent.versions.length > restored + 1);
    if (written.type !== 'agent') throw new Error('not an agent');
    const { task } = written.agent.versions[restored + 1];
    await untilLived(tab, task);
    const update = livedIn(tab.messages)[task - 1].life.episodes[1];
    expect(update).toMatchObject({ kind: 'update', oldNotes: versions[1].words });
    tab.close();
  });

  test('gets an earlier version of its notes back while it sleeps', async () => {
    const tab = browser.openTab();
    startLiving(tab);
    await untilLived(tab, 2);
    tab.send({ type: 'pause-living' });
    await tab.untilStatus('finished');
    const before = lastView(tab);
    tab.send({ type: 'restore-notes', agent: AGENT, version: 1 });
    await tab.until(({ type }) => type === 'agent', tab.messages.length);
    expect(lastView(tab).versions).toEqual([
      ...before.versions,
      {
        version: before.versions.length,
        task: before.lived,
        words: before.versions[1].words,
        origin: 'restored',
        restoredFrom: 1,
      },
    ]);
    expect((await browser.storage.agents.readAgent(AGENT))?.life.versions).toEqual(lastView(tab).versions);
  });

  test('refuses a version there is not, and lives on', async () => {
    const tab = browser.openTab();
    startLiving(tab);
    await untilLived(tab, 1);
    tab.send({ type: 'restore-notes', agent: AGENT, version: 99 });
    expect(await tab.until(({ type }) => type === 'refused')).toMatchObject({ kind: 'not-found' });
    await untilLived(tab, 4);
    tab.close();
  });

  test('lives in one tab only', async () => {
    const first = browser.openTab();
    startLiving(first);
    await untilLived(first, 1);
    const second = browser.openTab();
    second.send({ type: 'open' });
    await second.untilStatus('idle');
    startLiving(second);
    expect(await second.until(({ type }) => type === 'refused')).toMatchObject({ kind: 'busy' });
    first.close();
  });

  test('lives on with what its run has learned since, and training goes on from where it was', async () => {
    const own = new Browser();
    const tab = own.openTab();
    tab.send({ type: 'start', recipe: RECIPE });
    await tab.untilIteration(2);
    startLiving(tab);
    await untilLived(tab, 2);
    const first = (await own.storage.agents.readAgent(AGENT))?.iteration ?? 0;
    tab.send({ type: 'step' });
    await tab.untilStatus('training');
    await tab.untilStatus('paused');
    startLiving(tab);
    await untilLived(tab, 4);
    tab.send({ type: 'pause-living' });
    await tab.untilStatus('paused');
    const agent = await own.storage.agents.readAgent(AGENT);
    expect(agent?.iteration).toBe(first + 1);
    const { checkpoint } = await own.storage.runs.readCheckpoint('otter-1');
    expect(agent?.adapter.join()).toBe(checkpoint.trainable.adapter.join());
    tab.send({ type: 'resume', run: 'otter-1' });
    await tab.untilStatus('finished');
    const undisturbed = new Browser();
    const other = undisturbed.openTab();
    other.send({ type: 'start', recipe: RECIPE });
    await other.untilStatus('finished');
    const digests = [own, undisturbed].map(async ({ storage }) => {
      return checkpointDigest((await storage.runs.readCheckpoint('otter-1')).checkpoint);
    });
    expect(await digests[0]).toEqual(await digests[1]);
  });
});
