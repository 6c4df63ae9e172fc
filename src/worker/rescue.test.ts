/** Protects work on a graphics device that fails at any moment: it goes on by itself, and nothing of it is lost. */

import { beforeEach, describe, expect, test } from 'vitest';
import { watchedEngine } from '../../test/engine/watched-engine.ts';
import { checkpointDigest } from '../../test/runs/checkpoint-digest.ts';
import { Browser, HABIT, RECIPE, type Tab } from '../../test/worker/tabs.ts';
import { WaymarkError, type WaymarkErrorKind } from '../core/errors.ts';
import type { EngineDescription } from '../engines/engine.ts';
import type { Recipe } from '../learning/recipe.ts';
import type { LivingEngine, OpenEngine } from '../engines/engine-supply.ts';
import { TableEngine } from '../learning/testing/table-engine.ts';
import type { LabQuestion } from './lab-protocol.ts';
import type { LivedTask, Rescue } from './protocol.ts';

/** Small, but with every phase: two iterations with the evaluation after each. */
const SMALL = { ...RECIPE, groupSize: 4, tasks: 3, iterations: 2, evaluationPacks: 1, evaluationEvery: 1 };
const RUN = 'otter-1';
const WORLD = 'alchemy/4x6:2147483700';
const AGENT = `${RUN}/${WORLD}`;
const DEVICE: EngineDescription = { name: 'webgpu', detail: 'a device' };
const PORTABLE: EngineDescription = { name: 'onnx-native', detail: 'a table' };

let browser: Browser;

beforeEach(() => {
  browser = new Browser();
});

/** In turn, so that each meets every phase. */
const KINDS = ['gpu-lost', 'gpu-memory', 'gpu-fault'] as const;

/** What a device does at a call of the contract: nothing, say what is wrong, or be lost without ever answering. */
type Mishap = 'none' | WaymarkErrorKind;

/** Devices, on each of which `mishap` decides about every call, counted over all devices from 1. */
function devices(mishap: (call: number, name: string) => Mishap): { openDevice: OpenEngine; calls: () => number } {
  let calls = 0;
  return {
    calls: () => calls,
    openDevice: async () => {
      let die: (error: Error) => void = () => undefined;
      const death = new Promise<never>((_, reject) => {
        die = reject;
      });
      death.catch(() => undefined);
      const table = Object.assign(new TableEngine(HABIT), { description: DEVICE });
      const engine = watchedEngine(table, (name) => {
        if (name === 'close') return null;
        const kind = mishap(++calls, name);
        if (kind === 'none') return null;
        const error = new WaymarkError(kind, `${kind} in ${name}`);
        if (kind !== 'gpu-lost') return Promise.reject(error);
        die(error);
        return new Promise(() => undefined);
      });
      return { engine, death, paths: [] };
    },
  };
}

function rescuesOf(tab: Tab): readonly Rescue[] {
  return tab.messages.flatMap((message) => (message.type === 'rescue' ? [message.rescue] : []));
}

/** What is stored of the run, apart from when it was computed and on what. */
async function contentOf({ storage }: Browser): Promise<unknown> {
  const { items } = await storage.runs.readEvents(RUN);
  const lives = await storage.runs.readLives(RUN);
  const seconds = { rolloutSeconds: 0, trainingSeconds: 0, seconds: 0 };
  return {
    events: items
      .filter(({ type }) => type !== 'resumed' && type !== 'started')
      .map((event) => ('record' in event ? { ...event, record: { ...event.record, ...seconds } } : event)),
    lives: lives.items,
    checkpoint: await checkpointDigest((await storage.runs.readCheckpoint(RUN)).checkpoint),
  };
}

/** The engines that computed the run, in order. */
async function enginesOf({ storage }: Browser): Promise<readonly EngineDescription[]> {
  const { items } = await storage.runs.readEvents(RUN);
  return items.flatMap((event) => (event.type === 'started' || event.type === 'resumed' ? [event.engine] : []));
}

async function train(on: Browser, openDevice: OpenEngine | null, recipe: Recipe = SMALL): Promise<Tab> {
  const tab = on.openTab({ openDevice });
  tab.send({ type: 'start', recipe });
  await tab.untilStatus('finished');
  return tab;
}

async function undisturbed(): Promise<{ content: unknown; calls: number }> {
  const whole = new Browser();
  const { openDevice, calls } = devices(() => 'none');
  await train(whole, openDevice);
  const { items } = await whole.storage.runs.readEvents(RUN);
  expect(items.filter(({ type }) => type === 'evaluation')).toHaveLength(2);
  return { content: await contentOf(whole), calls: calls() };
}

