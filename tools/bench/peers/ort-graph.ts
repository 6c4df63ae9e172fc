/**
 * Cached decoding for ONNX Runtime's WebGPU execution provider, from the fused operators that it has kernels for:
 * rotation, residual and norm in one, one product for query, key and value. Attention is either its fused operator or
 * products and a softmax: which is faster, and even which is right, depends on the adapter.
 *
 * Inputs: `tokens` and `positions` [batch, chunk] (int64), padded on the left; `bias` [batch, 1, chunk, total];
 * `past.N.key` and `past.N.value`, of the shape of `cacheShape`.
 * Outputs: `logits` [batch, vocab_size] after the last column; `present.N.key` and `.value`, the cache with the chunk.
 */

import { WaymarkError } from '../../../src/core/errors.ts';
import { Graph, type Dimension, type GraphNode, type Value } from '../../../src/engines/onnx/graph.ts';
import {
  add,
  concatenate,
  gatherRows,
  lastOf,
  matrixMultiply,
  multiply,
  reshape,
  softmax,
  transpose,
} from '../../../src/engines/onnx/operations.ts';
import { headSize, type LlamaConfig } from '../../../src/policy/config.ts';
import type { BaseWeights, Projection } from '../../../src/policy/weights.ts';
import { headMatrix, projectionMatrix, weightNumbers } from './network-tables.ts';
import { rotaryTables } from '../../../src/policy/rotary.ts';

const CONTRIBUTED = 'com.microsoft';
/** An optional input that is left out. */
const ABSENT: Value = { name: '', type: 'float32', shape: [] };

/** `fused` is the operator MultiHeadAttention, `plain` what it is made of. */
export type OrtAttention = 'fused' | 'plain';

/** A cache of one layer. Plain attention keeps keys as [head size, columns], so that its product needs no transpose. */
export function cacheShape<Size>(
  config: LlamaConfig,
  attention: OrtAttention,
  part: 'key' | 'value',
  rows: Size,
  columns: Size,
): readonly (number | Size)[] {
  const last = attention === 'plain' && part === 'key' ? [headSize(config), columns] : [columns, headSize(config)];
  return [rows, config.num_attention_heads, ...last];
}

export function ortDecodeGraph(base: BaseWeights, attention: OrtAttention): Graph {
  const { config } = base;
  const { hidden_size: width, num_attention_heads: heads, intermediate_size: inner } = config;
  if (config.num_key_value_heads !== heads) {
    throw new WaymarkError('bad-model', 'This peer runs models without grouped queries only.');
  }
  const graph = new Graph('float32');
  const epsilon = { float: config.rms_norm_eps };
  const tokens = graph.input('tokens', 'int64', ['batch', 'chunk']);
  const positions = graph.input('positions', 'int64', ['batch', 'chunk']);
  const bias = graph.input('bias', 'float32', ['batch', 1, 'chunk', 'total']);
  const cosine = rotaryCache(graph, base, 'cosine');
  const sine = rotaryCache(graph, base, 'sine');
  const norm = (name: string): Value => graph.constant(weightNumbers(base, name), [width]);
  const rows = (size: number): readonly Dimension[] => ['batch', 'chunk', size];

  const embedding = graph.constant(weightNumbers(base, 'model.embed_tokens.weight'), [config.vocab_size, width]);
  let x = gatherRows(graph, embedding, tokens);
  let normed = graph.node(
    'SimplifiedLayerNormalization',
    [x, norm('model.layers.0.input_layernorm.weight')],
    { shape: x.shape },
    { axis: -1, epsilon },
  );
  /** The sum of x and a change becomes x; gives its norm. */
  const addAndNorm = (change: Value, weight: string): Value => {
    const [result, , , sum] = contributed(
      graph,
      'SkipSimplifiedLayerNormalization',
      [x, change, norm(weight)],
      [rows(width), [], [], rows(width)],
      { epsilon },
    );
    x = sum;
    return result;
  };
  const rotate = (value: Value): Value =>
    contributed(graph, 'RotaryEmbedding', [value, positions, cosine, sine], [value.shape], {
      num_heads: heads,
      rotary_embedding_dim: 0,
    })[0];

  const attend = (layer: number, query: Value, key: Value, value: Value): Value => {
    const shape = (part: 'key' | 'value', columns: string): readonly Dimension[] =>
      cacheShape<Dimension>(config, attention, part, 'batch', columns);
    const pastKey = graph.input(`past.${layer}.key`, 'float32', shape('key', 'past'));
    const pastValue = graph.input(`past.${layer}.value`, 'float32', shape('value', 'past'));
    const result = (attention === 'fused' ? attendFused : attendPlain)(graph, {
      ...{ query, key, value, bias, pastKey, pastValue, heads },
      presentKeyShape: shape('key', 'total'),
      presentValueShape: shape('value', 'total'),
    });
    graph.output(`present.${layer}.key`, result.presentKey);
    graph.output(`present.${layer}.value`, result.presentValue);
    return result.attended;
  };

  for (let layer = 0; layer < config.num_hidden_layers; layer++) {
    const [query, key, value] = split(
      graph,
      matrixMultiply(graph, normed, projections(graph, base, layer, ['q_proj', 'k_proj', 'v_proj'])),
      3,
    );
    const attended = attend(layer, rotate(query), rotate(key), value);
    const merged = matrixMultiply(graph, attended, projections(graph, base, layer, ['o_proj']));
    const middle = addAndNorm(merged, `model.layers.${layer}.post_attention_layernorm.weight`);
    const both = matrixMultiply(graph, middle, projections(graph, base, layer, ['gate_proj', 'up_proj']));
    const [gate, up] = split(graph, both, 2);
    const [silu] = contributed(graph, 'QuickGelu', [gate], [rows(inner)], { alpha: { float: 1 } });
    const down = matrixMultiply(graph, multiply(graph, silu, up), projections(graph, base, layer, ['down_proj']));
    const next = layer + 1;
    normed = addAndNorm(
      down,
      next < config.num_hidden_layers ? `model.layers.${next}.input_layernorm.weight` : 'model.norm.weight',
    );
  }
  const newest = reshape(graph, lastOf(graph, normed, 1), [-1, width], ['batch', width]);
  const head = headMatrix(base);
  graph.output('logits', matrixMultiply(graph, newest, graph.constant(head.data, head.shape)));
  return graph;
}

