/**
 * Prefill and cached decoding as one graph: a chunk of new tokens attends to a cache of earlier ones and to itself.
 * Rows grow in lockstep; a chunk is padded on the left, so that its last column is every row's newest token.
 *
 * Inputs: `tokens` and `positions` [batch, chunk] (int64), `bias` [batch, 1, chunk, past + chunk], `past_length` [1]
 * (int64), `past.N.key` and `past.N.value` [batch, kv heads, past, head size], and `merged.MODULE` [in, out] for every
 * projection that the adapter changes.
 * Outputs: `logits` [batch, vocab_size] after the last column, `present.N.key` and `present.N.value` of the chunk alone:
 * whoever holds the cache appends them, so that the cache is never copied out.
 */

import type { LoraLayout } from '../../policy/lora.ts';
import { headSize } from '../../policy/config.ts';
import { Graph, type RealType, type Value } from './graph.ts';
import { repeatHeads } from './layers.ts';
import { hiddenStates, rotaryAt, scaleQuery, type Attend } from './llama.ts';
import { add, concatenate, lastOf, matrixMultiply, reshape, softmax, swapLastAxes } from './operations.ts';
import { type BaseWeights, projectionModule } from '../../policy/weights.ts';
import { frozenWeights } from './weight-sources.ts';

export function decodeGraph(base: BaseWeights, layout: LoraLayout, real: RealType): Graph {
  const { config } = base;
  const graph = new Graph(real);
  const size = headSize(config);
  const tokens = graph.input('tokens', 'int64', ['batch', 'chunk']);
  const rotary = rotaryAt(graph, config, graph.input('positions', 'int64', ['batch', 'chunk']));
  const bias = graph.input('bias', real, ['batch', 1, 'chunk', 'total']);
  const pastLength = graph.input('past_length', 'int64', [1]);
  const cacheShape = ['batch', config.num_key_value_heads, 'past', size];

  const merged = new Map(
    layout.modules.map(({ name, inSize, outSize }) => [name, graph.input(`merged.${name}`, real, [inSize, outSize])]),
  );
  const frozen = frozenWeights(graph, base);
  const attend: Attend = (layer, query, key, value) => {
    const pastKey = graph.input(`past.${layer}.key`, real, cacheShape);
    const pastValue = graph.input(`past.${layer}.value`, real, cacheShape);
    graph.output(`present.${layer}.key`, key);
    graph.output(`present.${layer}.value`, value);
    const scaled = scaleQuery(graph, config, query);
    const full = (x: Value): Value => repeatHeads(graph, x, config.num_attention_heads);
    const scores = concatenate(
      graph,
      [pastKey, key].map((keys) => matrixMultiply(graph, scaled, swapLastAxes(graph, full(keys)))),
      3,
      'total',
    );
    const shares = softmax(graph, add(graph, scores, bias));
    const [batch, heads, chunk] = query.shape;
    const part = (from: Value, to: Value, width: string): Value =>
      graph.node('Slice', [shares, from, to, graph.integers([3])], { shape: [batch, heads, chunk, width] });
    const past = part(graph.integers([0]), pastLength, 'past');
    const own = part(pastLength, graph.integers([Number.MAX_SAFE_INTEGER]), 'chunk');
    return add(graph, matrixMultiply(graph, past, full(pastValue)), matrixMultiply(graph, own, full(value)));
  };

  const hidden = hiddenStates(
    graph,
    config,
    {
      ...frozen,
      project: (layer, name, x) => {
        const weight = merged.get(projectionModule(layer, name));
        return weight ? matrixMultiply(graph, x, weight) : frozen.project(layer, name, x);
      },
    },
    tokens,
    rotary,
    attend,
  );
  const newest = lastOf(graph, hidden, 1);
  const flat = reshape(graph, newest, [-1, config.hidden_size], ['batch', config.hidden_size]);
  graph.output('logits', frozen.head(flat));
  return graph;
}
