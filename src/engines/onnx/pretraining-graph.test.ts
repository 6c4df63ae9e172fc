import { describe, expect, it } from 'vitest';
import { centralDifferences, largestDifference, relativeError } from '../../../test/engine/differences.ts';
import { randomIntegers, randomNumbers, randomStream } from '../../../test/engine/random.ts';
import { runOnce, withGraph, type Feed } from '../../../test/engine/run-graph.ts';
import { slowLogits, slowLogProbs, slowWeights } from '../../../test/engine/slow-llama.ts';
import { asMatrix, product, slowMuon, turned, type Matrix } from '../../../test/engine/slow-muon.ts';
import { ODD_CONFIG, randomBase } from '../../../test/engine/tiny-model.ts';
import { muonGraph, pretrainingGraph } from './pretraining-graph.ts';
import { parameterShapes } from './weight-sources.ts';
import { transposed } from './llama.ts';

const CONTEXTS = [
  [1, 5, 3, 12, 7, 5],
  [1, 2, 9, 4],
];
/** How much each token counts; the first is never predicted. */
const WEIGHTS = [
  [0, 1, 0.15, 1, 0, 1],
  [0, 0.15, 1, 1],
];
const TIME = 5;
const NORMALISER = 4;
/** Numbers moved in each tensor. */
const MOVED_NUMBERS = 4;

function columns<T>(rows: readonly (readonly T[])[], shift: number, padding: T): readonly T[] {
  return rows.flatMap((row) => Array.from({ length: TIME }, (_, column) => row[column + shift] ?? padding));
}

/** The last token of a row is a target only. */
const inputs = CONTEXTS.map((context) => context.slice(0, -1));

function feedsFor(config: typeof ODD_CONFIG): Record<string, Feed> {
  const { weights } = randomBase(config, 3);
  const feeds: Record<string, Feed> = {
    tokens: { data: columns(inputs, 0, 0), shape: [2, TIME] },
    targets: { data: columns(CONTEXTS, 1, 0), shape: [2, TIME] },
    weight: { data: columns(WEIGHTS, 1, 0), shape: [2, TIME] },
    positions: { data: [0, 1, 2, 3, 4], shape: [TIME] },
    bias: {
      data: Array.from({ length: TIME * TIME }, (_, cell) => (cell % TIME > Math.floor(cell / TIME) ? -1e9 : 0)),
      shape: [TIME, TIME],
    },
    inverse_normaliser: { data: [1 / NORMALISER], shape: [] },
  };
  for (const { name, shape, isProjection } of parameterShapes(config)) {
    const data = weights.get(name)?.data ?? new Float32Array(0);
    feeds[name] = { data: isProjection ? transposed(data, shape[1], shape[0]) : data, shape };
  }
  return feeds;
}

describe.each([
  ['a head of its own', ODD_CONFIG],
  ['tied embeddings', { ...ODD_CONFIG, tie_word_embeddings: true }],
])('the pretraining step with %s', (_, config) => {
  const feeds = feedsFor(config);

  it('has the gradient of its loss for every tensor', async () => {
    const random = randomStream(4);
    await withGraph(pretrainingGraph(config, 'float64'), async (run) => {
      const outputs = await run(feeds);
      for (const { name, shape } of parameterShapes(config)) {
        const { data } = feeds[name];
        const derived = outputs[`gradient.${name}`];
        expect(derived.shape, name).toEqual(shape);
        const axes = randomIntegers(random, MOVED_NUMBERS, 0, data.length);
        const measured = await centralDifferences(
          async (point) => (await run({ ...feeds, [name]: { data: point, shape } })).loss.data[0],
          data,
          axes,
        );
        // Rows of words that occur nowhere have no slope at all.
        if (measured.every((slope) => slope === 0)) expect(axes.every((axis) => derived.data[axis] === 0)).toBe(true);
        else
          expect(
            relativeError(
              axes.map((axis) => derived.data[axis]),
              measured,
            ),
            name,
          ).toBeLessThan(1e-6);
      }
    });
  });

  it('has the loss of a slow implementation', async () => {
    const outputs = await runOnce(pretrainingGraph(config, 'float64'), feeds);
    const weights = slowWeights(randomBase(config, 3));
    let expected = 0;
    CONTEXTS.forEach((context, row) => {
      const logits = slowLogits(config, weights, inputs[row]);
      inputs[row].forEach((__, column) => {
        const logProb = slowLogProbs(logits[column], 1, [])[context[column + 1]];
        expect(outputs.log_prob.data[row * TIME + column]).toBeCloseTo(logProb, 12);
        expected -= (WEIGHTS[row][column + 1] * logProb) / NORMALISER;
      });
    });
    expect(outputs.loss.data[0]).toBeCloseTo(expected, 12);
  });
});

describe('Muon', () => {
  const settings = { momentum: 0.9, weightDecay: 0.1, learningRate: 0.05 };
  const count = 3;

  it.each<[string, readonly [number, number]]>([
    ['wide', [4, 7]],
    ['tall', [7, 4]],
    ['square', [5, 5]],
    ['a single row', [1, 6]],
  ])('in a graph does what it does slowly, on %s matrices', async (_, shape) => {
    const size = shape[0] * shape[1];
    const random = randomStream(shape[0]);
    const stack = (scale: number): Feed => ({
      data: randomNumbers(random, count * size, -scale, scale),
      shape: [count, ...shape],
    });
    const feeds = {
      parameter: stack(1),
      gradient: stack(0.01),
      momentum: stack(0.02),
      learning_rate: { data: [settings.learningRate], shape: [] },
    };
    const matrices = (feed: ArrayLike<number>, index: number): Matrix =>
      asMatrix(Array.from(feed).slice(index * size, (index + 1) * size), shape[1]);
    for (const [real, limit] of [
      ['float64', 1e-12],
      ['float32', 1e-5],
    ] as const) {
      const outputs = await runOnce(muonGraph(shape, real, settings), feeds);
      for (let index = 0; index < count; index++) {
        const [parameter, gradient, momentum] = [feeds.parameter, feeds.gradient, feeds.momentum].map(({ data }) =>
          matrices(data, index),
        );
        const expected = slowMuon(parameter, gradient, momentum, settings);
        const next = [outputs.next_parameter, outputs.next_momentum].map(({ data }) => matrices(data, index));
        expect(largestDifference(next[0].flat(), expected.parameter.flat())).toBeLessThan(limit);
        expect(largestDifference(next[1].flat(), expected.momentum.flat())).toBeLessThan(limit);
      }
    }
  });

  it('moves along a nearly orthogonal matrix, however long the gradient', async () => {
    const random = randomStream(8);
    const zero: Feed = { data: new Float64Array(24), shape: [1, 4, 6] };
    for (const length of [1e-3, 1, 1e3]) {
      const { next_parameter: next } = await runOnce(muonGraph([4, 6], 'float64', settings), {
        parameter: zero,
        gradient: { data: randomNumbers(random, 24, -length, length), shape: [1, 4, 6] },
        momentum: zero,
        learning_rate: { data: [1], shape: [] },
      });
      const direction = asMatrix(next.data, 6);
      const squares = product(direction, turned(direction)).reduce((sum, row, index) => sum + row[index], 0);
      // The iteration leaves singular values between 0.7 and 1.2, so the squares of all four add up to 2 to 5.8.
      expect(squares).toBeGreaterThan(1.9);
      expect(squares).toBeLessThan(5.8);
    }
  });
});
