import { describe, expect, it } from 'vitest';
import { runOnce } from '../../../test/engine/run-graph.ts';
import { Graph } from './graph.ts';
import { encodeModel } from './model-file.ts';
import { add, exponential, multiply, sigmoid, sumAll } from './operations.ts';

/** Names of operators and values stand in the file as plain text. */
function textOf(model: Uint8Array): string {
  return new TextDecoder('latin1').decode(model);
}

describe('encodeModel', () => {
  it('leaves out nodes and constants that no output needs', () => {
    const build = (withDeadParts: boolean): Uint8Array => {
      const graph = new Graph('float32');
      const x = graph.input('x', 'float32', [2]);
      graph.output('y', exponential(graph, x));
      if (withDeadParts)
        sumAll(graph, multiply(graph, sigmoid(graph, x), graph.constant(new Float32Array(500), [500, 1])));
      return encodeModel(graph);
    };
    expect(build(true)).toEqual(build(false));
    expect(textOf(build(true))).toContain('Exp');
    expect(textOf(build(true))).not.toContain('Sigmoid');
  });

  it('writes one value under two names, and names that are used inside as well', async () => {
    const graph = new Graph('float64');
    const x = graph.input('x', 'float64', [2]);
    const double = add(graph, x, x);
    graph.output('first', double);
    graph.output('second', double);
    graph.output('square', multiply(graph, double, double));
    const { first, second, square } = await runOnce(graph, { x: { data: [1, 3], shape: [2] } });
    expect([...first.data]).toEqual([2, 6]);
    expect([...second.data]).toEqual([2, 6]);
    expect([...square.data]).toEqual([4, 36]);
  });

  it('keeps every bit of its constants, in both types', async () => {
    const numbers = [Math.PI, -0, 5e-324, 1e300, -1 / 3];
    for (const real of ['float32', 'float64'] as const) {
      const graph = new Graph(real);
      const x = graph.input('x', real, [5]);
      graph.output('sum', add(graph, x, graph.constant(numbers, [5])));
      // Minus zero plus minus zero keeps its sign.
      const { sum } = await runOnce(graph, { x: { data: [-0, -0, -0, -0, -0], shape: [5] } });
      expect([...sum.data]).toEqual([...(real === 'float32' ? Float32Array.from(numbers) : numbers)]);
    }
  });

  it('writes whole numbers beyond 32 bits and below zero', async () => {
    const graph = new Graph('float32');
    const x = graph.input('x', 'int64', [3]);
    const large = graph.integers([2 ** 40, -(2 ** 40), -1]);
    graph.output('same', graph.node('Equal', [x, large], { type: 'bool', shape: [3] }));
    const { same } = await runOnce(graph, { x: { data: [2 ** 40, -(2 ** 40), -1], shape: [3] } });
    expect([...same.data].map(Number)).toEqual([1, 1, 1]);
  });

  it.each<[string, (graph: Graph) => void]>([
    ['no output', (graph) => void graph.input('x', 'float32', [1])],
    ['a constant that does not fill its shape', (graph) => void graph.constant([1, 2, 3], [2, 2])],
  ])('refuses %s', (_, build) => {
    expect(() => {
      const graph = new Graph('float32');
      build(graph);
      encodeModel(graph);
    }).toThrow(expect.objectContaining({ kind: 'engine' }));
  });
});
