/**
 * The little of ONNX Runtime that the engine uses, so that the same code runs on onnxruntime-node and onnxruntime-web.
 */

import type { InferenceSession, Tensor } from 'onnxruntime-common';
import type { Graph, RealType } from './graph.ts';
import { encodeModel } from './model-file.ts';

export type Numbers = Float32Array | Float64Array;

export interface OnnxRuntime {
  readonly name: 'onnx-native' | 'onnx-wasm';
  /** For people and run records: `ONNX Runtime 1.30.0, native`. */
  readonly detail: string;
  createSession(model: Uint8Array, options: InferenceSession.SessionOptions): Promise<InferenceSession>;
  real(type: RealType, data: Numbers, dims: readonly number[]): Tensor;
  integers(data: BigInt64Array, dims: readonly number[]): Tensor;
}

/**
 * A session for a graph: one thread, no memory pattern (it costs memory and gains nothing), and for float64 only basic
 * optimisations, since the extended ones fuse into operators that have no float64.
 */
export function openSession(runtime: OnnxRuntime, graph: Graph): Promise<InferenceSession> {
  return runtime.createSession(encodeModel(graph), {
    executionProviders: [runtime.name === 'onnx-wasm' ? 'wasm' : 'cpu'],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    enableMemPattern: false,
    graphOptimizationLevel: graph.real === 'float64' ? 'basic' : 'all',
  });
}

/** The numbers of an output. */
export function numbersOf(tensor: Tensor): Float32Array {
  return tensor.data as Float32Array;
}
