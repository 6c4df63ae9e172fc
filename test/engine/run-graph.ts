/** Runs a graph on native ONNX Runtime, with plain arrays in and out. */

import type { Tensor } from 'onnxruntime-common';
import type { Graph } from '../../src/engines/onnx/graph.ts';
import { numbersOf, openSession, type Numbers } from '../../src/engines/onnx/runtime.ts';
import { nativeRuntime } from '../../src/engines/onnx/runtime-native.ts';

/** The value of one input; its type is what the graph declares. */
export interface Feed {
  readonly data: ArrayLike<number>;
  readonly shape: readonly number[];
}

export interface GraphResult {
  readonly data: Numbers;
  readonly shape: readonly number[];
}

export type RunGraph = (feeds: Readonly<Record<string, Feed>>) => Promise<Readonly<Record<string, GraphResult>>>;

/** Opens a session, lends it to `use`, and releases it. */
export async function withGraph<T>(graph: Graph, use: (run: RunGraph) => Promise<T>): Promise<T> {
  const session = await openSession(nativeRuntime, graph);
  const run: RunGraph = async (feeds) => {
    const tensors = graph.inputs.map(({ name, type }): [string, Tensor] => {
      const { data, shape } = feeds[name];
      switch (type) {
        case 'int64':
          return [name, nativeRuntime.integers(BigInt64Array.from(data, BigInt), shape)];
        case 'float32':
          return [name, nativeRuntime.real(type, Float32Array.from(data), shape)];
        case 'float64':
          return [name, nativeRuntime.real(type, Float64Array.from(data), shape)];
        case 'bool':
          throw new Error(`Input ${name} is boolean, which no graph of the engine takes.`);
      }
    });
    const outputs = await session.run(Object.fromEntries(tensors));
    return Object.fromEntries(
      Object.entries(outputs).map(([name, tensor]) => [name, { data: numbersOf(tensor), shape: tensor.dims }]),
    );
  };
  try {
    return await use(run);
  } finally {
    await session.release();
  }
}

/** Runs a graph once. */
export function runOnce(graph: Graph, feeds: Parameters<RunGraph>[0]): ReturnType<RunGraph> {
  return withGraph(graph, (run) => run(feeds));
}
