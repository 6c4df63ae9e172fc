/**
 * ONNX Runtime for browsers: WebAssembly, one thread, from the site itself. Vite ships the two files of the runtime as
 * assets and gives their addresses here, so that the site works from any sub-path and asks no other server.
 */

import * as ort from 'onnxruntime-web/wasm';
import glueUrl from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import { wasmRuntimeOf } from './wasm-runtime.ts';

ort.env.wasm.wasmPaths = { mjs: glueUrl, wasm: wasmUrl };

export const webRuntime = wasmRuntimeOf(ort);
