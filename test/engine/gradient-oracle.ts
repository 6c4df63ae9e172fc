/** Runs the policy-gradient graph on training rows, on whichever ONNX Runtime there is, in either floating-point type. */

import type { LossSettings, TrainingRow } from '../../src/engines/engine.ts';
import { adapterFeeds, hasEntropyBonus, lossFeeds } from '../../src/engines/onnx/feeds.ts';
import type { RealType } from '../../src/engines/onnx/graph.ts';
import { policyGradientGraph } from '../../src/engines/onnx/policy-gradient-graph.ts';
import { numbersOf, openSession, type Numbers, type OnnxRuntime } from '../../src/engines/onnx/runtime.ts';
import { MASKED_TOKENS, type TinyModel } from './tiny-model.ts';

export interface GradientStep {
  readonly gradient: Numbers;
  readonly loss: number;
  readonly clipped: number;
  readonly klToOld: number;
  readonly klToBase: number;
}

export type RunStep = (adapter: ArrayLike<number>, rows: readonly TrainingRow[]) => Promise<GradientStep>;

/** Opens the graph, lends it to `use` and releases it. */
export async function withStepOn<T>(
  runtime: OnnxRuntime,
  { base, layout }: Pick<TinyModel, 'base' | 'layout'>,
  real: RealType,
  loss: LossSettings,
  use: (run: RunStep) => Promise<T>,
  maskedTokens: readonly number[] = MASKED_TOKENS,
): Promise<T> {
  const withBase = loss.klCoefficient !== 0;
  const withEntropy = hasEntropyBonus(loss);
  const graph = policyGradientGraph(base, layout, { real, loss: loss.kind, withBase, withEntropy, maskedTokens });
  const session = await openSession(runtime, graph);
  const run: RunStep = async (adapter, rows) => {
    const outputs = await session.run({
      ...adapterFeeds(runtime, real, layout, adapter),
      ...lossFeeds(runtime, real, rows, loss),
    });
    const number = (name: string): number => numbersOf(outputs[name])[0];
    return {
      gradient: numbersOf(outputs.gradient),
      loss: number('loss'),
      clipped: number('clipped'),
      klToOld: number('kl_to_old'),
      klToBase: withBase ? number('kl_to_base') : 0,
    };
  };
  try {
    return await use(run);
  } finally {
    await session.release();
  }
}
