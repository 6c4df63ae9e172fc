/** The portable engine on WebAssembly in Node, with worker threads: the bits of browsers, for tools and tests. */

import { localEngine, portedEngine, type OnnxEngineSettings } from './assemble.ts';
import type { OnnxEngine } from './engine.ts';
import { startThread, threadPort } from './node-thread.ts';
import { wasmRuntime } from './runtime-wasm-node.ts';

export interface WasmEngineOptions extends OnnxEngineSettings {
  /** Worker threads; 0 computes on the calling thread. */
  readonly workers: number;
}

export async function createWasmEngine({ workers, ...settings }: WasmEngineOptions): Promise<OnnxEngine> {
  if (workers === 0) return localEngine(settings, wasmRuntime);
  const entry = new URL('./wasm-worker.ts', import.meta.url);
  return portedEngine(
    settings,
    Array.from({ length: workers }, () => threadPort(startThread(entry, null))),
  );
}
