/** The engines that the command line runs on. */

import { availableParallelism } from 'node:os';
import { WaymarkError } from '../../src/core/errors.ts';
import type { Engine } from '../../src/engines/engine.ts';
import { EngineSupply, type LivingEngine } from '../../src/engines/engine-supply.ts';
import { createNativeEngine } from '../../src/engines/onnx/native.ts';
import { createWasmEngine } from '../../src/engines/onnx/wasm.ts';
import { nativeGpu } from '../../src/engines/webgpu/native-gpu.ts';
import { forgetfulMemory } from '../../src/engines/webgpu/paths/path.ts';
import { nodeShaders } from '../../src/engines/webgpu/shaders-node.ts';
import type { BaseModel } from '../../src/policy/model.ts';
import type { Adapter } from '../../src/policy/peft.ts';
import { wholeNumber } from './run-tool.ts';
import { neverSampled } from '../../src/policy/vocabulary.ts';

const MAX_WORKERS = 64;
/** More are of little use to the bundled models: a rollout has only a few shards. */
const USEFUL_WORKERS = 8;

export interface EngineOptions {
  readonly engine: string;
  /** Threads of the portable engine. */
  readonly workers?: string;
}

/** The portable engine with this adapter on this base. */
export async function openPortable(
  runtime: 'native' | 'wasm',
  workers: string | undefined,
  base: BaseModel,
  adapter: Adapter,
): Promise<Engine> {
  const create = runtime === 'wasm' ? createWasmEngine : createNativeEngine;
  return create({
    base,
    lora: adapter.settings,
    adapter: adapter.values,
    maskedTokens: neverSampled(base.tokenizer),
    workers:
      workers === undefined
        ? Math.min(USEFUL_WORKERS, availableParallelism())
        : wholeNumber('workers', workers, 0, MAX_WORKERS),
  });
}

/** Says what to do where there is no adapter: a GPU server without a driver is the usual reason. */
async function openDevice(base: BaseModel, adapter: Adapter): Promise<LivingEngine> {
  try {
    const { openDeviceEngine } = await import('../../src/engines/webgpu/device-engine.ts');
    return await openDeviceEngine({
      base,
      lora: adapter.settings,
      adapter: adapter.values,
      maskedTokens: neverSampled(base.tokenizer),
      gpu: await nativeGpu(),
      shaders: nodeShaders,
      memory: forgetfulMemory,
    });
  } catch (error) {
    if (!(error instanceof WaymarkError) || error.kind !== 'no-gpu') throw error;
    const remedy = 'On Linux, install a Vulkan driver: your GPU’s own, or mesa-vulkan-drivers. Or use --engine onnx.';
    throw new WaymarkError('no-gpu', error.message, remedy, { cause: error });
  }
}

/**
 * Engines with this adapter, of the kind that was asked for: `onnx` is native and fast, `wasm` gives the bits of
 * browsers without a graphics device. Throws `bad-request` for an engine there is not.
 */
export function engineSupply({ engine, workers }: EngineOptions, adapter: Adapter): EngineSupply {
  if (engine !== 'onnx' && engine !== 'wasm' && engine !== 'webgpu') {
    const message = `There is no engine "${engine}" here.`;
    throw new WaymarkError('bad-request', message, 'Use --engine onnx, --engine wasm or --engine webgpu.');
  }
  return new EngineSupply({
    openDevice: engine === 'webgpu' ? (base) => openDevice(base, adapter) : null,
    openPortable: async (base) => ({
      engine: await openPortable(engine === 'wasm' ? 'wasm' : 'native', workers, base, adapter),
      death: new Promise(() => undefined),
      paths: [],
    }),
    // Who asks for a device by name should not wait for hours on something slower.
    deviceRequired: true,
  });
}
