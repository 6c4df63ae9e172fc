import { describe, expect, it } from 'vitest';
import { runOnce } from '../../../test/engine/run-graph.ts';
import { gradients } from './gradients.ts';
import { Graph } from './graph.ts';
import { add, exponential, multiply, sigmoid, sumAll } from './operations.ts';

describe('gradients', () => {
  it('are 1 for the loss itself', async () => {
    const graph = new Graph('float64');
    const x = graph.input('x', 'float64', []);
    graph.output('gradient', gradients(graph, x, [x])[0]);
    expect([...(await runOnce(graph, { x: { data: [3], shape: [] } })).gradient.data]).toEqual([1]);
  });

  it('add up over every way from a variable to the loss', async () => {
    const graph = new Graph('float64');
    const x = graph.input('x', 'float64', [2]);
    const y = graph.input('y', 'float64', [2]);
    // x y + x x: y + 2x and x.
    const loss = sumAll(graph, add(graph, multiply(graph, x, y), multiply(graph, x, x)));
    const [forX, forY] = gradients(graph, loss, [x, y]);
    graph.output('for x', forX);
    graph.output('for y', forY);
    const result = await runOnce(graph, { x: { data: [2, 3], shape: [2] }, y: { data: [5, 7], shape: [2] } });
    expect([...result['for x'].data]).toEqual([9, 13]);
    expect([...result['for y'].data]).toEqual([2, 3]);
  });

  it('can be asked of a value in the middle, beside what it was made from', async () => {
    const graph = new Graph('float64');
    const x = graph.input('x', 'float64', [1]);
    const square = multiply(graph, x, x);
    const loss = sumAll(graph, multiply(graph, square, square));
    gradients(graph, loss, [x, square]).forEach((gradient, index) => graph.output(`gradient ${index}`, gradient));
    const result = await runOnce(graph, { x: { data: [2], shape: [1] } });
    expect([...result['gradient 0'].data]).toEqual([32]);
    expect([...result['gradient 1'].data]).toEqual([8]);
  });

  it('do not flow through what was built detached', async () => {
    const graph = new Graph('float64');
    const x = graph.input('x', 'float64', [1]);
    const held = graph.detached(() => exponential(graph, x));
    graph.output('gradient', gradients(graph, sumAll(graph, multiply(graph, held, x)), [x])[0]);
    const { gradient } = await runOnce(graph, { x: { data: [1], shape: [1] } });
    expect(gradient.data[0]).toBeCloseTo(Math.E, 14);
  });

  it('are recorded again after a detached part that fails', () => {
    const graph = new Graph('float64');
    const x = graph.input('x', 'float64', [1]);
    expect(() =>
      graph.detached(() => {
        throw new Error('half-way');
      }),
    ).toThrow('half-way');
    expect(() => gradients(graph, sumAll(graph, x), [x])).not.toThrow();
  });

  it.each<[string, (graph: Graph) => void]>([
    [
      'the loss does not depend on',
      (graph) => {
        const [x, other] = ['x', 'other'].map((name) => graph.input(name, 'float64', [2]));
        gradients(graph, sumAll(graph, sigmoid(graph, x)), [x, other]);
      },
    ],
    [
      'the loss depends on only through a detached part',
      (graph) => {
        const [x, other] = ['x', 'other'].map((name) => graph.input(name, 'float64', [2]));
        const mask = graph.detached(() => sigmoid(graph, other));
        gradients(graph, sumAll(graph, multiply(graph, x, mask)), [x, other]);
      },
    ],
    [
      'something else than the loss depends on',
      (graph) => {
        const [x, other] = ['x', 'other'].map((name) => graph.input(name, 'float64', [2]));
        multiply(graph, x, other);
        gradients(graph, sumAll(graph, x), [x, other]);
      },
    ],
  ])('name the variable that %s', (_, build) => {
    expect(() => build(new Graph('float64'))).toThrow(
      expect.objectContaining({ kind: 'engine', message: expect.stringContaining('other') }),
    );
  });

  it('build nothing for inputs that nobody asked about', () => {
    const build = (variables: readonly ('x' | 'y')[]): number => {
      const graph = new Graph('float64');
      const inputs = { x: graph.input('x', 'float64', [2]), y: graph.input('y', 'float64', [2]) };
      const loss = sumAll(graph, multiply(graph, exponential(graph, inputs.x), exponential(graph, inputs.y)));
      const before = graph.nodes.length;
      gradients(
        graph,
        loss,
        variables.map((name) => inputs[name]),
      );
      return graph.nodes.length - before;
    };
    // For each side one product for the other factor and one for the exponential; Shape and Expand for the sum.
    expect(build(['x'])).toBe(4);
    expect(build(['x', 'y'])).toBe(6);
  });
});
