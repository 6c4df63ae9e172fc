/** The portable engine on Node's native ONNX Runtime, with worker threads: for tools and tests. */

import { localEngine, portedEngine, type OnnxEngineSettings } from './assemble.ts';
import type { OnnxEngine } from './engine.ts';
import { startThread } from './node-thread.ts';
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

/** A worker thread that fails throws on this thread, as an error event of its own that nobody can miss. */
function startWorker(): ExecutorPort {
  const worker = startThread(new URL('./native-worker.ts', import.meta.url), null);
  return {
    post: (message) => worker.postMessage(message),
    listen: (listener) => void worker.on('message', listener),
    terminate: () => void worker.terminate(),
  };
}
