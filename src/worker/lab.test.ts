import { beforeEach, describe, expect, test } from 'vitest';
import { checkpointDigest } from '../../test/runs/checkpoint-digest.ts';
import { recordedTable } from '../../test/worker/recorded-table.ts';
import { Browser, HABIT, RECIPE, type Tab } from '../../test/worker/tabs.ts';
import { PURPOSE } from '../core/random.ts';
import { parsePackId } from '../environments/ids.ts';
import type { TrainableState } from '../engines/engine.ts';
import { evaluate } from '../learning/evaluation.ts';
import { liveTogether } from '../learning/lives.ts';
import { bornAgent, liveEpisode, presentNotes } from '../learning/living-agent.ts';
import { withUses } from '../learning/note-uses.ts';
import { TableEngine } from '../learning/testing/table-engine.ts';
import { testTokenizer } from '../learning/testing/test-tokenizer.ts';
import type { LabAnswer, LabQuestion } from './lab-protocol.ts';

const RECORDED = { kind: 'recorded', recording: 'alchemy' } as const;
const OTTER = { kind: 'run', run: 'otter-1' } as const;
const PACK = 'alchemy/4x6:2147483700x5';
const WORLD = 'alchemy/4x6:2147483700';

let browser: Browser;

beforeEach(() => {
  browser = new Browser();
});

type Answer<Kind extends LabAnswer['kind']> = Extract<LabAnswer, { kind: Kind }>;

/** The last answer to a question, which must be of this kind. */
async function answerTo<Kind extends LabAnswer['kind']>(tab: Tab, request: number, kind: Kind): Promise<Answer<Kind>> {
  const message = await tab.until(
    (one) => one.type === 'lab' && one.request === request && one.answer.kind !== 'progress',
  );
  if (message.type !== 'lab') throw new Error('not an answer');
  expect(message.answer).toMatchObject({ kind });
  return message.answer as Answer<Kind>;
}

function progressOf(tab: Tab, request: number): readonly Answer<'progress'>[] {
  return tab.messages.flatMap((message) =>
    message.type === 'lab' && message.request === request && message.answer.kind === 'progress' ? [message.answer] : [],
  );
}

async function openTab(): Promise<Tab> {
  const tab = browser.openTab();
  tab.send({ type: 'open' });
  await tab.untilStatus('idle', 0);
  return tab;
}

/** A tab in which a run has been trained to its end. */
async function trainedTab(iterations = 2): Promise<Tab> {
  const tab = browser.openTab();
  tab.send({ type: 'start', recipe: { ...RECIPE, iterations } });
  await tab.untilStatus('finished');
  return tab;
}

/** A player of its own, with an adapter; what the worker answers must be what it does. */
async function playerWith(state: Partial<TrainableState> & Pick<TrainableState, 'adapter'>) {
  const engine = new TableEngine(HABIT);
  const nothing = new Float32Array(state.adapter.length);
  await engine.restore({ firstMoment: nothing, secondMoment: nothing, steps: 0, ...state });
  return { engine, tokenizer: testTokenizer };
}

async function playerOfRun() {
  const { checkpoint } = await browser.storage.runs.readCheckpoint('otter-1');
  return playerWith(checkpoint.trainable);
}

