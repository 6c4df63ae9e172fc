/** Protects that the loss on the device, and its gradient, mean what they mean in float64. */

import type { Tensor } from 'onnxruntime-common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { centralDifferences, largestDifference, relativeError } from '../../../../test/engine/differences.ts';
import { randomIntegers, randomNumbers, randomStream } from '../../../../test/engine/random.ts';
import { openTestGpu, testRuntime } from '../../../../test/engine/test-gpu.ts';
import { tokenLoss } from '../../../learning/losses.ts';
import type { LossKind, LossSettings } from '../../engine.ts';
import { gradients } from '../../onnx/gradients.ts';
import { Graph } from '../../onnx/graph.ts';
import { add, multiply } from '../../onnx/operations.ts';
import { policyLoss } from '../../onnx/policy-loss.ts';
import { numbersOf, openSession } from '../../onnx/runtime.ts';
import type { Gpu } from '../gpu.ts';
import { padded } from '../network-shape.ts';
import {
  LOSS_NUMBERS_BYTES,
  lossLanes,
  lossNumbers,
  lossTokens,
  prepareLoss,
  prepareLossTotals,
  prepareScore,
  scoreNumbers,
  vocabularyMask,
  type LossToken,
} from './loss.ts';

let gpu: Gpu;
beforeAll(async () => {
  gpu = await openTestGpu();
});
afterAll(() => gpu.close());

const MASKED_TOKENS = [0, 1];
const KINDS: readonly LossKind[] = ['rec', 'rec-is', 'ppo'];
const SETTINGS = { clipLow: 0.2, clipHigh: 0.3, temperature: 0.7, normaliser: 5 };
/** New minus old log-probability: on both sides of log 0.8 = -.22 and log 1.3 = .26, never near them. */
const SHIFTS = [-0.6, -0.1, 0.1, 0.5];
const ADVANTAGES = [1.5, -0.75, 0];

interface Case {
  readonly vocabulary: number;
  readonly positions: number;
  readonly logits: Float32Array<ArrayBuffer>;
  readonly baseLogits: Float32Array<ArrayBuffer>;
  readonly tokens: readonly LossToken[];
}

/** Log-probabilities of one row, in float64. */
function logSoftmax(row: ArrayLike<number>, temperature: number): readonly number[] {
  const scaled = Array.from(row, (logit, token) => (MASKED_TOKENS.includes(token) ? -Infinity : logit / temperature));
  const peak = scaled.reduce((most, number) => Math.max(most, number), -Infinity);
  const logSum = Math.log(scaled.reduce((sum, number) => sum + Math.exp(number - peak), 0));
  return scaled.map((number) => number - peak - logSum);
}

const rowOf = (numbers: Float32Array | Float64Array, vocabulary: number, position: number): ArrayLike<number> =>
  numbers.subarray(position * vocabulary, (position + 1) * vocabulary);

/** Tokens of all advantages and shifts, some with part of the weight and one with none. */
function someCase(vocabulary: number, positions: number, bound: number): Case {
  const random = randomStream(vocabulary + positions);
  const logits = Float32Array.from(randomNumbers(random, positions * vocabulary, -bound, bound));
  const baseLogits = Float32Array.from(logits, (logit) => logit + random.nextUniform() - 0.5);
  const tokens = randomIntegers(random, positions, MASKED_TOKENS.length, vocabulary).map((token, position) => ({
    token,
    advantage: Math.fround(ADVANTAGES[position % ADVANTAGES.length]),
    oldLogProb: Math.fround(
      logSoftmax(rowOf(logits, vocabulary, position), SETTINGS.temperature)[token] - SHIFTS[position % SHIFTS.length],
    ),
    weight: Math.fround([1, 0.25, 1, 0][position % 7] ?? 1),
  }));
  return { vocabulary, positions, logits, baseLogits, tokens };
}

interface Result {
  readonly gradient: Float32Array;
  readonly statistics: Float32Array;
  readonly logProb: Float32Array;
  readonly totals: Float32Array;
}

