/** The build of ONNX Runtime that has the WebGPU execution provider, from the page's own site. */

import glueUrl from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url';
import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url';

export const ORT_FILES = { mjs: glueUrl, wasm: wasmUrl };