describe('training on a graphics device', () => {
  test('goes on by itself after a failure at any call of the engine, to the bits of a run that nothing disturbed', async () => {
    const { content, calls } = await undisturbed();
    const names = new Set<string>();
    for (let at = 1; at <= calls; at++) {
      const own = new Browser();
      const kind = KINDS[at % KINDS.length];
      const { openDevice } = devices((call, name) => {
        if (call !== at) return 'none';
        names.add(name);
        return kind;
      });
      const tab = await train(own, openDevice);
      expect(await contentOf(own), `call ${at}`).toEqual(content);
      expect(rescuesOf(tab)).toMatchObject([{ kind, onto: 'new-device', work: { kind: 'run', run: RUN } }]);
      expect(tab.statuses.filter(({ state }) => state === 'failed')).toEqual([]);
    }
    expect([...names].sort()).toEqual(['accumulate', 'generate', 'openBatch', 'restore', 'snapshot', 'step']);
  }, 120_000);

  test('goes on when the device is lost while an iteration is being stored, which is then not trained again', async () => {
    const { content } = await undisturbed();
    const { storage } = browser;
    let lose: () => void = () => undefined;
    let commits = 0;
    const commit = storage.runs.commit.bind(storage.runs);
    storage.runs.commit = async (...parts) => {
      if (++commits === 1) lose();
      await new Promise((resolve) => setTimeout(resolve, 20));
      return commit(...parts);
    };
    const tab = await train(browser, async () => {
      const death = new Promise<never>((_, reject) => {
        lose = () => reject(new WaymarkError('gpu-lost', 'Lost.'));
      });
      return { engine: Object.assign(new TableEngine(HABIT), { description: DEVICE }), death, paths: [] };
    });
    expect(rescuesOf(tab)).toMatchObject([{ kind: 'gpu-lost', work: { iteration: 1 } }]);
    expect(await contentOf(browser)).toEqual(content);
  });

  test('says what it goes on with, and what is going on stays on the page', async () => {
    const { openDevice } = devices((call, name) => (name === 'accumulate' && call > 30 ? 'gpu-lost' : 'none'));
    const tab = browser.openTab({ openDevice });
    tab.send({ type: 'start', recipe: { ...SMALL, iterations: 8 } });
    const from = tab.messages.indexOf(await tab.until(({ type }) => type === 'rescue'));
    expect(tab.messages[from]).toMatchObject({
      rescue: { kind: 'gpu-lost', message: 'gpu-lost in accumulate.', onto: 'new-device' },
    });
    await tab.until(({ type }) => type === 'engine', from);
    const states = tab.messages.slice(from).flatMap((one) => (one.type === 'status' ? [one.status] : []));
    expect(states).toEqual([{ state: 'training', run: RUN, phase: 'restoring' }]);
    tab.close();
  });

  test('goes to the portable engine after two failures in a row, says so, and records who computed what', async () => {
    const { content } = await undisturbed();
    const { openDevice } = devices((_, name) => (name === 'step' ? 'gpu-fault' : 'none'));
    const tab = await train(browser, openDevice);
    expect(rescuesOf(tab).map(({ onto }) => onto)).toEqual(['new-device', 'portable']);
    expect(await enginesOf(browser)).toEqual([DEVICE, DEVICE, PORTABLE]);
    expect(await contentOf(browser)).toEqual(content);
    expect(tab.messages.findLast(({ type }) => type === 'engine')).toMatchObject({ engine: PORTABLE });
  });

  test('tries devices again and again as long as iterations get stored', async () => {
    let snapshots = 0;
    // One snapshot at the beginning, then two of each attempt: of each iteration the first attempt fails, at its end.
    const { openDevice } = devices((_, name) => (name === 'snapshot' && ++snapshots % 4 === 3 ? 'gpu-lost' : 'none'));
    const tab = await train(browser, openDevice);
    expect(rescuesOf(tab).map(({ onto }) => onto)).toEqual(['new-device', 'new-device']);
    expect(await enginesOf(browser)).toEqual([DEVICE, DEVICE, DEVICE]);
  });

  test('goes to the portable engine at once when the adapter is gone', async () => {
    let opened = 0;
    const { openDevice } = devices((call) => (call === 20 ? 'gpu-lost' : 'none'));
    const tab = await train(browser, (...model) =>
      ++opened === 1 ? openDevice(...model) : Promise.reject(new WaymarkError('no-gpu', 'No adapter.')),
    );
    expect(rescuesOf(tab).map(({ kind, onto }) => [kind, onto])).toEqual([
      ['gpu-lost', 'new-device'],
      ['no-gpu', 'portable'],
    ]);
  });

  test('is stopped by what another engine would not cure', async () => {
    const { openDevice } = devices((call) => (call === 20 ? 'engine' : 'none'));
    const tab = browser.openTab({ openDevice });
    tab.send({ type: 'start', recipe: SMALL });
    expect(await tab.untilStatus('failed')).toMatchObject({ kind: 'engine' });
    expect(rescuesOf(tab)).toEqual([]);
  });
});

