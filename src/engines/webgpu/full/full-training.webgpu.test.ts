/** Protects that training every weight on the device has the gradients of float64, and that steps with them learn. */

import type { Tensor } from 'onnxruntime-common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { relativeError } from '../../../../test/engine/differences.ts';
import { randomIntegers, randomStream } from '../../../../test/engine/random.ts';
import { openTestGpu, testRuntime } from '../../../../test/engine/test-gpu.ts';
import { ODD_CONFIG, randomBase } from '../../../../test/engine/tiny-model.ts';
import type { LlamaConfig } from '../../../policy/config.ts';
import { type BaseWeights, weightShapes } from '../../../policy/weights.ts';
import type { AdamWSettings } from '../../engine.ts';
import { adamWStep } from '../../onnx/adamw.ts';
import { contextFeeds, scalarTensor } from '../../onnx/feeds.ts';
import { transposed } from '../../onnx/llama.ts';
import type { WeightedSequence } from '../../onnx/pretraining.ts';
import { pretrainingGraph } from '../../onnx/pretraining-graph.ts';
import { numbersOf, openSession } from '../../onnx/runtime.ts';
import { parameterShapes } from '../../onnx/weight-sources.ts';
import type { Gpu } from '../gpu.ts';
import { FullTraining } from './full-training.ts';

let gpu: Gpu;
beforeAll(async () => {
  gpu = await openTestGpu();
});
afterAll(() => gpu.close());

/** Heads that need padding, and one matrix for embedding and head. */
const TIED: LlamaConfig = { ...ODD_CONFIG, head_dim: 6, tie_word_embeddings: true };
/** Matrices as large as SmolLM2-135M's, with fewer layers and words; narrow heads, whose kernels compile sooner. */
const LARGE: LlamaConfig = {
  ...ODD_CONFIG,
  vocab_size: 300,
  hidden_size: 576,
  intermediate_size: 1536,
  num_attention_heads: 36,
  num_key_value_heads: 12,
  head_dim: 16,
  tie_word_embeddings: true,
};

/** Software adapters take seconds to compile some kernels, more where other work runs beside. */
const SLOW = { timeout: 120_000 };

const ADAMW: AdamWSettings = {
  learningRate: 0.02,
  beta1: 0.9,
  beta2: 0.99,
  epsilon: 1e-8,
  weightDecay: 0.01,
  maxGradientNorm: Infinity,
};

/** Sequences of these lengths, whose tokens count by thirds: wholly, a little, not at all. */
function someSequences(config: LlamaConfig, lengths: readonly number[]): readonly WeightedSequence[] {
  const random = randomStream(lengths.length);
  return lengths.map((length) => ({
    tokens: randomIntegers(random, length, 0, config.vocab_size),
    weights: Array.from({ length }, (_, index) => [1, 0.25, 0][(index + length) % 3]),
  }));
}

const numbersIn = (shape: readonly number[]): number => shape.reduce((product, size) => product * size, 1);

/** Loss and gradient by the oracle, flat in the order of the checkpoint. */
async function inFloat64({ config, weights }: BaseWeights, sequences: readonly WeightedSequence[], normaliser: number) {
  const runtime = await testRuntime();
  const { feeds, time } = contextFeeds(
    runtime,
    'float64',
    sequences.map(({ tokens }) => tokens),
  );
  const weight = new Float64Array(sequences.length * time);
  sequences.forEach((sequence, row) => {
    sequence.weights.forEach((share, column) => {
      if (column > 0) weight[row * time + column - 1] = share;
    });
  });
  const inputs: Record<string, Tensor> = {
    ...feeds,
    weight: runtime.real('float64', weight, [sequences.length, time]),
    inverse_normaliser: scalarTensor(runtime, 'float64', 1 / normaliser),
  };
  const shapes = parameterShapes(config);
  for (const { name, shape, isProjection } of shapes) {
    const data = weights.get(name)?.data ?? new Float32Array(0);
    const turned = isProjection ? transposed(data, shape[1], shape[0]) : data;
    inputs[name] = runtime.real('float64', Float64Array.from(turned), shape);
  }
  const session = await openSession(runtime, pretrainingGraph(config, 'float64'));
  const outputs = await session.run(inputs);
  const gradients = new Map(
    shapes.map(({ name, shape, isProjection }) => {
      const data = Float64Array.from(numbersOf(outputs[`gradient.${name}`]));
      if (!isProjection) return [name, data];
      const [rows, columns] = shape;
      return [name, data.map((_, index) => data[(index % rows) * columns + Math.floor(index / rows)])];
    }),
  );
  const result = { loss: numbersOf(outputs.loss)[0], gradients };
  await session.release();
  return result;
}

