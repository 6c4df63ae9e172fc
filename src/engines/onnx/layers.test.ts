import { describe, expect, it } from 'vitest';
import { gradientErrors, type BuildFunction, type Operand } from '../../../test/engine/check-gradient.ts';
import { runOnce } from '../../../test/engine/run-graph.ts';
import { Graph } from './graph.ts';
import {
  adaptedProjection,
  divergence,
  joinHeads,
  logProbabilityOf,
  repeatHeads,
  rmsNorm,
  rotate,
  splitHeads,
  swiglu,
} from './layers.ts';

/** Central differences in float64 are good to about 1e-10 of the largest slope; the engine is held to 1e-6. */
const LIMIT = 1e-6;

describe('gradients written by hand are those of the layer', () => {
  it.each<[string, BuildFunction, readonly Operand[]]>([
    ['rmsNorm', (graph, [x, weight]) => rmsNorm(graph, x, weight, 1e-2), [{ size: [2, 3, 5] }, { size: [5] }]],
    [
      'rmsNorm with a frozen weight and sizes known at run time',
      (graph, [x, weight]) => rmsNorm(graph, x, weight, 1e-5),
      [
        { size: [2, 3, 5], declared: ['batch', 'time', 5] },
        { size: [5], isFixed: true },
      ],
    ],
    [
      'rmsNorm of a single position',
      (graph, [x, weight]) => rmsNorm(graph, x, weight, 1e-5),
      [{ size: [1, 1, 7] }, { size: [7] }],
    ],
    ['swiglu', (graph, [gate, up]) => swiglu(graph, gate, up), [{ size: [2, 3, 5] }, { size: [2, 3, 5] }]],
    [
      'swiglu far from zero',
      (graph, [gate, up]) => swiglu(graph, gate, up),
      [{ size: [5], data: [-8, -3, 0, 3, 8] }, { size: [5] }],
    ],
    [
      'adaptedProjection',
      (graph, [x, weight, a, b]) => adaptedProjection(graph, x, { weight, a, b, scale: 1.5 }),
      [{ size: [2, 3, 5] }, { size: [5, 4], isFixed: true }, { size: [2, 5] }, { size: [4, 2] }],
    ],
    [
      'adaptedProjection whose input needs no gradient',
      (graph, [x, weight, a, b]) => adaptedProjection(graph, x, { weight, a, b, scale: 2 }),
      [
        { size: [3, 2, 5], declared: ['batch', 'time', 5], isFixed: true },
        { size: [5, 7], isFixed: true },
        { size: [1, 5] },
        { size: [7, 1] },
      ],
    ],
    ['splitHeads', (graph, [x]) => splitHeads(graph, x, 3, 2), [{ size: [2, 4, 6], declared: ['batch', 'time', 6] }]],
    ['joinHeads', (graph, [x]) => joinHeads(graph, x), [{ size: [2, 3, 4, 2], declared: ['batch', 3, 'time', 2] }]],
    [
      'repeatHeads, three queries to a key',
      (graph, [x]) => repeatHeads(graph, x, 6),
      [{ size: [2, 2, 3, 4], declared: ['batch', 2, 'time', 4] }],
    ],
    ['repeatHeads, one key for all', (graph, [x]) => repeatHeads(graph, x, 5), [{ size: [2, 1, 3, 4] }]],
    ['repeatHeads, a key for each', (graph, [x]) => repeatHeads(graph, x, 2), [{ size: [2, 2, 3, 4] }]],
    [
      'rotate',
      (graph, [x, cosine, sine]) => rotate(graph, x, cosine, sine),
      [
        { size: [2, 3, 5, 6], declared: ['batch', 3, 'time', 6] },
        { size: [5, 6], declared: ['time', 6], isFixed: true },
        { size: [5, 6], declared: ['time', 6], isFixed: true },
      ],
    ],
    [
      'logProbabilityOf',
      (graph, [logits, targets]) => logProbabilityOf(graph, logits, targets),
      [
        { size: [2, 3, 5], declared: ['batch', 'time', 5] },
        { size: [2, 3], declared: ['batch', 'time'], data: [4, 0, 2, 2, 1, 3], isInteger: true },
      ],
    ],
    [
      'divergence',
      (graph, [logits, base]) => divergence(graph, logits, base),
      [{ size: [2, 3, 5] }, { size: [2, 3, 5], isFixed: true }],
    ],
  ])('%s', async (_, build, operands) => {
    const errors = await gradientErrors(build, operands);
    expect(errors.length).toBe(operands.filter(({ isInteger, isFixed }) => !isInteger && !isFixed).length);
    for (const error of errors) expect(error).toBeLessThan(LIMIT);
  });
});

describe('heads', () => {
  const numbers = Array.from({ length: 12 }, (_, index) => index);

  it('are neighbouring columns of a position, and go back to where they were', async () => {
    const graph = new Graph('float64');
    const split = splitHeads(graph, graph.input('x', 'float64', [1, 2, 6]), 3, 2);
    graph.output('split', split);
    graph.output('joined', joinHeads(graph, split));
    const result = await runOnce(graph, { x: { data: numbers, shape: [1, 2, 6] } });
    expect([...result.split.data]).toEqual([0, 1, 6, 7, 2, 3, 8, 9, 4, 5, 10, 11]);
    expect([...result.joined.data]).toEqual(numbers);
  });

  it('of one group stand side by side: query heads 0, 1, 2 read key head 0', async () => {
    const graph = new Graph('float64');
    graph.output('repeated', repeatHeads(graph, graph.input('x', 'float64', [1, 2, 1, 2]), 6));
    const { repeated } = await runOnce(graph, { x: { data: [1, 2, 3, 4], shape: [1, 2, 1, 2] } });
    expect(repeated.shape).toEqual([1, 6, 1, 2]);
    expect([...repeated.data]).toEqual([1, 2, 1, 2, 1, 2, 3, 4, 3, 4, 3, 4]);
  });
});

describe('divergence', () => {
  it('is the sum of p log(p / q) over the whole distribution', async () => {
    const logits = [0.5, -1, 2, 0];
    const baseLogits = [1, 1, -0.5, 0.25];
    const graph = new Graph('float64');
    const [policy, base] = ['policy', 'base'].map((name) => graph.input(name, 'float64', [1, 4]));
    graph.output('kl', divergence(graph, policy, base));
    const { kl } = await runOnce(graph, {
      policy: { data: logits, shape: [1, 4] },
      base: { data: baseLogits, shape: [1, 4] },
    });
    const share = (all: readonly number[], index: number): number =>
      Math.exp(all[index]) / all.reduce((sum, logit) => sum + Math.exp(logit), 0);
    const expected = logits.reduce((sum, _, index) => {
      const p = share(logits, index);
      return sum + p * Math.log(p / share(baseLogits, index));
    }, 0);
    expect(kl.data[0]).toBeCloseTo(expected, 14);
  });

  it('of a policy from itself is nothing, masked tokens included', async () => {
    const graph = new Graph('float32');
    const [policy, base] = ['policy', 'base'].map((name) => graph.input(name, 'float32', [1, 3]));
    graph.output('kl', divergence(graph, policy, base));
    const same = { data: [-1e9, 1, 2], shape: [1, 3] };
    expect((await runOnce(graph, { policy: same, base: same })).kl.data[0]).toBe(0);
  });
});
