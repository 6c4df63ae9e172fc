/**
 * A model as the one graph that Hugging Face's libraries run: what Optimum exports for text generation with a cache,
 * and what Transformers.js looks for in `onnx/model.onnx`.
 *
 * Inputs (int64): `input_ids` and `position_ids` [batch_size, sequence_length], and `attention_mask`
 * [batch_size, total_sequence_length], 1 for every token that may be seen, those in the cache first. Inputs (real):
 * `past_key_values.N.key` and `.value` [batch_size, kv heads, past_sequence_length, head size], of length 0 at first.
 * Running it fails for a position beyond `max_position_embeddings` - 1.
 * Outputs: `logits` [batch_size, sequence_length, vocab_size], and the whole cache as `present.N.key` and `.value`.
 */

import { WaymarkError } from '../../core/errors.ts';
import { headSize } from '../../policy/config.ts';
import { loraLayout, mergeInto } from '../../policy/lora.ts';
import type { Adapter } from '../../policy/peft.ts';
import { Graph, type RealType, type Value } from './graph.ts';
import { attendWithin, hiddenStates, MASKED, rotaryAt, type Attend } from './llama.ts';
import { combine, compare, concatenate, reshape, unsqueezeLast } from './operations.ts';
import { frozenWeights } from './weight-sources.ts';
import type { BaseWeights } from '../../policy/weights.ts';

/** The graph of a model; `mergedBase` makes an adapter part of it first. */
export function exportGraph(base: BaseWeights, real: RealType): Graph {
  const { config } = base;
  const graph = new Graph(real);
  const tokens = graph.input('input_ids', 'int64', ['batch_size', 'sequence_length']);
  const mask = graph.input('attention_mask', 'int64', ['batch_size', 'total_sequence_length']);
  const rotary = rotaryAt(graph, config, graph.input('position_ids', 'int64', ['batch_size', 'sequence_length']));
  const network = frozenWeights(graph, base);
  const cacheShape = ['batch_size', config.num_key_value_heads, 'past_sequence_length', headSize(config)];

  const extended = (name: string, chunk: Value): Value => {
    const past = graph.input(`past_key_values.${name}`, real, cacheShape);
    const whole = concatenate(graph, [past, chunk], 2, 'total_sequence_length');
    graph.output(`present.${name}`, whole);
    return whole;
  };
  const within = attendWithin(graph, config, attentionBias(graph, tokens, mask));
  const attend: Attend = (layer, query, key, value) =>
    within(layer, query, extended(`${layer}.key`, key), extended(`${layer}.value`, value));

  graph.output('logits', network.head(hiddenStates(graph, config, network, tokens, rotary, attend)));
  return graph;
}

/** The base with W + scale B A in place of every matrix that the adapter changes. */
export function mergedBase(base: BaseWeights, { settings, values }: Adapter): BaseWeights {
  const layout = loraLayout(base.config, settings);
  const weights = new Map(base.weights);
  for (const module of layout.modules) {
    const name = `${module.name}.weight`;
    const weight = weights.get(name);
    if (weight === undefined) throw new WaymarkError('bad-model', `The model has no tensor ${name}.`);
    const data = new Float32Array(weight.data.length);
    mergeInto(data, weight.data, values, module, layout.scale);
    weights.set(name, { shape: weight.shape, data });
  }
  return { config: base.config, weights };
}

/**
 * What is added to attention scores, [batch_size, 1, sequence_length, total_sequence_length]: 0 where a token may look
 * at another, `MASKED` where that one comes later or is hidden by the attention mask.
 */
function attentionBias(graph: Graph, tokens: Value, mask: Value): Value {
  const range = (from: Value, to: Value, length: string): Value =>
    graph.node('Range', [from, to, graph.integers([1], [])], { type: 'int64', shape: [length] });
  const total = sizeOf(graph, mask, 1);
  const past = graph.node('Sub', [total, sizeOf(graph, tokens, 1)], { type: 'int64', shape: [] });
  const seen = range(graph.integers([0], []), total, 'total_sequence_length');
  const seeing = unsqueezeLast(graph, range(past, total, 'sequence_length'));
  const earlier = compare(graph, 'LessOrEqual', seen, seeing);
  const shown = graph.node('Cast', [mask], { type: 'bool', shape: mask.shape }, { to: { type: 'bool' } });
  const perRow = reshape(graph, shown, [0, 1, 1, -1], ['batch_size', 1, 1, 'total_sequence_length']);
  const visible = combine(graph, 'And', earlier, perRow);
  return graph.node('Where', [visible, graph.scalar(0), graph.scalar(MASKED)], { shape: visible.shape });
}

/** The size of one axis, of shape []. */
function sizeOf(graph: Graph, a: Value, axis: number): Value {
  const shape = graph.node('Shape', [a], { type: 'int64', shape: [a.shape.length] });
  return graph.node('Gather', [shape, graph.integers([axis], [])], { type: 'int64', shape: [] });
}
