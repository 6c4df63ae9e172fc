/**
 * The policy-gradient step as one graph: loss and adapter gradient of a micro-batch. Rows are padded on the right;
 * a token without weight adds nothing to anything.
 *
 * Inputs: `tokens` and `targets` [batch, time] (int64), `positions` [time] (int64), `bias` [time, time], scalar
 * `inverse_temperature`, those of the loss (policy-loss.ts), and one input for every matrix of the adapter.
 * Outputs: `gradient` (the flat arena), `loss`, `clipped`, `kl_to_old`, `kl_to_base` (sums as in LossStatistics).
 */

import type { LoraLayout } from '../../policy/lora.ts';
import type { LossKind } from '../engine.ts';
import { gradients } from './gradients.ts';
import { Graph, type RealType, type Value } from './graph.ts';
import { logProbabilityOf } from './layers.ts';
import { attendWithin, hiddenStates, MASKED, rotaryAt, type NetworkWeights } from './llama.ts';
import { add, concatenate, multiply, reshape } from './operations.ts';
import { policyLoss } from './policy-loss.ts';
import { adaptedWeights, frozenWeights } from './weight-sources.ts';
import type { BaseWeights } from '../../policy/weights.ts';

export interface PolicyGradientOptions {
  readonly real: RealType;
  readonly loss: LossKind;
  /** Whether the graph also runs the base, for KL(policy || base). */
  readonly withBase: boolean;
  /** Whether the loss has the entropy bonus. */
  readonly withEntropy?: boolean;
  /** Tokens that are never sampled: `<pad>`, `<bos>`. */
  readonly maskedTokens: readonly number[];
}

export function policyGradientGraph(base: BaseWeights, layout: LoraLayout, options: PolicyGradientOptions): Graph {
  const graph = new Graph(options.real);
  const { tokens, forward } = scoringNetwork(graph, base, options.maskedTokens);
  const targets = graph.input('targets', 'int64', ['batch', 'time']);
  const { inputs: adapter, weights } = adapterInputs(graph, base, layout);
  const logits = forward(weights, tokens);
  const baseLogits = options.withBase ? graph.detached(() => forward(frozenWeights(graph, base), tokens)) : null;
  const loss = policyLoss(graph, { ...options, logits, baseLogits, targets });

  const flat = gradients(graph, loss, adapter).map((gradient) => reshape(graph, gradient, [-1], ['matrix']));
  graph.detached(() => {
    graph.output('gradient', concatenate(graph, flat, 0, layout.size));
    graph.output('loss', loss);
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
