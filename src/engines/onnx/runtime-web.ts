/**
 * ONNX Runtime for browsers: WebAssembly, one thread, from the site itself. Vite ships the two files of the runtime as
 * assets and gives their addresses here, so that the site works from any sub-path and asks no other server.
 */

import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import glueUrl from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import type { OnnxRuntime } from './runtime.ts';

env.wasm.wasmPaths = { mjs: glueUrl, wasm: wasmUrl };
env.wasm.numThreads = 1;

export const webRuntime: OnnxRuntime = {
  name: 'onnx-wasm',
  detail: `ONNX Runtime ${env.versions.web ?? env.versions.common}, WASM`,
  createSession: (model, options) => InferenceSession.create(model, options),
  real: (type, data, dims) => new Tensor(type, data, dims),
  integers: (data, dims) => new Tensor('int64', data, dims),
};
