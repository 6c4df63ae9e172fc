/** The runtime of browsers in Node: the same WebAssembly, and so the same bits, without Vite's addresses. */

import * as ort from 'onnxruntime-web';
import { wasmRuntimeOf } from './wasm-runtime.ts';

export const wasmRuntime = wasmRuntimeOf(ort);
