import { describe, expect, it } from 'vitest';
import { gradientErrors, type BuildFunction, type Operand } from '../../../test/engine/check-gradient.ts';
import { runOnce } from '../../../test/engine/run-graph.ts';
import { gradients } from './gradients.ts';
import { Graph } from './graph.ts';
import {
  add,
  concatenate,
  divide,
  exponential,
  gatherRows,
  lastOf,
  logSoftmax,
  matrixMultiply,
  meanLast,
  multiply,
  negate,
  oneHot,
  reshape,
  sigmoid,
  slice,
  softmax,
  squareRoot,
  subtract,
  sumAll,
  sumAxis,
  swapLastAxes,
  transpose,
  unsqueezeLast,
} from './operations.ts';

/** Central differences in float64 are good to about 1e-10 of the largest slope; the engine is held to 1e-6. */
const LIMIT = 1e-6;

async function expectTrueGradients(build: BuildFunction, operands: readonly Operand[], limit = LIMIT): Promise<void> {
  const errors = await gradientErrors(build, operands);
  expect(errors.length).toBe(operands.filter(({ isInteger, isFixed }) => !isInteger && !isFixed).length);
  for (const error of errors) expect(error).toBeLessThan(limit);
}

/** Away from zero, for what divides or takes roots. */
const positive = (...size: number[]): Operand => ({
  size,
  data: Array.from({ length: size.reduce((product, length) => product * length, 1) }, (_, index) => 0.5 + index / 7),
});

const ARITHMETIC = { add, subtract, multiply, divide };

describe.each(Object.entries(ARITHMETIC))('%s', (_, operation) => {
  it.each<[string, Operand, Operand]>([
    ['equal shapes', { size: [3, 4] }, positive(3, 4)],
    ['a row for every row', { size: [3, 4] }, positive(4)],
    ['a row on the left', { size: [4] }, positive(3, 4)],
    ['a column and a row', { size: [3, 1] }, positive(1, 4)],
    ['an axis in the middle', { size: [2, 3, 4] }, positive(2, 1, 4)],
    ['new axes and stretched ones', { size: [3, 1] }, positive(2, 5, 3, 4)],
    ['a single number', { size: [2, 3] }, positive()],
    [
      'sizes known only at run time',
      { size: [2, 3], declared: ['batch', 'time'] },
      { ...positive(3), declared: ['time'] },
    ],
  ])('has the gradients of its formula: %s', async (_name, a, b) => {
    await expectTrueGradients((graph, [x, y]) => operation(graph, x, y), [a, b]);
  });

  it('refuses shapes that do not broadcast', () => {
    const graph = new Graph('float64');
    const x = graph.input('x', 'float64', [2, 3]);
    const y = graph.input('y', 'float64', [2, 4]);
    expect(() => operation(graph, x, y)).toThrow(expect.objectContaining({ kind: 'engine' }));
  });
});

describe('operations on one value have the gradients of their formulas', () => {
  const symbolic: Operand = { size: [2, 3, 4], declared: ['batch', 'time', 4] };
  it.each<[string, BuildFunction, Operand]>([
    ['negate', (graph, [x]) => negate(graph, x), { size: [5] }],
    ['exponential', (graph, [x]) => exponential(graph, x), { size: [2, 3] }],
    ['sigmoid', (graph, [x]) => sigmoid(graph, x), { size: [7], data: [-9, -2, -0.5, 0, 0.5, 2, 9] }],
    ['squareRoot', (graph, [x]) => squareRoot(graph, x), positive(2, 3)],
    ['transpose', (graph, [x]) => transpose(graph, x, [2, 0, 3, 1]), { size: [2, 3, 4, 5] }],
    ['swapLastAxes', (graph, [x]) => swapLastAxes(graph, x), symbolic],
    ['reshape', (graph, [x]) => reshape(graph, x, [0, -1, 2, 2], ['batch', 'time', 2, 2]), symbolic],
    ['unsqueezeLast', (graph, [x]) => unsqueezeLast(graph, x), symbolic],
    ['sumAxis, kept', (graph, [x]) => sumAxis(graph, x, -2, true), symbolic],
    ['sumAxis, dropped', (graph, [x]) => sumAxis(graph, x, -2, false), symbolic],
    ['sumAxis, the last', (graph, [x]) => sumAxis(graph, x, -1, false), { size: [3, 5] }],
    ['sumAll', (graph, [x]) => sumAll(graph, x), symbolic],
    ['sumAll of a single number', (graph, [x]) => sumAll(graph, x), { size: [] }],
    ['meanLast', (graph, [x]) => meanLast(graph, x), symbolic],
    ['softmax', (graph, [x]) => softmax(graph, x), { size: [2, 3, 5] }],
    ['logSoftmax', (graph, [x]) => logSoftmax(graph, x), { size: [2, 3, 5] }],
    [
      'a value used three times',
      (graph, [x]) => multiply(graph, add(graph, x, exponential(graph, x)), x),
      { size: [4] },
    ],
    ['a value beside itself', (graph, [x]) => concatenate(graph, [x, negate(graph, x), x], 1, 9), { size: [2, 3] }],
  ])('%s', async (_, build, operand) => {
    await expectTrueGradients(build, [operand]);
  });
});

