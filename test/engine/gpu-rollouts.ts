/** Rollouts of a small random model on the graphics device of the place. */

import type { Gpu } from '../../src/engines/webgpu/gpu.ts';
import { packNetwork, uploadBase } from '../../src/engines/webgpu/network.ts';
import { Rollouts, type RolloutContext } from '../../src/engines/webgpu/rollout/rollout.ts';
import { MASKED_TOKENS, type TinyModel } from './tiny-model.ts';

/** What kernels read of a model and its adapter. */
async function rolloutContext(gpu: Gpu, { base, layout, adapter }: TinyModel): Promise<RolloutContext> {
  const slice = gpu.storage('adapter', adapter.byteLength);
  gpu.write(slice, Float32Array.from(adapter));
  const { network, packAll } = await packNetwork(gpu, base, uploadBase(gpu, base), layout, slice);
  gpu.submit([packAll]);
  const products = { few: 'register', many: 'register' } as const;
  return { gpu, network, config: base.config, maskedTokens: MASKED_TOKENS, products };
}

/** Submits without bounds, unless other settings say so: then what is submitted does not depend on time. */
export async function gpuRollouts(
  gpu: Gpu,
  model: TinyModel,
  settings: Partial<RolloutContext> = {},
): Promise<Rollouts> {
  return new Rollouts({ ...(await rolloutContext(gpu, model)), submitBudget: Infinity, ...settings });
}