interface Attention {
  readonly query: Value;
  readonly key: Value;
  readonly value: Value;
  readonly bias: Value;
  readonly pastKey: Value;
  readonly pastValue: Value;
  readonly heads: number;
  readonly presentKeyShape: readonly Dimension[];
  readonly presentValueShape: readonly Dimension[];
}

interface Attended {
  readonly attended: Value;
  readonly presentKey: Value;
  readonly presentValue: Value;
}

function attendFused(graph: Graph, parts: Attention): Attended {
  const { query, key, value, bias, pastKey, pastValue, heads, presentKeyShape, presentValueShape } = parts;
  const [attended, presentKey, presentValue] = contributed(
    graph,
    'MultiHeadAttention',
    [query, key, value, ABSENT, ABSENT, bias, pastKey, pastValue],
    [query.shape, presentKeyShape, presentValueShape],
    { num_heads: heads },
  );
  return { attended, presentKey, presentValue };
}

function attendPlain(graph: Graph, parts: Attention): Attended {
  const { query, key, value, bias, pastKey, pastValue, heads } = parts;
  const [batch, chunk, width] = query.shape;
  const size = Number(width) / heads;
  const split = (x: Value, order: readonly number[]): Value =>
    transpose(graph, reshape(graph, x, [0, 0, heads, size], [batch, chunk, heads, size]), order);
  const presentKey = concatenate(graph, [pastKey, split(key, [0, 2, 3, 1])], 3, 'total');
  const presentValue = concatenate(graph, [pastValue, split(value, [0, 2, 1, 3])], 2, 'total');
  const scaled = multiply(graph, split(query, [0, 2, 1, 3]), graph.scalar(1 / Math.sqrt(size)));
  const shares = softmax(graph, add(graph, matrixMultiply(graph, scaled, presentKey), bias));
  const perHead = transpose(graph, matrixMultiply(graph, shares, presentValue), [0, 2, 1, 3]);
  return { attended: reshape(graph, perHead, [0, 0, -1], query.shape), presentKey, presentValue };
}

function projections(graph: Graph, base: BaseWeights, layer: number, names: readonly Projection[]): Value {
  const { data, shape } = projectionMatrix(base, layer, names);
  return graph.constant(data, shape);
}

/** One half of the rotary table, since its columns repeat: [positions, head size / 2]. */
function rotaryCache(graph: Graph, { config }: BaseWeights, part: 'cosine' | 'sine'): Value {
  const size = headSize(config);
  const table = rotaryTables(config)[part];
  const half = table.filter((_, index) => index % size < size / 2);
  return graph.constant(half, [config.max_position_embeddings, size / 2]);
}

function split(graph: Graph, value: Value, parts: number): readonly Value[] {
  const [batch, chunk, size] = value.shape;
  const shape: readonly Dimension[] = [batch, chunk, Number(size) / parts];
  return addNode(graph, { operator: 'Split', inputs: [value], attributes: { axis: -1, num_outputs: parts } }, [
    ...Array.from({ length: parts }, () => shape),
  ]);
}

function contributed(
  graph: Graph,
  operator: string,
  inputs: readonly Value[],
  shapes: readonly (readonly Dimension[])[],
  attributes: GraphNode['attributes'],
): readonly Value[] {
  return addNode(graph, { operator, domain: CONTRIBUTED, inputs, attributes }, shapes);
}

/** A node with several outputs; one of shape [] is left out. */
function addNode(
  graph: Graph,
  node: Omit<GraphNode, 'outputs'>,
  shapes: readonly (readonly Dimension[])[],
): readonly Value[] {
  const place = graph.nodes.length;
  const outputs = shapes.map((shape, index): Value =>
    shape.length === 0 ? ABSENT : { name: `${node.operator}_${place}_${index}`, type: 'float32', shape },
  );
  graph.nodes.push({ ...node, outputs });
  return outputs;
}
