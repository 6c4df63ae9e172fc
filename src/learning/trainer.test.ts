import { describe, expect, it } from 'vitest';
import { threefry2x32 } from '../core/random.ts';
import { TRAINING_WORLDS } from '../environments/ids.ts';
import { findPreset } from './presets.ts';
import { withUses } from './note-uses.ts';
import { changeRecipe, type Recipe } from './recipe.ts';
import type { IterationRecord, RunEvent } from './records.ts';
import { alchemist } from './testing/alchemist.ts';
import { ScriptedEngine, type Script } from './testing/scripted-engine.ts';
import { TableEngine } from './testing/table-engine.ts';
import { TABLE_ADAPTER } from './testing/test-config.ts';
import { testTokenizer } from './testing/test-tokenizer.ts';
import { Trainer, type TrainerParts } from './trainer.ts';

const RECIPE = changeRecipe(findPreset('alchemy').recipe, {
  ...TABLE_ADAPTER,
  packs: 4,
  groupSize: 4,
  tasks: 3,
  iterations: 4,
  learningRate: 0.1,
  evaluationPacks: 4,
  evaluationEvery: 2,
});

/** In an iteration. */
const LIVES = RECIPE.packs * RECIPE.groupSize;

/** An agent that names an element nearly always, and so solves about a third of its tasks. */
const SKILLED = { fire: 8, water: 8, earth: 8, air: 8, '<end>': 6 };

/** An agent that says `<end>` more often than not, and names an element in about one word of three. */
const CLUMSY = { fire: 4, water: 4, earth: 4, air: 4, '<end>': 6 };

/** A group of which every second life knows what it does. */
const mixedGroup: Script = (words, stream) => {
  if (stream.life % 2 === 0) return alchemist(words, stream);
  return words[1] === '<solve>' ? 'nice' : '<end>';
};

function tableParts(habit: Readonly<Record<string, number>> = SKILLED): TrainerParts {
  return { engine: new TableEngine(habit), tokenizer: testTokenizer, clock: () => 0, replays: LIVES };
}

async function oneIteration(trainer: Trainer): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of trainer.iterate()) if (event.type !== 'lives') events.push(event);
  return events;
}

async function trainOn(trainer: Trainer, iterations = Infinity): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  for (let count = 0; count < iterations && !trainer.finished; count++) events.push(...(await oneIteration(trainer)));
  return events;
}

function recordsOf(events: readonly RunEvent[]): readonly IterationRecord[] {
  return events.flatMap((event) => (event.type === 'iteration' ? [event.record] : []));
}