describe('a life to watch', () => {
  test('is lived by the agent that the site ships, with what its notes caused', async () => {
    const tab = await openTab();
    const begun = tab.messages.length;
    tab.send({ type: 'live-pack', request: 7, agent: RECORDED, pack: PACK, seed: 11 });
    const { life } = await answerTo(tab, 7, 'life');
    await tab.untilStatus('idle', begun);

    const player = await playerWith({ adapter: recordedTable() });
    const sampling = { key: [11, PURPOSE.evaluationSampling], temperature: 1 } as const;
    const [{ record }] = await liveTogether(player, [{ pack: parsePackId(PACK), control: 'kept', life: 0 }], {
      sampling,
      iteration: 0,
      noteRule: 'lenient-cut',
      unreadUpdates: 'skip',
    });
    const [expected] = await withUses(player, [record], sampling);
    expect(life).toEqual(expected);
    expect(life.uses?.length).toBeGreaterThan(0);
    expect(progressOf(tab, 7).map(({ done }) => done)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(progressOf(tab, 7).every(({ total }) => total === 5)).toBe(true);
    const states = tab.statuses.map(({ state }) => state);
    expect(states.slice(-2)).toEqual(['testing', 'idle']);
  });

  test('pauses training, which loses nothing and goes on to the same bits', async () => {
    const tab = browser.openTab();
    tab.send({ type: 'start', recipe: RECIPE });
    await tab.untilIteration(2);
    tab.send({ type: 'live-pack', request: 1, agent: OTTER, pack: PACK, seed: 1 });
    const { iteration } = await tab.untilStatus('paused');
    const asked = tab.messages.length;
    await answerTo(tab, 1, 'life');
    expect(await tab.untilStatus('paused', asked)).toMatchObject({ run: 'otter-1', iteration });
    tab.send({ type: 'resume', run: 'otter-1' });
    await tab.untilStatus('finished');

    const undisturbed = new Browser();
    const other = undisturbed.openTab();
    other.send({ type: 'start', recipe: RECIPE });
    await other.untilStatus('finished');
    const [digest, expected] = await Promise.all(
      [browser, undisturbed].map(async ({ storage }) =>
        checkpointDigest((await storage.runs.readCheckpoint('otter-1')).checkpoint),
      ),
    );
    expect(digest).toEqual(expected);
  });

  test('of an agent there is not, or in a pack there is not, is refused by name, and the state is as it was', async () => {
    const tab = await openTab();
    const ask = (request: number, question: Partial<Extract<LabQuestion, { type: 'live-pack' }>>) =>
      tab.send({ type: 'live-pack', request, agent: RECORDED, pack: PACK, seed: 1, ...question });
    ask(1, { agent: OTTER });
    ask(2, { agent: { kind: 'recorded', recording: 'atlantis' } });
    ask(3, { pack: 'atlantis/4x4:1x4' });
    ask(4, { seed: -1 });
    const kinds = [];
    for (const request of [1, 2, 3, 4]) kinds.push((await answerTo(tab, request, 'failed')).error.kind);
    expect(kinds).toEqual(['not-found', 'not-found', 'bad-id', 'bad-request']);
    expect((await tab.untilStatus('idle', tab.messages.length - 1)).latestRun).toBeNull();
  });
});

describe('a comparison of controls', () => {
  const QUESTION = { controls: ['kept', 'erased', 'oracle'], packs: 6, length: 4 } as const;

  test('gives the figures that an evaluation of the same packs gives, and keeps them with the run', async () => {
    const tab = await trainedTab();
    tab.send({ type: 'compare-controls', request: 3, agent: OTTER, ...QUESTION });
    const { evaluation, lives } = await answerTo(tab, 3, 'controls');
    const expected = await evaluate(await playerOfRun(), {
      ...QUESTION,
      ...{ environment: RECIPE.environment, temperature: 1, noteRule: RECIPE.noteRule, iteration: 2 },
      clock: () => 0,
    });
    expect(evaluation).toEqual(expected);
    expect((await browser.storage.runs.readEvaluations('otter-1')).items).toEqual([expected]);
    expect(lives.map(({ control }) => control)).toEqual(['kept', 'erased', 'oracle']);
    expect(new Set(lives.map(({ pack }) => pack)).size).toBe(1);
    expect(lives[0].uses).toBeDefined();
    expect(progressOf(tab, 3).at(-1)).toMatchObject({ done: 72, total: 72 });
  });

  test('of a recorded agent is kept nowhere', async () => {
    const tab = await trainedTab();
    tab.send({ type: 'compare-controls', request: 3, agent: RECORDED, ...QUESTION });
    await answerTo(tab, 3, 'controls');
    expect((await browser.storage.runs.readEvaluations('otter-1')).items).toEqual([]);
  });

  test('without the controls that a lift needs is refused', async () => {
    const tab = await openTab();
    tab.send({ type: 'compare-controls', request: 3, agent: RECORDED, ...QUESTION, controls: ['kept', 'oracle'] });
    expect((await answerTo(tab, 3, 'failed')).error.kind).toBe('bad-request');
  });

  test('can be taken back while it goes on, and before it has begun', async () => {
    const tab = await openTab();
    const begun = tab.messages.length;
    tab.send({ type: 'compare-controls', request: 1, agent: RECORDED, ...QUESTION });
    tab.send({ type: 'compare-controls', request: 2, agent: RECORDED, ...QUESTION });
    tab.send({ type: 'live-pack', request: 3, agent: RECORDED, pack: PACK, seed: 1 });
    tab.send({ type: 'cancel', request: 2 });
    await tab.until((one) => one.type === 'lab' && one.answer.kind === 'progress' && one.answer.done > 0);
    tab.send({ type: 'cancel', request: 1 });
    await answerTo(tab, 1, 'cancelled');
    await answerTo(tab, 2, 'cancelled');
    expect(progressOf(tab, 1).at(-1)?.done).toBeLessThan(72);
    expect(progressOf(tab, 2)).toEqual([]);
    // The question after it is answered all the same.
    await answerTo(tab, 3, 'life');
    await tab.untilStatus('idle', begun);
  });

  test('gives way to training', async () => {
    const tab = await trainedTab(2);
    tab.send({ type: 'compare-controls', request: 1, agent: RECORDED, ...QUESTION });
    await tab.until((one) => one.type === 'lab' && one.answer.kind === 'progress');
    tab.send({ type: 'start', recipe: RECIPE });
    await answerTo(tab, 1, 'cancelled');
    expect(await tab.untilStatus('finished')).toMatchObject({ iteration: RECIPE.iterations });
  });

  test('fails with the engine, and the next question gets another one', async () => {
    const tab = await openTab();
    tab.send({ type: 'compare-controls', request: 1, agent: RECORDED, ...QUESTION });
    await tab.until((one) => one.type === 'lab' && one.answer.kind === 'progress');
    tab.killEngine(new Error('dead'));
    expect((await answerTo(tab, 1, 'failed')).error.message).toContain('dead');
    tab.send({ type: 'live-pack', request: 2, agent: RECORDED, pack: PACK, seed: 1 });
    await answerTo(tab, 2, 'life');
  });
});

describe('notes on trial', () => {
  const NOTES = ['smoke', 'fire', 'water'];

  test('are played on the tasks after those that the agent lived through, four times over', async () => {
    const tab = await openTab();
    tab.send({ type: 'try-notes', request: 5, agent: RECORDED, world: WORLD, tasks: 10, notes: NOTES });
    const { trial } = await answerTo(tab, 5, 'trial');
    expect(trial.world).toBe(WORLD);
    expect(trial.tasks).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17]);
    const { yours, none, agents, truth } = trial.results;
    expect([yours.notes, none.notes]).toEqual([NOTES, []]);
    expect(truth.notes).toHaveLength(18);
    const player = await playerWith({ adapter: recordedTable() });
    let agent = bornAgent(WORLD, { seed: 1, temperature: 1, noteRule: 'lenient-cut' });
    for (let episode = 0; episode < 16; episode++) agent = (await liveEpisode(player, agent)).agent;
    expect(agents.notes).toEqual(presentNotes(agent));
    for (const { outcomes, success, gain } of [yours, none, agents, truth]) {
      expect(outcomes).toHaveLength(10);
      expect(success.mean).toBeCloseTo(outcomes.reduce((sum, outcome) => sum + outcome, 0) / 10, 12);
      expect(gain.mean).toBeCloseTo(success.mean - none.success.mean, 12);
      expect(success.low).toBeLessThanOrEqual(success.mean);
      expect(success.high).toBeGreaterThanOrEqual(success.mean);
    }
    expect(none.gain).toEqual({ mean: 0, low: 0, high: 0 });
    expect(progressOf(tab, 5).at(-1)).toMatchObject({ done: 48, total: 48 });
  });

  test('that are too long, or have words that the agent does not have, are refused', async () => {
    const tab = await openTab();
    const refused = async (request: number, notes: readonly string[]) => {
      tab.send({ type: 'try-notes', request, agent: RECORDED, world: WORLD, tasks: 4, notes });
      return (await answerTo(tab, request, 'failed')).error;
    };
    expect(await refused(1, new Array<string>(19).fill('smoke'))).toMatchObject({
      kind: 'bad-notes',
      message: expect.stringMatching(/19 words.*at most 18/) as string,
    });
    expect(await refused(2, ['smoke', 'krypton', 'fire'])).toMatchObject({
      kind: 'bad-notes',
      message: 'The agent does not know: krypton.',
    });
    expect(await refused(3, ['<end>'])).toMatchObject({ kind: 'bad-notes' });
  });
});

