/** Protects that a browser finds the files of ONNX Runtime and computes with them, in both floating-point types. */

import { expect, it } from 'vitest';
import { Graph, type RealType } from './graph.ts';
import { add } from './operations.ts';
import { numbersOf, openSession } from './runtime.ts';
import { webRuntime } from './runtime-web.ts';

it.each<[RealType, Float32Array | Float64Array]>([
  ['float32', new Float32Array([1, 2.5])],
  ['float64', new Float64Array([1, 2.5])],
])('adds %s numbers', async (real, numbers) => {
  const graph = new Graph(real);
  const x = graph.input('x', real, [2]);
  graph.output('sum', add(graph, x, x));
  const session = await openSession(webRuntime, graph);
  const { sum } = await session.run({ x: webRuntime.real(real, numbers, [2]) });
  expect([...numbersOf(sum)]).toEqual([2, 5]);
  await session.release();
});