/** The largest relative error of the gradient of any tensor. */
function worstError(config: LlamaConfig, gradient: Float32Array, exact: ReadonlyMap<string, Float64Array>): number {
  let offset = 0;
  let worst = 0;
  for (const [name, shape] of weightShapes(config)) {
    const part = gradient.subarray(offset, (offset += numbersIn(shape)));
    worst = Math.max(worst, relativeError(part, exact.get(name) ?? []));
  }
  expect(gradient).toHaveLength(offset);
  return worst;
}

const open = (base: BaseWeights, microBatchTokens?: number): Promise<FullTraining> =>
  FullTraining.open({
    gpu,
    base,
    multiply: 'register',
    ...(microBatchTokens === undefined ? {} : { microBatchTokens }),
  });

describe.each([
  ['a head of its own', ODD_CONFIG, [9, 4, 17, 2, 30]],
  ['tied embeddings and padded heads', TIED, [9, 4, 17, 2, 30]],
  ['large matrices', LARGE, [12, 7]],
] as const)('with %s', SLOW, (_, config, lengths) => {
  const base = randomBase(config, 3);
  const sequences = someSequences(config, lengths);

  it('the gradient of every tensor and the loss are those of float64', async () => {
    const exact = await inFloat64(base, sequences, 7);
    // All at once, and in micro-batches of which some have one sequence.
    for (const tokens of [undefined, 20]) {
      const training = await open(base, tokens);
      const sums = await training.accumulate(sequences, 7);
      // Measured up to 2.4e-6 for the tensor that is worst.
      expect(worstError(config, await training.gradient(), exact.gradients)).toBeLessThan(2e-5);
      expect(Math.abs(sums.loss / 7 / exact.loss - 1)).toBeLessThan(2e-6);
      const counting = sequences.flatMap(({ weights }) => weights.slice(1));
      expect(sums.weight).toBeCloseTo(
        counting.reduce((sum, weight) => sum + weight, 0),
        9,
      );
      expect(sums.agentTokens).toBe(counting.filter((weight) => weight === 1).length);
    }
  });
});

it('adds up over calls, until a step or a restored state clears it', SLOW, async () => {
  const base = randomBase(TIED, 3);
  const sequences = someSequences(TIED, [9, 4, 17]);
  const exact = await inFloat64(base, sequences, 5);
  const training = await open(base);
  const start = await training.snapshot();
  for (const sequence of sequences) await training.accumulate([sequence], 5);
  expect(worstError(TIED, await training.gradient(), exact.gradients)).toBeLessThan(2e-5);
  training.restore(start);
  expect((await training.gradient()).every((slope) => slope === 0)).toBe(true);
  await training.accumulate(sequences, 5);
  await training.step(ADAMW);
  expect((await training.gradient()).every((slope) => slope === 0)).toBe(true);
});

it('a step is that of AdamW, and what follows is computed with its weights', SLOW, async () => {
  const base = randomBase(ODD_CONFIG, 3);
  const sequences = someSequences(ODD_CONFIG, [9, 4, 17]);
  const training = await open(base);
  const before = await training.snapshot();
  await training.accumulate(sequences, 5);
  const gradient = await training.gradient();
  await training.step(ADAMW);
  const after = await training.snapshot();
  const expected = adamWStep({ ...before, adapter: before.weights }, gradient, ADAMW);
  // Rounding of weights of 1 by 6e-8, where steps move them by 2e-2.
  const change = (weights: Float32Array): Float32Array =>
    weights.map((weight, index) => weight - before.weights[index]);
  expect(relativeError(change(after.weights), change(expected.adapter))).toBeLessThan(2e-5);
  expect(after.steps).toBe(1);

  let offset = 0;
  const moved = new Map(
    [...weightShapes(ODD_CONFIG)].map(([name, shape]) => {
      const data = after.weights.slice(offset, (offset += numbersIn(shape)));
      return [name, { shape, data }];
    }),
  );
  const exact = await inFloat64({ config: ODD_CONFIG, weights: moved }, sequences, 5);
  await training.accumulate(sequences, 5);
  expect(worstError(ODD_CONFIG, await training.gradient(), exact.gradients)).toBeLessThan(2e-5);
});

describe('a short run', SLOW, () => {
  const sequences = someSequences(TIED, [24, 24, 24]).map(({ tokens }) => ({
    tokens,
    weights: tokens.map((_, index) => (index === 0 ? 0 : 1)),
  }));
  const train = async (steps: number) => {
    const training = await open(randomBase(TIED, 4));
    const losses: number[] = [];
    for (let step = 0; step < steps; step++) {
      const { loss, weight } = await training.accumulate(sequences, 69);
      losses.push(loss / weight);
      await training.step(ADAMW);
    }
    return { losses, state: await training.snapshot() };
  };

  it('learns a text', async () => {
    const { losses } = await train(20);
    expect(losses[19]).toBeLessThan(losses[0] / 2);
  });

  it('gives the same bits twice', async () => {
    expect(await train(3)).toEqual(await train(3));
  });
});