describe('credit', () => {
  const QUESTION = { type: 'read-credit', run: 'otter-1', group: 1, life: 0 } as const;

  test('of the last iteration is told, and training goes on after it as if nobody had asked', async () => {
    const tab = browser.openTab();
    tab.send({ type: 'start', recipe: RECIPE });
    await tab.untilIteration(3);
    tab.send({ ...QUESTION, request: 1 });
    const { iteration } = await tab.untilStatus('paused');
    const { credit } = await answerTo(tab, 1, 'credit');
    expect(credit).toMatchObject({ run: 'otter-1', iteration, group: 1, groups: 2, life: 0 });
    expect(credit?.lives.map((episodes) => episodes.map(({ kind }) => kind))).toEqual([
      ['solve', 'update', 'solve'],
      ['solve', 'update', 'solve'],
    ]);
    // Compared with the mean of a group of two: what one has above it, the other has below.
    credit?.lives[0].forEach(({ advantage }, episode) => {
      expect(advantage).toBeCloseTo(-credit.lives[1][episode].advantage, 12);
    });
    const solve = credit?.record.episodes[0];
    const chosen = credit?.tokens[0].filter(({ before }) => before !== null).map(({ word }) => word);
    expect(chosen).toEqual(solve?.kind === 'solve' ? solve.turns.flat() : null);
    tab.send({ type: 'resume', run: 'otter-1' });
    await tab.untilStatus('finished');
    const { items } = await browser.storage.runs.readEvents('otter-1');
    // It went on with what it had, not from what is stored.
    expect(items.filter(({ type }) => type === 'resumed')).toEqual([]);
  });

  test('is the same after the engine was used for something else', async () => {
    const tab = await trainedTab();
    tab.send({ ...QUESTION, request: 1 });
    const { credit } = await answerTo(tab, 1, 'credit');
    tab.send({ type: 'live-pack', request: 2, agent: RECORDED, pack: PACK, seed: 1 });
    tab.send({ ...QUESTION, request: 3 });
    expect((await answerTo(tab, 3, 'credit')).credit).toEqual(credit);
    expect(credit).not.toBeNull();
  });

  test('is gone after a reload, and there is none of another run', async () => {
    const tab = await trainedTab();
    tab.send({ ...QUESTION, run: 'heron-2', request: 1 });
    expect(await answerTo(tab, 1, 'credit')).toEqual({ kind: 'credit', credit: null });
    tab.close();
    const reloaded = await openTab();
    reloaded.send({ ...QUESTION, request: 1 });
    expect(await answerTo(reloaded, 1, 'credit')).toEqual({ kind: 'credit', credit: null });
  });

  test('of a life there is not is refused', async () => {
    const tab = await trainedTab();
    tab.send({ ...QUESTION, life: 2, request: 1 });
    expect((await answerTo(tab, 1, 'failed')).error).toMatchObject({ kind: 'not-found' });
  });
});
