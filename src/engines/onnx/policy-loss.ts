/** The policy losses as part of a graph, from logits on: what training adds up, and its statistics. */

import type { LossKind } from '../engine.ts';
import type { Graph, Value } from './graph.ts';
import { divergence, entropy, logProbabilityOf } from './layers.ts';
import { add, castToReal, combine, compare, exponential, multiply, negate, subtract, sumAll } from './operations.ts';

export interface PolicyLossOptions {
  readonly loss: LossKind;
  /** Of the distribution that is sampled from: temperature and mask are in it. [batch, time, vocab_size] */
  readonly logits: Value;
  /** The same of the base, through which no gradient flows; null leaves out KL(policy || base). */
  readonly baseLogits: Value | null;
  /** [batch, time] (int64) */
  readonly targets: Value;
  /** Whether the loss has the entropy bonus. */
  readonly withEntropy?: boolean;
}

/**
 * The loss, a number. Adds inputs `advantage`, `old_log_prob` and `weight` [batch, time], scalars `clip_low`,
 * `clip_high`, `inverse_normaliser` and, where they are needed, `kl_coefficient` and `entropy_coefficient`; and outputs
 * `clipped`, `kl_to_old` and `kl_to_base` (sums as in LossStatistics).
 */
export function policyLoss(graph: Graph, options: PolicyLossOptions): Value {
  const { logits, baseLogits, targets } = options;
  const each = (name: string): Value => graph.input(name, graph.real, targets.shape);
  const [advantage, oldLogProb, weight] = [each('advantage'), each('old_log_prob'), each('weight')];
  const number = (name: string): Value => graph.input(name, graph.real, []);
  const [lower, upper, inverseNormaliser] = [number('clip_low'), number('clip_high'), number('inverse_normaliser')];

  const logProb = logProbabilityOf(graph, logits, targets);
  const weightedAdvantage = multiply(graph, advantage, weight);
  const ratio = exponential(graph, subtract(graph, logProb, oldLogProb));
  const inside = graph.detached(() => oneSidedMask(graph, advantage, ratio, lower, upper));
  const active = graph.detached(() => multiply(graph, weightedAdvantage, inside));
  const surrogate = sumAll(graph, multiply(graph, active, options.loss === 'rec' ? logProb : ratio));
  let total = surrogate;
  if (options.loss === 'ppo') {
    const clippedPart = graph.detached(() => clippedSurrogate(graph, weightedAdvantage, inside, ratio, lower, upper));
    total = add(graph, surrogate, clippedPart);
  }
  let loss = multiply(graph, negate(graph, total), inverseNormaliser);
  if (baseLogits) {
    const kl = sumAll(graph, multiply(graph, divergence(graph, logits, baseLogits), weight));
    loss = add(graph, loss, multiply(graph, multiply(graph, kl, number('kl_coefficient')), inverseNormaliser));
    graph.output('kl_to_base', kl);
  }
  if (options.withEntropy) {
    const spread = sumAll(graph, multiply(graph, entropy(graph, logits), weight));
    const bonus = multiply(graph, multiply(graph, spread, number('entropy_coefficient')), inverseNormaliser);
    loss = subtract(graph, loss, bonus);
  }
  graph.detached(() => {
    graph.output('clipped', sumAll(graph, multiply(graph, weight, subtract(graph, graph.scalar(1), inside))));
    graph.output('kl_to_old', sumAll(graph, multiply(graph, weight, subtract(graph, oldLogProb, logProb))));
  });
  return loss;
}

/** 1 where [A >= 0 and ratio <= 1 + clip_high] or [A <= 0 and ratio >= 1 - clip_low], else 0 (CoD, REC-OneSide). */
function oneSidedMask(graph: Graph, advantage: Value, ratio: Value, lower: Value, upper: Value): Value {
  const zero = graph.scalar(0);
  const one = graph.scalar(1);
  const notTooHigh = compare(graph, 'LessOrEqual', ratio, add(graph, one, upper));
  const notTooLow = compare(graph, 'GreaterOrEqual', ratio, subtract(graph, one, lower));
  const praised = combine(graph, 'And', compare(graph, 'GreaterOrEqual', advantage, zero), notTooHigh);
  const blamed = combine(graph, 'And', compare(graph, 'LessOrEqual', advantage, zero), notTooLow);
  return castToReal(graph, combine(graph, 'Or', praised, blamed));
}

/** Where PPO's minimum takes the clipped side, its value: A (1 + clip_high) for A > 0, A (1 - clip_low) for A < 0. */
function clippedSurrogate(
  graph: Graph,
  weightedAdvantage: Value,
  inside: Value,
  ratio: Value,
  lower: Value,
  upper: Value,
): Value {
  const one = graph.scalar(1);
  const bounded = graph.node('Max', [ratio, subtract(graph, one, lower)], { shape: ratio.shape });
  const clipped = graph.node('Min', [bounded, add(graph, one, upper)], { shape: ratio.shape });
  const outside = subtract(graph, one, inside);
  return sumAll(graph, multiply(graph, multiply(graph, weightedAdvantage, outside), clipped));
}
