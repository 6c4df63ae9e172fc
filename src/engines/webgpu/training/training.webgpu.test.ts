/** Protects gradients, statistics and scores on a graphics device: they are those of the graphs in float64. */

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { largestDifference, relativeError } from '../../../../test/engine/differences.ts';
import { withStepOn } from '../../../../test/engine/gradient-oracle.ts';
import { openTestGpu, readReferenceHere, testRuntime } from '../../../../test/engine/test-gpu.ts';
import {
  ALL_LINEAR,
  MASKED_TOKENS,
  ODD_CONFIG,
  tinyModel,
  type TinyModel,
} from '../../../../test/engine/tiny-model.ts';
import { trainingRows } from '../../../../test/engine/training-rows.ts';
import { gradientName, gradientReference } from '../../../../test/fixtures/gradient-reference.ts';
import type { LlamaConfig } from '../../../policy/config.ts';
import { DEFAULT_LORA, type LoraSettings } from '../../../policy/lora.ts';
import { PROJECTIONS } from '../../../policy/weights.ts';
import type { LossKind, LossSettings, TrainingRow } from '../../engine.ts';
import { adapterFeeds, contextFeeds, scalarTensor } from '../../onnx/feeds.ts';
import { scoreGraph } from '../../onnx/policy-gradient-graph.ts';
import { numbersOf, openSession, type OnnxRuntime } from '../../onnx/runtime.ts';
import type { Gpu } from '../gpu.ts';
import { MULTIPLY_VARIANTS, offersMultiply, type MultiplyVariant } from '../multiply.ts';
import { packNetwork, uploadBase } from '../network.ts';
import { Training } from './training.ts';

const SETTINGS: LossSettings = {
  kind: 'rec',
  clipLow: 0.2,
  clipHigh: 0.3,
  klCoefficient: 0,
  temperature: 0.7,
  normaliser: 17,
};
const LENGTHS = [9, 4, 12, 2];

/** Float32 rounds to 6e-8, and a gradient passes through some layers of sums in which parts cancel: measured 3e-6. */
const CLOSE = 2e-5;

/** Software adapters compile a kernel for seconds when they first meet it, and every shape of model has its own. */
vi.setConfig({ testTimeout: 180_000 });

let gpu: Gpu;
let runtime: OnnxRuntime;
beforeAll(async () => {
  [gpu, runtime] = await Promise.all([openTestGpu(), testRuntime()]);
});
afterAll(() => gpu.close());

interface TestTraining {
  readonly training: Training;
  /** The accumulated gradient, which is then zero. */
  takeGradient(): Promise<Float32Array>;
}

interface TestOptions {
  readonly multiply?: MultiplyVariant;
  readonly microBatchTokens?: number;
  readonly maskedTokens?: readonly number[];
}

async function openTraining(model: TinyModel, options: TestOptions = {}): Promise<TestTraining> {
  const { base, layout: lora } = model;
  const adapter = gpu.storage('adapter', lora.size * 4);
  const gradient = gpu.storage('gradient', lora.size * 4);
  gpu.write(adapter, Float32Array.from(model.adapter));
  const tensors = uploadBase(gpu, base);
  const { network, packAll } = await packNetwork(gpu, base, tensors, lora, adapter);
  gpu.submit([packAll]);
  const training = await Training.open({
    gpu,
    base,
    tensors,
    network,
    lora,
    adapter,
    gradient,
    maskedTokens: MASKED_TOKENS,
    multiply: 'register',
    ...options,
  });
  return {
    training,
    takeGradient: async () => {
      const [bytes] = await gpu.read([gradient]);
      gpu.write(gradient, new Float32Array(lora.size));
      return new Float32Array(bytes).subarray(0, lora.size);
    },
  };
}

async function checkStep(
  model: TinyModel,
  rows: readonly TrainingRow[],
  settings: LossSettings,
  options: TestOptions = {},
): Promise<void> {
  const expected = await withStepOn(
    runtime,
    model,
    'float64',
    settings,
    (run) => run(model.adapter, rows),
    options.maskedTokens,
  );
  const { training, takeGradient } = await openTraining(model, options);
  const { loss, tokens, clipped, klToOld, klToBase } = await training.accumulate(rows, settings);
  expect(relativeError(await takeGradient(), expected.gradient)).toBeLessThan(CLOSE);
  expect(tokens).toBe(rows.reduce((sum, { positions }) => sum + positions.length, 0));
  expect(clipped).toBe(expected.clipped);
  const statistics = [loss, klToOld, klToBase];
  expect(relativeError(statistics, [expected.loss, expected.klToOld, expected.klToBase])).toBeLessThan(CLOSE);
}