/** Rows of [positions, vocabulary] with their padding, whose content must not matter. */
function paddedRows(numbers: Float32Array, vocabulary: number, rows: number): Float32Array<ArrayBuffer> {
  const width = padded(vocabulary);
  const result = new Float32Array(rows * width).fill(77);
  for (let row = 0; row < numbers.length / vocabulary; row++) {
    result.set(numbers.subarray(row * vocabulary, (row + 1) * vocabulary), row * width);
  }
  return result;
}

/** Runs the kernels with room for a few positions more than there are. */
async function onDevice(
  { vocabulary, positions, logits, baseLogits, tokens }: Case,
  settings: LossSettings,
  lanes: number,
): Promise<Result> {
  const capacity = positions + 3;
  const width = padded(vocabulary);
  const shape = { vocabulary: width, vocabularySize: vocabulary };
  const upload = (label: string, data: ArrayBuffer | Float32Array<ArrayBuffer>, bytes = data.byteLength) => {
    const slice = gpu.storage(label, bytes);
    gpu.write(slice, data);
    return slice;
  };
  const numbers = gpu.uniform('numbers', LOSS_NUMBERS_BYTES);
  gpu.write(numbers, lossNumbers(settings, positions, capacity));
  const buffers = {
    logits: upload('logits', paddedRows(logits, vocabulary, capacity)),
    baseLogits: settings.klCoefficient === 0 ? null : upload('base', paddedRows(baseLogits, vocabulary, capacity)),
    mask: upload('mask', vocabularyMask(shape, MASKED_TOKENS)),
    tokens: upload('tokens', lossTokens(tokens), capacity * 16),
    statistics: gpu.storage('statistics', capacity * 16),
    logProb: gpu.storage('log-probabilities', capacity * 4),
    numbers,
  };
  const totals = upload('totals', Float32Array.of(1, 2, 3, 4));
  const dispatches = [
    await prepareLoss(gpu, settings, buffers, capacity, lanes),
    await prepareLossTotals(gpu, buffers, totals),
  ];
  const [gradient, statistics, logProb, sums] = (
    await gpu.read([buffers.logits, buffers.statistics, buffers.logProb, totals], [{ dispatches }])
  ).map((bytes) => new Float32Array(bytes));
  expect(gradient.subarray(positions * width).every((slope) => slope === 0)).toBe(true);
  const real = Array.from({ length: positions }, (_, position) => {
    const row = gradient.subarray(position * width, (position + 1) * width);
    expect(row.subarray(vocabulary).every((slope) => slope === 0)).toBe(true);
    return [...row.subarray(0, vocabulary)];
  });
  return {
    gradient: Float32Array.from(real.flat()),
    statistics,
    logProb: logProb.subarray(0, positions),
    totals: sums,
  };
}

/** The same by the graph that is the oracle of training. */
async function inFloat64({ vocabulary, positions, logits, baseLogits, tokens }: Case, settings: LossSettings) {
  const runtime = await testRuntime();
  const graph = new Graph('float64');
  const shape = [1, positions, vocabulary];
  const temperature = graph.scalar(1 / settings.temperature);
  const mask = graph.constant(
    Array.from({ length: vocabulary }, (_, token) => (MASKED_TOKENS.includes(token) ? -1e9 : 0)),
    [vocabulary],
  );
  const raw = graph.input('logits', 'float64', shape);
  const distribution = (value: typeof raw) => add(graph, multiply(graph, value, temperature), mask);
  const withBase = settings.klCoefficient !== 0;
  const loss = policyLoss(graph, {
    loss: settings.kind,
    logits: distribution(raw),
    baseLogits: withBase ? graph.detached(() => distribution(graph.constant(baseLogits, shape))) : null,
    targets: graph.input('targets', 'int64', shape.slice(0, 2)),
    withEntropy: settings.entropyCoefficient !== undefined && settings.entropyCoefficient !== 0,
  });
  graph.output('loss', loss);
  graph.output('gradient', gradients(graph, loss, [raw])[0]);
  const session = await openSession(runtime, graph);
  const values: Readonly<Record<string, ArrayLike<number>>> = {
    logits,
    advantage: tokens.map(({ advantage }) => advantage),
    old_log_prob: tokens.map(({ oldLogProb }) => oldLogProb),
    weight: tokens.map(({ weight }) => weight),
    clip_low: [settings.clipLow],
    clip_high: [settings.clipHigh],
    inverse_normaliser: [1 / settings.normaliser],
    kl_coefficient: [settings.klCoefficient],
    entropy_coefficient: [settings.entropyCoefficient ?? 0],
  };
  const feeds = graph.inputs.map(({ name, shape: sizes }): [string, Tensor] => {
    if (name === 'targets') {
      return [
        name,
        runtime.integers(
          BigInt64Array.from(tokens, ({ token }) => BigInt(token)),
          [1, positions],
        ),
      ];
    }
    return [name, runtime.real('float64', Float64Array.from(values[name]), sizes.map(Number))];
  });
  const outputs = await session.run(Object.fromEntries(feeds));
  const number = (name: string): number => (name in outputs ? numbersOf(outputs[name])[0] : 0);
  const gradient = Float64Array.from(numbersOf(outputs.gradient));
  const result = { gradient, sums: ['loss', 'clipped', 'kl_to_old', 'kl_to_base'].map(number) };
  await session.release();
  return result;
}

