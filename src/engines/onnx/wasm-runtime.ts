/** ONNX Runtime's WebAssembly as the engine's runtime: one thread, so that the bits are the same wherever it runs. */

import type * as ort from 'onnxruntime-web/wasm';
import type { OnnxRuntime } from './runtime.ts';

/** `library` is onnxruntime-web, however the place it runs in comes by it. */
export function wasmRuntimeOf({ env, InferenceSession, Tensor }: typeof ort): OnnxRuntime {
  env.wasm.numThreads = 1;
  return {
    name: 'onnx-wasm',
    detail: `ONNX Runtime ${env.versions.web ?? env.versions.common}, WASM`,
    createSession: (model, options) => InferenceSession.create(model, options),
    real: (type, data, dims) => new Tensor(type, data, dims),
    integers: (data, dims) => new Tensor('int64', data, dims),
  };
}
