/** Puts the portable engine together from its model, its adapter and whatever executes. */

import { loraLayout, type LoraSettings } from '../../policy/lora.ts';
import { OnnxEngine } from './engine.ts';
import { LocalExecutor, type ExecutorSetup } from './executor.ts';
import { inTurn } from './executor-in-turn.ts';
import { connectExecutor, type ExecutorPort } from './remote-executor.ts';
import type { OnnxRuntime } from './runtime.ts';
import type { BaseWeights } from '../../policy/weights.ts';

export interface OnnxEngineSettings {
  readonly base: BaseWeights;
  readonly lora: LoraSettings;
  readonly adapter: Float32Array;
  /** Token ids that are never sampled. */
  readonly maskedTokens: readonly number[];
}

/** An engine on the calling thread. */
export function localEngine(settings: OnnxEngineSettings, runtime: OnnxRuntime): OnnxEngine {
  const setup = executorSetup(settings);
  const executor = new LocalExecutor(runtime, setup);
  return new OnnxEngine({
    description: { name: runtime.name, detail: `${runtime.detail}, this thread` },
    config: settings.base.config,
    layout: setup.layout,
    adapter: settings.adapter,
    executors: [runtime.name === 'onnx-wasm' ? inTurn(executor) : executor],
  });
}

/**
 * An engine whose work is done at the other ends of the ports, at least one. The results are the same bits. Where
 * the engine cannot be set up, all ports are terminated.
 */
export async function portedEngine(settings: OnnxEngineSettings, ports: readonly ExecutorPort[]): Promise<OnnxEngine> {
  try {
    const setup = executorSetup(settings);
    const connected = await Promise.all(ports.map((port) => connectExecutor(port, setup)));
    const { name, detail } = connected[0].runtime;
    return new OnnxEngine({
      description: { name, detail: `${detail}, ${ports.length} worker${ports.length === 1 ? '' : 's'}` },
      config: settings.base.config,
      layout: setup.layout,
      adapter: settings.adapter,
      executors: connected.map(({ executor }) => executor),
    });
  } catch (error) {
    for (const port of ports) port.terminate();
    throw error;
  }
}

function executorSetup({ base, lora, maskedTokens }: OnnxEngineSettings): ExecutorSetup {
  return {
    // A base may carry more than that, which need not travel to a worker.
    base: { config: base.config, weights: base.weights },
    layout: loraLayout(base.config, lora),
    maskedTokens,
    real: 'float32',
  };
}
