import { afterEach, describe, expect, it } from 'vitest';
import { largestDifference } from '../../../test/engine/differences.ts';
import { randomIntegers, randomStream } from '../../../test/engine/random.ts';
import { KEY, playTurns, raggedPrompts } from '../../../test/engine/rollouts.ts';
import { MASKED_TOKENS, randomAdapter, tinyModel } from '../../../test/engine/tiny-model.ts';
import { trainingRows } from '../../../test/engine/training-rows.ts';
import type { AdamWSettings, Engine, LossSettings, TrainableState } from '../engine.ts';
import { adamWStep } from './adamw.ts';
import { OnnxEngine } from './engine.ts';
import { LocalExecutor, type Executor } from './executor.ts';
import { createNativeEngine } from './native.ts';
import { nativeRuntime } from './runtime-native.ts';

const MODEL = tinyModel();
const { base, lora, layout, adapter } = MODEL;
const SETTINGS = { base, lora, adapter, maskedTokens: MASKED_TOKENS };

const LOSS: LossSettings = {
  kind: 'ppo',
  clipLow: 0.2,
  clipHigh: 0.3,
  klCoefficient: 0.05,
  temperature: 1,
  normaliser: 100,
};
const ADAMW: AdamWSettings = {
  learningRate: 0.01,
  beta1: 0.9,
  beta2: 0.999,
  epsilon: 1e-8,
  weightDecay: 0.1,
  maxGradientNorm: 1,
};

/** Three shards of a rollout, three micro-batches of a step. */
const PROMPT_LENGTHS = randomIntegers(randomStream(21), 70, 1, 9);
const TURNS = randomIntegers(randomStream(22), 70, 1, 4);
const ROWS = trainingRows(MODEL, randomIntegers(randomStream(23), 40, 2, 12), LOSS.temperature);

const opened: Engine[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((engine) => engine.close()));
});

async function nativeEngine(workers = 0): Promise<Engine> {
  const engine = await createNativeEngine({ ...SETTINGS, workers });
  opened.push(engine);
  return engine;
}

function engineOf(executors: readonly Executor[]): Engine {
  const { description, config } = {
    description: { name: 'onnx-native', detail: 'test' } as const,
    config: base.config,
  };
  const engine = new OnnxEngine({ description, config, layout, adapter, executors });
  opened.push(engine);
  return engine;
}

function localExecutor(): LocalExecutor {
  return new LocalExecutor(nativeRuntime, { base, layout, maskedTokens: MASKED_TOKENS, real: 'float32' });
}

/** An iteration: a rollout, scores, a step, and the next gradient. */
async function iteration(engine: Engine): Promise<unknown> {
  const prompts = raggedPrompts(PROMPT_LENGTHS);
  const batch = await engine.openBatch(prompts, { key: KEY, temperature: 1 });
  const contexts = await playTurns(batch, prompts, TURNS);
  await batch.close();
  const scores = await engine.score(
    contexts.map(({ tokens }) => tokens),
    1,
  );
  const statistics = await engine.accumulate(ROWS, LOSS);
  const gradient = await engine.gradient();
  const step = await engine.step(ADAMW);
  await engine.accumulate(ROWS.slice(0, 20), LOSS);
  return {
    contexts,
    scores,
    statistics,
    gradient,
    step,
    next: await engine.gradient(),
    state: await engine.snapshot(),
  };
}

/** Worker threads load the runtime anew, which takes a busy machine long. */
const PATIENCE_MS = 120_000;

describe('the bits of an iteration', { timeout: PATIENCE_MS }, () => {
  it('do not depend on the number of workers', async () => {
    const expected = await iteration(await nativeEngine(0));
    for (const workers of [1, 2]) {
      const engine = await nativeEngine(workers);
      expect(engine.description.detail).toContain(workers === 1 ? '1 worker' : '2 workers');
      expect(await iteration(engine)).toEqual(expected);
    }
  });

  it('do not depend on which executor is done first', async () => {
    const expected = await iteration(engineOf([localExecutor()]));
    const delays = randomStream(31);
    const late = async <T>(result: Promise<T>): Promise<T> => {
      const value = await result;
      await new Promise((resolve) => setTimeout(resolve, delays.nextInteger(8)));
      return value;
    };
    const slow = (executor: Executor): Executor => ({
      setAdapter: (given) => late(executor.setAdapter(given)),
      openBatch: (rows, sampling) => late(executor.openBatch(rows, sampling)),
      generate: (handle, request) => late(executor.generate(handle, request)),
      closeBatch: (handle) => executor.closeBatch(handle),
      differentiate: (rows, loss) => late(executor.differentiate(rows, loss)),
      score: (rows, temperature) => late(executor.score(rows, temperature)),
      close: () => executor.close(),
    });
    const executors = Array.from({ length: 5 }, () => slow(localExecutor()));
    expect(await iteration(engineOf(executors))).toEqual(expected);
  });
});