const MODEL = tinyModel();
const ROWS = trainingRows(MODEL, LENGTHS, SETTINGS.temperature);

/** Heads that are no multiple of four, one head for all words, a single layer. */
const NARROW_HEADS: LlamaConfig = { ...ODD_CONFIG, head_dim: 6, tie_word_embeddings: true };
const ONE_LAYER: LlamaConfig = { ...ODD_CONFIG, num_hidden_layers: 1, num_key_value_heads: 6 };
/** SmolLM2-135M but for its number of layers and words. */
const SMOLLM2: LlamaConfig = {
  ...ODD_CONFIG,
  vocab_size: 260,
  hidden_size: 576,
  intermediate_size: 1536,
  num_attention_heads: 9,
  num_key_value_heads: 3,
  head_dim: 64,
  rope_theta: 10_000,
  tie_word_embeddings: true,
};

describe('accumulate', () => {
  const kinds: readonly LossKind[] = ['rec', 'rec-is', 'ppo'];
  it.each(kinds.flatMap((kind) => [0, 0.4].map((klCoefficient) => ({ kind, klCoefficient }))))(
    'has the gradient of $kind with $klCoefficient times the KL to the base',
    async (loss) => {
      await checkStep(MODEL, ROWS, { ...SETTINGS, ...loss });
    },
  );

  it('has the gradient of a bonus for entropy', async () => {
    await checkStep(MODEL, ROWS, { ...SETTINGS, entropyCoefficient: 0.3 });
  });

  it.each<[string, LlamaConfig, LoraSettings]>([
    ['the default adapter', ODD_CONFIG, DEFAULT_LORA],
    ['heads that need padding', NARROW_HEADS, ALL_LINEAR],
    ['one layer', ONE_LAYER, ALL_LINEAR],
    ['nothing adapted but the queries', NARROW_HEADS, { rank: 5, alpha: 5, targets: ['q_proj'] }],
    ['nothing adapted but keys', ODD_CONFIG, { rank: 2, alpha: 1, targets: ['k_proj'] }],
    ['nothing adapted but outputs of attention', NARROW_HEADS, { rank: 2, alpha: 1, targets: ['o_proj'] }],
    ['nothing adapted but gates', ODD_CONFIG, { rank: 2, alpha: 1, targets: ['gate_proj'] }],
    ['nothing adapted but the last of each layer', ODD_CONFIG, { rank: 2, alpha: 1, targets: ['down_proj'] }],
    ['up before values', ODD_CONFIG, { rank: 2, alpha: 1, targets: ['up_proj', 'v_proj'] }],
  ])('has the gradient of %s', async (_, config, lora) => {
    const model = tinyModel(config, lora);
    await checkStep(model, trainingRows(model, LENGTHS, SETTINGS.temperature), SETTINGS);
  });

  it('has the gradient of a model shaped like SmolLM2-135M', async () => {
    const model = tinyModel(SMOLLM2, { ...DEFAULT_LORA, targets: PROJECTIONS });
    await checkStep(model, trainingRows(model, [9, 5], SETTINGS.temperature), SETTINGS);
  });

  it.each(MULTIPLY_VARIANTS)('has the same gradient with the products of %s', async (multiply) => {
    if (!offersMultiply(multiply, gpu.features)) return;
    await checkStep(MODEL, ROWS, { ...SETTINGS, kind: 'ppo', klCoefficient: 0.4 }, { multiply });
  });

  it('has the gradient of contexts as long as the model reads', async () => {
    await checkStep(MODEL, trainingRows(MODEL, [97, 61, 96], SETTINGS.temperature), SETTINGS);
  });

  it('has the gradient of a single token', async () => {
    const row: TrainingRow = { tokens: [1, 5], positions: [1], advantages: [2], oldLogProbs: [-1] };
    await checkStep(MODEL, [row], SETTINGS);
  });

  it('adds up over micro-batches', async () => {
    const rows = trainingRows(MODEL, [20, 31, 2, 17, 40, 3, 8], SETTINGS.temperature);
    await checkStep(MODEL, rows, { ...SETTINGS, klCoefficient: 0.4 }, { microBatchTokens: 32 });
  });

  it('adds to what is there, also after room for more had to be made', async () => {
    const [few, many] = [ROWS.slice(0, 1), trainingRows(MODEL, [40, 60, 70], SETTINGS.temperature)];
    const { training, takeGradient } = await openTraining(MODEL);
    await training.accumulate(few, SETTINGS);
    const first = await takeGradient();
    await training.accumulate(few, SETTINGS);
    await training.accumulate(many, SETTINGS);
    const both = await takeGradient();
    await training.accumulate(many, SETTINGS);
    const second = await takeGradient();
    expect(
      relativeError(
        both,
        first.map((slope, index) => slope + second[index]),
      ),
    ).toBeLessThan(1e-6);
  });

  it('has the gradient where logits are large and everything is decided', async () => {
    const { base, ...rest } = tinyModel(ODD_CONFIG, DEFAULT_LORA);
    const scaled = new Map(
      [...base.weights].map(([name, { shape, data }]) => [
        name,
        { shape, data: name === 'model.norm.weight' ? data.map((number) => number * 60) : data },
      ]),
    );
    const model = { ...rest, base: { ...base, weights: scaled } };
    await checkStep(model, trainingRows(model, LENGTHS, 1), { ...SETTINGS, temperature: 1 });
  });

  it('gives nothing for contexts in which nothing was generated', async () => {
    const { training, takeGradient } = await openTraining(MODEL);
    const idle: TrainingRow = { tokens: [1, 2, 3], positions: [], advantages: [], oldLogProbs: [] };
    const statistics = await training.accumulate([idle], SETTINGS);
    expect(statistics).toEqual({ loss: 0, tokens: 0, clipped: 0, klToOld: 0, klToBase: 0 });
    await training.accumulate([...ROWS, idle], SETTINGS);
    const withIdle = await takeGradient();
    await training.accumulate(ROWS, SETTINGS);
    expect(withIdle).toEqual(await takeGradient());
  });

  it('gives the same bits when asked again', async () => {
    const settings: LossSettings = { ...SETTINGS, klCoefficient: 0.4 };
    const results = [];
    for (let time = 0; time < 2; time++) {
      const { training, takeGradient } = await openTraining(MODEL, { microBatchTokens: 16 });
      for (let call = 0; call < 2; call++) {
        results.push({ statistics: await training.accumulate(ROWS, settings), gradient: await takeGradient() });
      }
    }
    for (const result of results) expect(result).toEqual(results[0]);
  });

  it('refuses a context longer than the model reads', async () => {
    const { training } = await openTraining(MODEL);
    const tokens = Array.from({ length: 98 }, () => 3);
    const row: TrainingRow = { tokens, positions: [97], advantages: [1], oldLogProbs: [-1] };
    await expect(training.accumulate([row], SETTINGS)).rejects.toMatchObject({ kind: 'bad-request' });
  });
});

