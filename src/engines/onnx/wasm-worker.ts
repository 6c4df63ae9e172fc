/** Entry of a Node worker thread that holds one WASM executor. */

import { serveThread } from './node-thread.ts';
import { wasmRuntime } from './runtime-wasm-node.ts';

serveThread(wasmRuntime);
