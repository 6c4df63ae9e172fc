/** The projections that an adapter changes, merged for rollouts: W^T + scale (B A)^T, each [in, out]. */

import type { Tensor } from 'onnxruntime-common';
import { mergeInto, type LoraLayout } from '../../policy/lora.ts';
import { WaymarkError } from '../../core/errors.ts';
import type { RealType } from './graph.ts';
import { transposed } from './llama.ts';
import type { OnnxRuntime } from './runtime.ts';
import type { BaseWeights } from '../../policy/weights.ts';

/** Tensors named `merged.MODULE`, as the decode graph takes them. */
export function mergedProjections(
  runtime: OnnxRuntime,
  real: RealType,
  base: BaseWeights,
  layout: LoraLayout,
  adapter: Float32Array,
): Readonly<Record<string, Tensor>> {
  return Object.fromEntries(
    layout.modules.map((module) => {
      const weight = base.weights.get(`${module.name}.weight`);
      if (!weight) throw new WaymarkError('bad-model', `The model has no tensor ${module.name}.weight.`);
      const merged = new Float32Array(weight.data.length);
      mergeInto(merged, weight.data, adapter, module, layout.scale);
      const turned = transposed(merged, module.outSize, module.inSize);
      const data = real === 'float32' ? turned : Float64Array.from(turned);
      return [`merged.${module.name}`, runtime.real(real, data, [module.inSize, module.outSize])];
    }),
  );
}