/** The loss by its formula, from what learning shows of single tokens. */
function plainLoss(logits: Float64Array, { vocabulary, baseLogits, tokens }: Case, settings: LossSettings): number {
  return tokens.reduce((sum, { token, advantage, oldLogProb, weight }, position) => {
    const logProbs = logSoftmax(rowOf(logits, vocabulary, position), settings.temperature);
    const base = logSoftmax(rowOf(baseLogits, vocabulary, position), settings.temperature);
    let loss = tokenLoss(logProbs[token], oldLogProb, advantage, settings).loss;
    logProbs.forEach((logProb, id) => {
      if (MASKED_TOKENS.includes(id)) return;
      loss += settings.klCoefficient * Math.exp(logProb) * (logProb - base[id]);
      loss += (settings.entropyCoefficient ?? 0) * Math.exp(logProb) * logProb;
    });
    return sum + (weight * loss) / settings.normaliser;
  }, 0);
}

describe.each(KINDS)('%s on the device', (kind) => {
  it.each([
    [0, 0],
    [0.4, 0],
    [0, 0.3],
    [0.4, 0.3],
  ])(
    'has the gradient and the sums of float64, with %d KL and %d entropy',
    async (klCoefficient, entropyCoefficient) => {
      const settings = { ...SETTINGS, kind, klCoefficient, entropyCoefficient };
      // Vocabularies that need padding and not, more positions than a workgroup takes, and one.
      for (const [vocabulary, positions] of [
        [13, 70],
        [102, 24],
        [102, 1],
      ]) {
        const example = someCase(vocabulary, positions, 4);
        const { gradient, totals } = await onDevice(example, settings, 1);
        const exact = await inFloat64(example, settings);
        // Measured up to 4e-7: the rounding of float32, 6e-8, in the exponents.
        expect(relativeError(gradient, exact.gradient)).toBeLessThan(2e-6);
        const sums = exact.sums.map((sum, index) => sum + index + 1);
        expect(largestDifference(totals, sums)).toBeLessThan(2e-5);
      }
    },
  );

  it('has the slopes of its loss', async () => {
    const settings = { ...SETTINGS, kind, klCoefficient: 0.4, entropyCoefficient: 0.3 };
    const example = someCase(13, 24, 2);
    const axes = randomIntegers(randomStream(9), 40, 0, example.logits.length);
    const measured = await centralDifferences(
      (logits) => Promise.resolve(plainLoss(logits, example, settings)),
      example.logits,
      axes,
    );
    const { gradient } = await onDevice(example, settings, 1);
    expect(
      relativeError(
        axes.map((axis) => gradient[axis]),
        measured,
      ),
    ).toBeLessThan(3e-6);
  });

  it('stays finite and right for logits of a thousand', async () => {
    const settings = { ...SETTINGS, kind, klCoefficient: 0.4, entropyCoefficient: 0.3 };
    const example = someCase(102, 24, 1000);
    const { gradient } = await onDevice(example, settings, 1);
    const exact = await inFloat64(example, settings);
    expect(gradient.every(Number.isFinite)).toBe(true);
    // The rounding of a logit of 1400 is 6e-5, and that is an exponent.
    expect(relativeError(gradient, exact.gradient)).toBeLessThan(1e-3);
  });

  it('gives the same bits twice', async () => {
    const settings = { ...SETTINGS, kind, klCoefficient: 0.4, entropyCoefficient: 0.3 };
    const example = someCase(102, 24, 4);
    expect(await onDevice(example, settings, 1)).toEqual(await onDevice(example, settings, 1));
  });
});