describe('matrixMultiply', () => {
  it.each<[string, Operand, Operand]>([
    ['two matrices', { size: [3, 5] }, { size: [5, 4] }],
    ['stacks of matrices', { size: [2, 3, 5] }, { size: [2, 5, 4] }],
    ['two leading axes', { size: [2, 3, 4, 5] }, { size: [2, 3, 5, 2] }],
    ['one matrix shared by a stack', { size: [2, 3, 5] }, { size: [5, 4] }],
    ['one matrix shared over two axes', { size: [2, 3, 4, 5] }, { size: [5, 6] }],
    ['a stack of unknown size', { size: [3, 2, 5], declared: ['batch', 'time', 5] }, { size: [5, 4] }],
    ['a single row and column', { size: [1, 5] }, { size: [5, 1] }],
    ['nothing asked of the left', { size: [2, 3, 5], isFixed: true }, { size: [5, 4] }],
    ['nothing asked of the right', { size: [2, 3, 5] }, { size: [5, 4], isFixed: true }],
  ])('has the gradients of its formula: %s', async (_, a, b) => {
    await expectTrueGradients((graph, [x, y]) => matrixMultiply(graph, x, y), [a, b]);
  });

  it('refuses shapes that do not multiply', () => {
    const graph = new Graph('float64');
    const x = graph.input('x', 'float64', [2, 3]);
    expect(() => matrixMultiply(graph, x, x)).toThrow(expect.objectContaining({ kind: 'engine' }));
  });
});

describe('concatenate', () => {
  it('gives every part its own piece of the gradient', async () => {
    await expectTrueGradients(
      (graph, [x, y, z]) => concatenate(graph, [x, y, z], 1, 6),
      [{ size: [2, 3] }, { size: [2, 1], isFixed: true }, { size: [2, 2] }],
    );
  });

  it('needs to know where the parts end when it is differentiated', () => {
    const graph = new Graph('float64');
    const x = graph.input('x', 'float64', ['time']);
    const loss = sumAll(graph, concatenate(graph, [x, x], 0, 'both'));
    expect(() => gradients(graph, loss, [x])).toThrow(expect.objectContaining({ kind: 'engine' }));
  });
});

describe('gatherRows', () => {
  it('adds up the gradients of a row that is looked up twice, and gives the others none', async () => {
    await expectTrueGradients(
      (graph, [table, indices]) => gatherRows(graph, table, indices),
      [{ size: [5, 3] }, { size: [2, 3], declared: ['batch', 'time'], data: [4, 0, 4, 1, 4, 0], isInteger: true }],
    );
  });
});

it('oneHot marks the index on a new last axis, in both types', async () => {
  for (const real of ['float32', 'float64'] as const) {
    const graph = new Graph(real);
    graph.output('marks', oneHot(graph, graph.input('indices', 'int64', [2, 2]), 3));
    const { marks } = await runOnce(graph, { indices: { data: [2, 0, 1, 1], shape: [2, 2] } });
    expect(marks.shape).toEqual([2, 2, 3]);
    expect([...marks.data]).toEqual([0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0]);
  }
});

it('slice and lastOf take elements of one axis', async () => {
  const graph = new Graph('float64');
  const x = graph.input('x', 'float64', [2, 4]);
  graph.output('middle', slice(graph, x, 1, 1, 3));
  graph.output('last', lastOf(graph, x, 1));
  const { middle, last } = await runOnce(graph, { x: { data: [0, 1, 2, 3, 4, 5, 6, 7], shape: [2, 4] } });
  expect([...middle.data]).toEqual([1, 2, 5, 6]);
  expect(last.shape).toEqual([2, 1]);
  expect([...last.data]).toEqual([3, 7]);
});