describe('score', () => {
  it.each([0.7, 0])('gives the log-probabilities of the graph at temperature %d', async (temperature) => {
    const rows = [...trainingRows(MODEL, [9, 2, 90, 17], 1).map(({ tokens }) => tokens), [1]];
    const expected = await graphScores(MODEL, rows, temperature);
    const { training } = await openTraining(MODEL, { microBatchTokens: 24 });
    const scores = await training.score(rows, temperature);
    expect(scores.map((row) => row.length)).toEqual(rows.map((row) => row.length - 1));
    scores.forEach((row, index) => expect(largestDifference(row, expected[index])).toBeLessThan(CLOSE));
  });
});

async function graphScores(
  { base, layout, adapter }: TinyModel,
  rows: readonly (readonly number[])[],
  temperature: number,
): Promise<readonly ArrayLike<number>[]> {
  const real = 'float64';
  const session = await openSession(runtime, scoreGraph(base, layout, { real, maskedTokens: MASKED_TOKENS }));
  const { feeds, time } = contextFeeds(runtime, real, rows);
  const { log_prob: logProb } = await session.run({
    ...feeds,
    ...adapterFeeds(runtime, real, layout, adapter),
    inverse_temperature: scalarTensor(runtime, real, temperature === 0 ? 1 : 1 / temperature),
  });
  await session.release();
  return rows.map((row, index) => numbersOf(logProb).subarray(index * time, index * time + row.length - 1));
}

describe('the reference gradients', () => {
  it('are what comes out, matrix by matrix', async () => {
    const { model, rows, settings, clipped, expected } = await gradientReference(readReferenceHere);
    const { training, takeGradient } = await openTraining(model, { maskedTokens: [] });
    const statistics = await training.accumulate(rows, settings);
    const gradient = await takeGradient();
    expect(relativeError([statistics.loss], expected('loss'))).toBeLessThan(1e-4);
    expect(statistics.clipped).toBe(clipped);
    for (const { name, offset, shape } of model.layout.matrices) {
      const slopes = gradient.subarray(offset, offset + shape[0] * shape[1]);
      // As for the graph in float32.
      expect(relativeError(slopes, expected(gradientName(name))), name).toBeLessThan(1e-4);
    }
  });
});
