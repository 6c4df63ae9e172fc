/** The portable engine on Node's native ONNX Runtime, with worker threads: for tools and tests. */

import { localEngine, portedEngine, type OnnxEngineSettings } from './assemble.ts';
import type { OnnxEngine } from './engine.ts';
import { startThread, threadPort } from './node-thread.ts';
import type { ExecutorPort } from './remote-executor.ts';
import { nativeRuntime } from './runtime-native.ts';

export interface NativeEngineOptions extends OnnxEngineSettings {
  /** Worker threads; 0 computes on the calling thread. */
  readonly workers: number;
}

export async function createNativeEngine({ workers, ...settings }: NativeEngineOptions): Promise<OnnxEngine> {
  if (workers === 0) return localEngine(settings, nativeRuntime);
  return portedEngine(settings, Array.from({ length: workers }, startWorker));
}

function startWorker(): ExecutorPort {
  return threadPort(startThread(new URL('./native-worker.ts', import.meta.url), null));
}