describe('accumulate', () => {
  it('adds up over calls, in gradient and statistics', async () => {
    const engine = await nativeEngine();
    const parts = [await engine.accumulate(ROWS.slice(0, 7), LOSS), await engine.accumulate(ROWS.slice(7), LOSS)];
    const inParts = await engine.gradient();
    await engine.restore(await engine.snapshot());
    const whole = await engine.accumulate(ROWS, LOSS);
    expect(largestDifference(inParts, await engine.gradient())).toBeLessThan(1e-6);
    expect(whole.tokens).toBe(ROWS.reduce((total, { positions }) => total + positions.length, 0));
    for (const name of ['loss', 'tokens', 'clipped', 'klToOld', 'klToBase'] as const) {
      expect(parts[0][name] + parts[1][name]).toBeCloseTo(whole[name], 4);
    }
  });

  it('of no rows changes nothing', async () => {
    const engine = await nativeEngine();
    expect(await engine.accumulate([], LOSS)).toEqual({ loss: 0, tokens: 0, clipped: 0, klToOld: 0, klToBase: 0 });
    expect((await engine.gradient()).every((slope) => slope === 0)).toBe(true);
  });
});

describe('score', () => {
  it('gives one number fewer than a context has tokens, in the order of the contexts', async () => {
    const engine = await nativeEngine();
    const contexts = [[1, 4, 5, 6], [1], [1, 9], ...new Array<number[]>(20).fill([1, 7, 7])];
    const scores = await engine.score(contexts, 1);
    expect(scores.map(({ length }) => length)).toEqual(contexts.map(({ length }) => length - 1));
    const [alone] = await engine.score([contexts[2], contexts[2]], 1);
    expect(largestDifference(scores[2], alone)).toBeLessThan(1e-6);
  });

  it('of contexts that hold a single token is empty, and so is that of none', async () => {
    const engine = await nativeEngine();
    expect(await engine.score([[1], [1]], 1)).toEqual([new Float32Array(0), new Float32Array(0)]);
    expect(await engine.score([], 1)).toEqual([]);
  });
});

