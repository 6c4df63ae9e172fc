/** The portable engine on Node's native ONNX Runtime, with worker threads: for tools and tests. */

import { loraLayout, type LoraSettings } from '../../policy/lora.ts';
import { OnnxEngine } from './engine.ts';
import { LocalExecutor, type Executor, type ExecutorSetup } from './executor.ts';
import { connectExecutor } from './remote-executor.ts';
import { startThread } from './node-thread.ts';
import { nativeRuntime } from './runtime-native.ts';
import type { BaseWeights } from './weight-sources.ts';

export interface NativeEngineOptions {
  readonly base: BaseWeights;
  readonly lora: LoraSettings;
  readonly adapter: Float32Array;
  /** Token ids that are never sampled. */
  readonly maskedTokens: readonly number[];
  /** Worker threads; 0 computes on the calling thread. The results are the same bits. */
  readonly workers: number;
}

export async function createNativeEngine(options: NativeEngineOptions): Promise<OnnxEngine> {
  const { base, lora, adapter, maskedTokens, workers } = options;
  const layout = loraLayout(base.config, lora);
  const setup: ExecutorSetup = {
    base: { config: base.config, weights: base.weights },
    layout,
    maskedTokens,
    real: 'float32',
  };
  const executors =
    workers === 0
      ? [new LocalExecutor(nativeRuntime, setup)]
      : await Promise.all(Array.from({ length: workers }, () => startWorker(setup)));
  const threads = workers === 0 ? 'this thread' : `${workers} worker${workers === 1 ? '' : 's'}`;
  return new OnnxEngine({
    description: { name: 'onnx-native', detail: `${nativeRuntime.detail}, ${threads}` },
    config: base.config,
    layout,
    adapter,
    executors,
  });
}

function startWorker(setup: ExecutorSetup): Promise<Executor> {
  const worker = startThread(new URL('./native-worker.ts', import.meta.url), null);
  const failed = new Promise<never>((_, reject) => worker.once('error', reject));
  const connected = connectExecutor(
    {
      post: (message) => worker.postMessage(message),
      listen: (listener) => void worker.on('message', listener),
      terminate: () => void worker.terminate(),
    },
    setup,
  );
  return Promise.race([connected, failed]);
}