// Lanes only share the work of what the tests above check for one, so one loss is enough.
describe.each([2, 256])('%d lanes to a position', (lanes) => {
  const settings = { ...SETTINGS, kind: 'ppo', klCoefficient: 0.4, entropyCoefficient: 0.3 } as const;

  it('differentiate as one does, the same in every repetition', async () => {
    // Few vectors for many lanes, and many for each.
    for (const [vocabulary, positions] of [
      [13, 70],
      [2100, 5],
    ]) {
      const example = someCase(vocabulary, positions, 4);
      const result = await onDevice(example, settings, lanes);
      const exact = await inFloat64(example, settings);
      expect(relativeError(result.gradient, exact.gradient)).toBeLessThan(2e-6);
      expect(await onDevice(example, settings, lanes)).toEqual(result);
    }
  });

  it('leave the logits alone until all have read them, with neither KL nor entropy', async () => {
    const plain = { ...SETTINGS, kind: 'rec', klCoefficient: 0 } as const;
    const example = someCase(102, 70, 4);
    const { gradient } = await onDevice(example, plain, lanes);
    expect(relativeError(gradient, (await inFloat64(example, plain)).gradient)).toBeLessThan(2e-6);
  });
});

it('keeps its meaning for a vocabulary of 49152', async () => {
  const settings = { ...SETTINGS, kind: 'ppo', klCoefficient: 0.4, entropyCoefficient: 0.3 } as const;
  const example = someCase(49_152, 3, 6);
  const { gradient, totals } = await onDevice(example, settings, lossLanes(49_152, true));
  const exact = await inFloat64(example, settings);
  expect(relativeError(gradient, exact.gradient)).toBeLessThan(3e-6);
  expect(
    largestDifference(
      totals,
      exact.sums.map((sum, index) => sum + index + 1),
    ),
  ).toBeLessThan(2e-5);
});

it.each([1, 256])('scores tokens as float64 does, by %d lanes', async (lanes) => {
  for (const vocabulary of [13, 102, 1024]) {
    const { positions, logits, tokens } = someCase(vocabulary, 24, 4);
    const capacity = positions + 5;
    const shape = { vocabulary: padded(vocabulary), vocabularySize: vocabulary };
    const buffers = {
      logits: gpu.storage('logits', capacity * shape.vocabulary * 4),
      mask: gpu.storage('mask', shape.vocabulary * 4),
      tokens: gpu.storage('tokens', capacity * 16),
      logProb: gpu.storage('log-probabilities', capacity * 4),
      numbers: gpu.uniform('numbers', LOSS_NUMBERS_BYTES),
    };
    const before = paddedRows(logits, vocabulary, capacity);
    gpu.write(buffers.logits, before);
    gpu.write(buffers.mask, vocabularyMask(shape, MASKED_TOKENS));
    gpu.write(buffers.tokens, lossTokens(tokens));
    for (const temperature of [0.7, 0]) {
      gpu.write(buffers.numbers, scoreNumbers(temperature, positions, capacity));
      const dispatch = await prepareScore(gpu, buffers, capacity, lanes);
      const [logProb, after] = (await gpu.read([buffers.logProb, buffers.logits], [{ dispatches: [dispatch] }])).map(
        (bytes) => new Float32Array(bytes),
      );
      const expected = tokens.map(
        ({ token }, position) => logSoftmax(rowOf(logits, vocabulary, position), temperature || 1)[token],
      );
      // Log-probabilities reach 16, whose rounding is 1e-6.
      expect(largestDifference(logProb.subarray(0, positions), expected)).toBeLessThan(5e-6);
      expect(after).toEqual(before);
    }
  }
});