describe('step', () => {
  it('clips the gradient to the limit, takes one step of AdamW, and clears the gradient', async () => {
    const engine = await nativeEngine();
    const before = await engine.snapshot();
    await engine.accumulate(ROWS, LOSS);
    const gradient = await engine.gradient();
    const length = Math.hypot(...gradient);
    const limit = length / 3;
    const { gradientNorm } = await engine.step({ ...ADAMW, maxGradientNorm: limit });
    expect(gradientNorm / length).toBeCloseTo(1, 6);
    const expected = adamWStep(
      before,
      gradient.map((slope) => slope / 3),
      ADAMW,
    );
    const after = await engine.snapshot();
    expect(largestDifference(after.firstMoment, expected.firstMoment)).toBeLessThan(1e-7 * length);
    expect(largestDifference(after.adapter, expected.adapter)).toBeLessThan(1e-6);
    expect(after.steps).toBe(1);
    expect((await engine.gradient()).every((slope) => slope === 0)).toBe(true);
  });

  it('changes what the policy does: praised tokens become more probable, blamed ones less', async () => {
    const engine = await nativeEngine();
    const tokens = [1, 4, 5, 6, 7];
    const [before] = await engine.score([tokens], 1);
    const positions = [1, 2, 3, 4];
    const row = { tokens, positions, advantages: [1, -1, 1, -1], oldLogProbs: positions.map((at) => before[at - 1]) };
    for (let turn = 0; turn < 5; turn++) {
      await engine.accumulate([row], {
        ...LOSS,
        kind: 'rec',
        klCoefficient: 0,
        clipLow: 1,
        clipHigh: 10,
        normaliser: 4,
      });
      await engine.step({ ...ADAMW, weightDecay: 0, maxGradientNorm: Infinity });
    }
    const [after] = await engine.score([tokens], 1);
    row.advantages.forEach((advantage, index) =>
      expect(advantage * (after[index] - before[index])).toBeGreaterThan(0.05),
    );
    // Rollouts use the new adapter as well.
    const stream = { iteration: 0, life: 0, episode: 0 };
    const batch = await engine.openBatch([{ prompt: [1], stream }], { key: KEY, temperature: 1 });
    const [generated] = await batch.generate({ rows: [0], append: [[]], maxTokens: 6, stopToken: null });
    await batch.close();
    const [scores] = await engine.score([[1, ...generated.tokens]], 1);
    expect(largestDifference(generated.logProbs, scores)).toBeLessThan(2e-5);
  });

  it('refuses a gradient that is no number, and can go back', async () => {
    const engine = await nativeEngine();
    const before = await engine.snapshot();
    const [row] = ROWS;
    await engine.accumulate([{ ...row, advantages: row.advantages.map(() => NaN) }], { ...LOSS, kind: 'rec-is' });
    await expect(engine.step(ADAMW)).rejects.toMatchObject({
      kind: 'engine',
      remedy: expect.stringContaining('checkpoint'),
    });
    expect(await engine.snapshot()).toEqual(before);
    await engine.restore(before);
    expect(await engine.step(ADAMW)).toEqual({ gradientNorm: 0 });
  });
});

describe('snapshot and restore', () => {
  it('let another engine go on with the same bits', async () => {
    const first = await nativeEngine();
    await first.accumulate(ROWS, LOSS);
    await first.step(ADAMW);
    const saved = await first.snapshot();
    const expected = await iteration(first);

    const second = await createNativeEngine({ ...SETTINGS, adapter: randomAdapter(layout, 99), workers: 0 });
    opened.push(second);
    await second.accumulate(ROWS.slice(0, 3), LOSS);
    await second.restore(saved);
    expect((await second.gradient()).every((slope) => slope === 0)).toBe(true);
    expect(await second.snapshot()).toEqual(saved);
    expect(await iteration(second)).toEqual(expected);
  });

  it('share no memory with the engine', async () => {
    const engine = await nativeEngine();
    const saved = await engine.snapshot();
    const copy = structuredClone(saved);
    saved.adapter.fill(7);
    expect(await engine.snapshot()).toEqual(copy);
    await engine.restore(copy);
    copy.firstMoment.fill(7);
    expect((await engine.snapshot()).firstMoment[0]).toBe(0);
  });

  it.each(['adapter', 'firstMoment', 'secondMoment'] as const)('name the sizes where %s does not fit', async (part) => {
    const engine = await nativeEngine();
    const before = await engine.snapshot();
    const state: TrainableState = { ...before, [part]: new Float32Array(5) };
    await expect(engine.restore(state)).rejects.toMatchObject({
      kind: 'engine',
      message: `The state has 5 numbers, the adapter ${layout.size}.`,
    });
    expect(await engine.snapshot()).toEqual(before);
  });
});

describe('an engine is refused', () => {
  it('without executors', () => {
    expect(() => engineOf([])).toThrow(expect.objectContaining({ kind: 'engine' }));
  });

  it('with an adapter of another size', async () => {
    await expect(createNativeEngine({ ...SETTINGS, adapter: new Float32Array(3), workers: 0 })).rejects.toMatchObject({
      kind: 'engine',
    });
  });

  it('when the base lacks a weight, as soon as it is used', async () => {
    const weights = new Map(base.weights);
    weights.delete('model.layers.1.self_attn.v_proj.weight');
    const engine = await createNativeEngine({ ...SETTINGS, base: { config: base.config, weights }, workers: 0 });
    opened.push(engine);
    await expect(engine.score([[1, 2]], 1)).rejects.toMatchObject({
      kind: 'bad-model',
      message: expect.stringContaining('layers.1.self_attn.v_proj'),
    });
  });
});