function meanSuccess(records: readonly IterationRecord[]): number {
  const values = records.flatMap(({ success }) => success);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

async function scripted(changes: Partial<Recipe>): Promise<{ engine: ScriptedEngine; events: readonly RunEvent[] }> {
  const engine = new ScriptedEngine(mixedGroup);
  const recipe = changeRecipe(RECIPE, changes);
  const trainer = await Trainer.create(recipe, { engine, tokenizer: testTokenizer, clock: () => 0, replays: LIVES });
  return { engine, events: await trainOn(trainer) };
}

describe('a run', () => {
  it('that was stopped and resumed is bit-identical to one that never stopped', async () => {
    const whole = await Trainer.create(RECIPE, tableParts());
    const expected = await trainOn(whole);

    const begun = await Trainer.create(RECIPE, tableParts());
    const before = await trainOn(begun, 3);
    const checkpoint = structuredClone(await begun.checkpoint());
    const resumed = await Trainer.resume(RECIPE, tableParts(), checkpoint);
    const after = await trainOn(resumed);

    expect([...before, ...after]).toEqual(expected);
    expect(await resumed.checkpoint()).toEqual(await whole.checkpoint());
    expect(checkpoint.trainable.steps).toBe(6);
    expect(after.map(({ type }) => type).filter((type) => type !== 'life')).toEqual([
      'iteration',
      'evaluation',
      'finished',
    ]);
  });

  it('is another one with another seed', async () => {
    const one = await trainOn(await Trainer.create(RECIPE, tableParts()), 1);
    const other = await trainOn(await Trainer.create({ ...RECIPE, seed: 2 }, tableParts()), 1);
    expect(recordsOf(one)[0]).not.toEqual(recordsOf(other)[0]);
  });

  it('learns, in a policy as simple as a table, to name elements', async () => {
    const longer = { packs: 8, groupSize: 8, tasks: 2, iterations: 18, learningRate: 0.2, evaluationPacks: 0 };
    const records = recordsOf(await trainOn(await Trainer.create(changeRecipe(RECIPE, longer), tableParts(CLUMSY))));
    // 640 tasks each: a standard deviation of at most .015.
    expect(meanSuccess(records.slice(0, 5))).toBeLessThan(0.08);
    expect(meanSuccess(records.slice(-5))).toBeGreaterThan(0.14);
  });

  it('does not move with a learning rate of 0', async () => {
    const trainer = await Trainer.create({ ...RECIPE, learningRate: 0 }, tableParts());
    const { trainable: before } = await trainer.checkpoint();
    const events = await trainOn(trainer, 2);
    expect(recordsOf(events)[0].gradientNorm).toBeGreaterThan(0);
    expect((await trainer.checkpoint()).trainable.adapter).toEqual(before.adapter);
  });

  it('announces every iteration, evaluates when it is due, and ends once', async () => {
    const phases: string[] = [];
    const parts = { ...tableParts(), onPhase: (phase: string) => void phases.push(phase) };
    const trainer = await Trainer.create(RECIPE, parts);
    const events = await trainOn(trainer);
    const lives = 'life '.repeat(16).trim().split(' ');
    expect(events.map(({ type }) => type)).toEqual([
      ...[...lives, 'iteration'],
      ...[...lives, 'iteration', 'evaluation'],
      ...[...lives, 'iteration'],
      ...[...lives, 'iteration', 'evaluation', 'finished'],
    ]);
    expect(recordsOf(events).map(({ iteration }) => iteration)).toEqual([1, 2, 3, 4]);
    expect(phases.slice(0, 5)).toEqual(['rollout', 'training', 'rollout', 'training', 'evaluating']);
    expect(trainer.finished).toBe(true);
    await expect(oneIteration(trainer)).rejects.toThrow('This run is finished');
  });

  it('is the same bits whether or not anybody looks at it', async () => {
    const unwatched = await Trainer.create(RECIPE, { ...tableParts(), replays: 0 });
    const watched = await Trainer.create(RECIPE, { ...tableParts(), replays: LIVES, keepsTrained: true });
    const expected = await trainOn(unwatched);
    expect((await trainOn(watched)).filter(({ type }) => type !== 'life')).toEqual(expected);
    expect(await watched.checkpoint()).toEqual(await unwatched.checkpoint());
  });

  it('finds out what notes caused with the adapter that lived by them', async () => {
    const talkative = { ...SKILLED, smoke: 9 };
    const trainer = await Trainer.create(RECIPE, tableParts(talkative));
    const lives = (await trainOn(trainer, 1)).flatMap((event) => (event.type === 'life' ? [event.record] : []));
    const untrained = tableParts(talkative);
    await Trainer.create(RECIPE, untrained);
    const sampling = { key: [RECIPE.seed, 4], temperature: 1 } as const;
    const asked = await withUses(untrained, lives, sampling);
    expect(asked.flatMap(({ uses }) => uses ?? []).length).toBeGreaterThan(5);
    expect(lives).toEqual(asked);
  });

  it('keeps its last iteration with the adapters it was trained from, when asked to', async () => {
    const trainer = await Trainer.create(RECIPE, { ...tableParts(), keepsTrained: true });
    expect(trainer.trained).toBeNull();
    await trainOn(trainer, 2);
    expect(trainer.trained?.iteration).toBe(2);
    expect(trainer.trained?.lives).toHaveLength(LIVES);
    const [first, second] = trainer.trained?.adapters ?? [];
    expect(first).toBeNull();
    expect(second).not.toEqual((await trainer.checkpoint()).trainable.adapter);
    const forgetful = await Trainer.create(RECIPE, tableParts());
    await trainOn(forgetful, 1);
    expect(forgetful.trained).toBeNull();
  });

  it('refuses a checkpoint of another adapter', async () => {
    const trainer = await Trainer.create(RECIPE, tableParts());
    const checkpoint = await trainer.checkpoint();
    const smaller = changeRecipe(RECIPE, { loraRank: 4 });
    await expect(Trainer.resume(smaller, tableParts(), checkpoint)).rejects.toThrow('the recipe needs 816');
  });
});

describe('an iteration', () => {
  it('lives groups in packs of the training range, drawn by seed and iteration', async () => {
    const { events } = await scripted({ iterations: 2 });
    const packs = events.flatMap((event) => (event.type === 'life' ? [event.record.pack] : []));
    const drawn = [1, 2].flatMap((iteration) =>
      [0, 1, 2, 3].map((draw) => threefry2x32(RECIPE.seed, 3, iteration, draw)[0] % TRAINING_WORLDS.end),
    );
    expect(packs).toEqual(drawn.flatMap((world) => new Array<string>(4).fill(`alchemy/4x6:${world}x3`)));
  });

  it('hands the recipe to the engine: loss, clip, KL, learning rate, clipping', async () => {
    const { engine } = await scripted({
      iterations: 2,
      loss: 'rec-is',
      clipHigh: 0.3,
      klCoefficient: 0.01,
      learningRateSchedule: 'linear',
      weightDecay: 0.1,
      evaluationPacks: 0,
    });
    expect(engine.accumulated[0].loss).toMatchObject({
      kind: 'rec-is',
      clipLow: 0.2,
      clipHigh: 0.3,
      klCoefficient: 0.01,
      temperature: 1,
    });
    expect(engine.steps.map(({ learningRate }) => learningRate)).toEqual([0.1, 0.1, 0.05, 0.05]);
    expect(engine.steps[0]).toMatchObject({ beta1: 0.9, beta2: 0.95, weightDecay: 0.1, maxGradientNorm: 1 });
  });

  it('samples with the run seed, and evaluates with numbers that are the same for every run', async () => {
    const { engine } = await scripted({ seed: 77, iterations: 2 });
    const keys = [...new Set(engine.opened.map(({ sampling }) => sampling.key.join()))];
    expect(keys).toEqual(['77,4', '1,5']);
    const evaluation = engine.opened.filter(({ sampling }) => sampling.key[0] === 1);
    expect(evaluation[0].rows.map(({ stream }) => stream.life)).toEqual([0, 1, 2, 3, 0, 1, 2, 3]);
    expect(evaluation[0].rows.every(({ stream }) => stream.iteration === 0)).toBe(true);
  });

  it('takes no step where all lives of every group did equally well', async () => {
    // Words that mean nothing solve nothing: no advantage anywhere.
    const engine = new ScriptedEngine((words) => (words[1] === '<solve>' ? 'nice' : '<end>'));
    const trainer = await Trainer.create(RECIPE, { engine, tokenizer: testTokenizer, clock: () => 0 });
    const [record] = recordsOf(await oneIteration(trainer));
    expect(engine.steps).toEqual([]);
    expect(record).toMatchObject({ loss: 0, gradientNorm: 0, klToOld: 0, tokensTrained: 0, success: [0, 0, 0] });
  });

  it('trains with notes erased when the recipe says so', async () => {
    const { events } = await scripted({ iterations: 1, trainingNotes: 'erased' });
    const lives = events.flatMap((event) => (event.type === 'life' ? [event.record] : []));
    expect(lives.every(({ control }) => control === 'erased')).toBe(true);
    expect(lives[0].episodes).toHaveLength(5);
  });
});
