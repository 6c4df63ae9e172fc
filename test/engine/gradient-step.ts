/** Runs the policy-gradient graph on training rows, on native ONNX Runtime. */

import type { LossSettings } from '../../src/engines/engine.ts';
import type { RealType } from '../../src/engines/onnx/graph.ts';
import { nativeRuntime } from '../../src/engines/onnx/runtime-native.ts';
import { withStepOn, type RunStep } from './gradient-oracle.ts';
import type { TinyModel } from './tiny-model.ts';

/** Opens the graph, lends it to `use` and releases it. */
export async function withStep<T>(
  model: Pick<TinyModel, 'base' | 'layout'>,
  real: RealType,
  loss: LossSettings,
  use: (run: RunStep) => Promise<T>,
  maskedTokens?: readonly number[],
): Promise<T> {
  return withStepOn(nativeRuntime, model, real, loss, use, maskedTokens);
}
