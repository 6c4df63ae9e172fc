/**
 * The policy-gradient step as one graph: loss and adapter gradient of a micro-batch. Rows are padded on the right;
 * a token without weight adds nothing to anything.
 *
 * Inputs: `tokens` and `targets` [batch, time] (int64), `positions` [time] (int64), `bias` [time, time], `advantage`,
 * `old_log_prob` and `weight` [batch, time], scalars `clip_low`, `clip_high`, `inverse_normaliser`,
 * `inverse_temperature`, `kl_coefficient`, and one input for every matrix of the adapter.
 * Outputs: `gradient` (the flat arena), `loss`, `clipped`, `kl_to_old`, `kl_to_base` (sums as in LossStatistics).
 */

import type { LoraLayout } from '../../policy/lora.ts';
import type { LossKind } from '../engine.ts';
import { gradients } from './gradients.ts';
import { Graph, type RealType, type Value } from './graph.ts';
import { divergence, logProbabilityOf } from './layers.ts';
import { attendWithin, hiddenStates, MASKED, rotaryAt, type NetworkWeights } from './llama.ts';
import {
  add,
  castToReal,
  combine,
  compare,
  concatenate,
  exponential,
  multiply,
  negate,
  reshape,
  subtract,
  sumAll,
} from './operations.ts';
import { adaptedWeights, frozenWeights, type BaseWeights } from './weight-sources.ts';

export interface PolicyGradientOptions {
  readonly real: RealType;
  readonly loss: LossKind;
  /** Whether the graph also runs the base, for KL(policy || base). */
  readonly withBase: boolean;
  /** Tokens that are never sampled: `<pad>`, `<bos>`. */
  readonly maskedTokens: readonly number[];
}

export function policyGradientGraph(base: BaseWeights, layout: LoraLayout, options: PolicyGradientOptions): Graph {
  const graph = new Graph(options.real);
  const { tokens, forward } = scoringNetwork(graph, base, options.maskedTokens);
  const targets = graph.input('targets', 'int64', ['batch', 'time']);
  const advantage = graph.input('advantage', options.real, ['batch', 'time']);
  const oldLogProb = graph.input('old_log_prob', options.real, ['batch', 'time']);
  const weight = graph.input('weight', options.real, ['batch', 'time']);
  const lower = graph.input('clip_low', options.real, []);
  const upper = graph.input('clip_high', options.real, []);
  const inverseNormaliser = graph.input('inverse_normaliser', options.real, []);

  const { inputs: adapter, weights } = adapterInputs(graph, base, layout);
  const logits = forward(weights, tokens);
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
  if (options.withBase) {
    const coefficient = graph.input('kl_coefficient', options.real, []);
    const baseLogits = graph.detached(() => forward(frozenWeights(graph, base), tokens));
    const kl = sumAll(graph, multiply(graph, divergence(graph, logits, baseLogits), weight));
    loss = add(graph, loss, multiply(graph, multiply(graph, kl, coefficient), inverseNormaliser));
    graph.output('kl_to_base', kl);
  }

  const flat = gradients(graph, loss, adapter).map((gradient) => reshape(graph, gradient, [-1], ['matrix']));
  graph.detached(() => {
    graph.output('gradient', concatenate(graph, flat, 0, layout.size));
    graph.output('loss', loss);
    graph.output('clipped', sumAll(graph, multiply(graph, weight, subtract(graph, graph.scalar(1), inside))));
    graph.output('kl_to_old', sumAll(graph, multiply(graph, weight, subtract(graph, oldLogProb, logProb))));
  });
  return graph;
}

/** Log-probability of every next token, [batch, time], with the adapter: forced decoding. */
export function scoreGraph(
  base: BaseWeights,
  layout: LoraLayout,
  options: Pick<PolicyGradientOptions, 'real' | 'maskedTokens'>,
): Graph {
  const graph = new Graph(options.real);
  const { tokens, forward } = scoringNetwork(graph, base, options.maskedTokens);
  const targets = graph.input('targets', 'int64', ['batch', 'time']);
  const logits = forward(adapterInputs(graph, base, layout).weights, tokens);
  graph.output('log_prob', logProbabilityOf(graph, logits, targets));
  graph.output('logits', logits);
  return graph;
}

/** The network over whole contexts, up to logits from which targets are scored. */
function scoringNetwork(
  graph: Graph,
  base: BaseWeights,
  maskedTokens: readonly number[],
): { readonly tokens: Value; readonly forward: (weights: NetworkWeights, tokens: Value) => Value } {
  const tokens = graph.input('tokens', 'int64', ['batch', 'time']);
  const rotary = rotaryAt(graph, base.config, graph.input('positions', 'int64', ['time']));
  const bias = graph.input('bias', graph.real, ['time', 'time']);
  const inverseTemperature = graph.input('inverse_temperature', graph.real, []);
  const mask = maskOf(graph, base.config.vocab_size, maskedTokens);
  return {
    tokens,
    forward: (weights, ids) => {
      const hidden = hiddenStates(graph, base.config, weights, ids, rotary, attendWithin(graph, base.config, bias));
      return add(graph, multiply(graph, weights.head(hidden), inverseTemperature), mask);
    },
  };
}

/** 0 for tokens that may be sampled, `MASKED` for the others: [vocab_size]. */
function maskOf(graph: Graph, vocabulary: number, maskedTokens: readonly number[]): Value {
  const numbers = Array.from({ length: vocabulary }, (_, id) => (maskedTokens.includes(id) ? MASKED : 0));
  return graph.constant(numbers, [vocabulary]);
}

function adapterInputs(
  graph: Graph,
  base: BaseWeights,
  layout: LoraLayout,
): { readonly inputs: readonly Value[]; readonly weights: NetworkWeights } {
  const inputs = layout.matrices.map(({ name, shape }) => graph.input(name, graph.real, shape));
  const byName = new Map(inputs.map((input) => [input.name, input]));
  return { inputs, weights: adaptedWeights(graph, base, layout, byName) };
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
