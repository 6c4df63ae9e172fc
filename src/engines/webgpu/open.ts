/** Puts the WebGPU engine together on a device of its own. */

import { loraLayout, type LoraSettings } from '../../policy/lora.ts';
import { WebGpuEngine } from './engine.ts';
import { Gpu, type Slice } from './gpu.ts';
import { packNetwork, uploadBase } from './network.ts';
import { Optimiser } from './optimiser.ts';
import { choosePaths } from './paths/choose.ts';
import type { PathMemory } from './paths/path.ts';
import { Rollouts } from './rollout/rollout.ts';
import type { ShaderSources } from './shader-sources.ts';
import { Training } from './training/training.ts';
import type { BaseWeights } from '../../policy/weights.ts';

export interface WebGpuEngineOptions {
  readonly base: BaseWeights;
  readonly lora: LoraSettings;
  readonly adapter: Float32Array;
  /** Token ids that are never sampled. */
  readonly maskedTokens: readonly number[];
  /** `navigator.gpu`, or what npm `webgpu` creates. */
  readonly gpu: GPU | undefined;
  readonly shaders: ShaderSources;
  /** Where choices measured on this adapter are kept. */
  readonly memory: PathMemory;
  /** Whether to try what a processor compiles slowly, where one plays the device; see `choosePaths`. */
  readonly isPatient?: boolean;
}

/**
 * Opens a device, loads the model, compiles the kernels and chooses among their variants. Throws `no-gpu` where there is
 * no adapter, `gpu-memory` where the model does not fit, `gpu-fault` where the reference kernels do not work.
 */
export async function openWebGpuEngine(options: WebGpuEngineOptions): Promise<WebGpuEngine> {
  const { base, lora, maskedTokens } = options;
  const layout = loraLayout(base.config, lora);
  const gpu = await Gpu.open(options.gpu, options.shaders);
  try {
    const vector = (name: string): Slice => gpu.storage(name, layout.size * 4);
    const trainable = {
      adapter: vector('adapter'),
      gradient: vector('gradient'),
      firstMoment: vector('first moment'),
      secondMoment: vector('second moment'),
    };
    gpu.write(trainable.adapter, options.adapter);
    const tensors = uploadBase(gpu, base);
    const packed = await packNetwork(gpu, base, tensors, layout, trainable.adapter);
    gpu.submit([packed.packAll]);
    const { network } = packed;
    const { memory, isPatient = false } = options;
    const { products, decode, reports } = await choosePaths({ gpu, network, memory, isPatient });
    const { adapter, gradient } = trainable;
    const [training, optimiser] = await Promise.all([
      Training.open({
        gpu,
        base,
        tensors,
        network,
        lora: layout,
        adapter,
        gradient,
        maskedTokens,
        multiply: products.many,
      }),
      Optimiser.open(gpu, { parameter: adapter, ...trainable }, layout.size),
    ]);
    const rollouts = new Rollouts({
      gpu,
      network,
      config: base.config,
      maskedTokens,
      products,
      ...(decode && { decode }),
    });
    return new WebGpuEngine({
      gpu,
      layout,
      packed,
      trainable,
      config: base.config,
      rollouts,
      training,
      optimiser,
      paths: reports,
    });
  } catch (error) {
    gpu.close();
    throw error;
  }
}