describe('a question of the lab', () => {
  const AGENT_SHIPPED = { kind: 'recorded', recording: 'alchemy' } as const;
  const QUESTIONS: readonly LabQuestion[] = [
    { type: 'live-pack', request: 1, agent: AGENT_SHIPPED, pack: `${WORLD}x3`, seed: 1 },
    { type: 'try-notes', request: 1, agent: AGENT_SHIPPED, world: WORLD, tasks: 2, notes: [] },
    { type: 'read-credit', request: 1, run: RUN, group: 0, life: 1 },
  ];

  /** The answer to a question about a run that was trained here, where something may happen after the training. */
  async function answered(question: LabQuestion, mishap: (call: number) => Mishap) {
    let asked = false;
    let calls = 0;
    const { openDevice } = devices(() => (asked ? mishap(++calls) : 'none'));
    const tab = await train(new Browser(), openDevice, { ...SMALL, iterations: 1, evaluationPacks: 0 });
    asked = true;
    tab.send(question);
    const message = await tab.until((one) => one.type === 'lab' && one.answer.kind !== 'progress');
    tab.close();
    return { answer: message.type === 'lab' ? message.answer : null, calls, rescues: rescuesOf(tab) };
  }

  for (const question of QUESTIONS) {
    test(`${question.type}: is answered after a failure of the engine, as if there had been none`, async () => {
      const { answer, calls } = await answered(question, () => 'none');
      expect(answer).not.toMatchObject({ kind: 'failed' });
      expect(calls).toBeGreaterThan(2);
      for (let at = 1; at <= calls; at += Math.ceil(calls / 8)) {
        const again = await answered(question, (call) => (call === at ? KINDS[at % KINDS.length] : 'none'));
        expect(again.answer, `call ${at}`).toEqual(answer);
        expect(again.rescues).toMatchObject([{ onto: 'new-device', work: null }]);
      }
    }, 120_000);
  }
});

describe('opening', () => {
  async function open(openDevice: OpenEngine | null): Promise<Tab> {
    const tab = browser.openTab({ openDevice });
    tab.send({ type: 'open' });
    await tab.untilStatus('idle');
    return tab;
  }

  test('takes the graphics device where there is one, with the ways in which it computes', async () => {
    const paths = [{ part: 'decoding', chosen: 'fused', why: 'the fastest here' }];
    const { openDevice } = devices(() => 'none');
    const tab = await open(async (...model): Promise<LivingEngine> => ({ ...(await openDevice(...model)), paths }));
    expect(tab.messages.find(({ type }) => type === 'engine')).toEqual({ type: 'engine', engine: DEVICE, paths });
    expect(tab.statuses.at(-1)).toMatchObject({ engine: DEVICE });
  });

  test('takes the portable engine without a word where there is no adapter', async () => {
    const tab = await open(() => Promise.reject(new WaymarkError('no-gpu', 'No adapter.')));
    expect(tab.statuses.at(-1)).toMatchObject({ engine: PORTABLE });
    expect(rescuesOf(tab)).toEqual([]);
  });

  test('says so where a device is there but cannot be opened', async () => {
    const tab = await open(() => Promise.reject(new WaymarkError('gpu-fault', 'A kernel did not compile.')));
    expect(tab.statuses.at(-1)).toMatchObject({ engine: PORTABLE });
    expect(rescuesOf(tab)).toMatchObject([{ onto: 'new-device' }, { onto: 'portable', work: null }]);
  });
});

describe('a living agent on a graphics device', () => {
  async function liveSixTasks(openDevice: OpenEngine): Promise<{ tab: Tab; lived: readonly LivedTask[] }> {
    const own = new Browser();
    const trained = await train(own, null);
    trained.close();
    const tab = own.openTab({ openDevice });
    tab.send({ type: 'live', run: RUN, world: WORLD });
    await tab.until((message) => message.type === 'lived' && message.lived.task === 5);
    tab.close();
    return { tab, lived: tab.messages.flatMap((message) => (message.type === 'lived' ? [message.lived] : [])) };
  }

  test('lives on by itself after a failure at any call of the engine, the same life', async () => {
    const whole = devices(() => 'none');
    const { lived } = await liveSixTasks(whole.openDevice);
    // The last calls may be those of a seventh task, begun before the tab was closed.
    const calls = whole.calls() - 6;
    expect(calls).toBeGreaterThan(20);
    for (let at = 1; at <= calls; at += 2) {
      const { openDevice } = devices((call) => (call === at ? 'gpu-lost' : 'none'));
      const again = await liveSixTasks(openDevice);
      expect(again.lived.slice(0, 6), `call ${at}`).toEqual(lived.slice(0, 6));
      expect(rescuesOf(again.tab)).toMatchObject([{ onto: 'new-device', work: { kind: 'agent', agent: AGENT } }]);
    }
  }, 120_000);

  test('gets back the notes that were asked for while its device failed', async () => {
    const trained = await train(browser, null);
    trained.close();
    const tab = browser.openTab({
      openDevice: devices((call, name) => {
        if (call !== 12 || name === 'restore') return 'none';
        tab.send({ type: 'restore-notes', agent: AGENT, version: 0 });
        return 'gpu-lost';
      }).openDevice,
    });
    tab.send({ type: 'live', run: RUN, world: WORLD });
    const message = await tab.until(
      (one) => one.type === 'agent' && one.agent.versions.some(({ origin }) => origin === 'restored'),
    );
    expect(message).toMatchObject({ type: 'agent' });
    expect(rescuesOf(tab)).toHaveLength(1);
    tab.close();
  });
});
