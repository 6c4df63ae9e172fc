/** The runtime of browsers in Node: the same WebAssembly, and so the same bits, without Vite's addresses. */

import { env, InferenceSession, Tensor } from 'onnxruntime-web';
import type { OnnxRuntime } from './runtime.ts';

env.wasm.numThreads = 1;

export const wasmRuntime: OnnxRuntime = {
  name: 'onnx-wasm',
  detail: `ONNX Runtime ${env.versions.web ?? env.versions.common}, WASM`,
  createSession: (model, options) => InferenceSession.create(model, options),
  real: (type, data, dims) => new Tensor(type, data, dims),
  integers: (data, dims) => new Tensor('int64', data, dims),
};
