/** The Llama network as a graph, once for every use: where its weights come from and how it attends are given. */

import type { LlamaConfig } from '../../policy/config.ts';
import { headSize } from '../../policy/config.ts';
import type { Projection } from '../../policy/weights.ts';
import type { Graph, Value } from './graph.ts';
import { joinHeads, repeatHeads, rmsNorm, rotate, splitHeads, swiglu } from './layers.ts';
import { add, gatherRows, matrixMultiply, multiply, reshape, softmax, swapLastAxes } from './operations.ts';
import { rotaryTables } from '../../policy/rotary.ts';

/** Added to scores and logits that must not count. Not -infinity, which turns into NaN where a whole row is masked. */
export const MASKED = -1e9;

/** Where a network's weights come from: constants, inputs, or constants with an adapter. */
export interface NetworkWeights {
  /** [vocab_size, hidden_size] */
  readonly embedding: Value;
  /** [hidden_size]; `name` as in Hugging Face: `model.norm.weight`. */
  norm(name: string): Value;
  project(layer: number, name: Projection, x: Value): Value;
  /** [..., hidden_size] to [..., vocab_size] */
  head(x: Value): Value;
}

/** Attention of one layer: q, k, v are [batch, heads, time, head size], k and v with their own number of heads. */
export type Attend = (layer: number, query: Value, key: Value, value: Value) => Value;

/** Cosines and sines for the positions at hand, to broadcast over [batch, heads, time, head size]. */
export interface Rotary {
  readonly cosine: Value;
  readonly sine: Value;
}

/** Last hidden states after the final norm, [batch, time, hidden_size], for tokens [batch, time]. */
export function hiddenStates(
  graph: Graph,
  config: LlamaConfig,
  weights: NetworkWeights,
  tokens: Value,
  rotary: Rotary,
  attend: Attend,
): Value {
  const size = headSize(config);
  const { num_attention_heads: heads, num_key_value_heads: keyHeads, rms_norm_eps: epsilon } = config;
  let x = gatherRows(graph, weights.embedding, tokens);
  for (let layer = 0; layer < config.num_hidden_layers; layer++) {
    const normed = rmsNorm(graph, x, weights.norm(`model.layers.${layer}.input_layernorm.weight`), epsilon);
    const query = splitHeads(graph, weights.project(layer, 'q_proj', normed), heads, size);
    const key = splitHeads(graph, weights.project(layer, 'k_proj', normed), keyHeads, size);
    const value = splitHeads(graph, weights.project(layer, 'v_proj', normed), keyHeads, size);
    const turnedQuery = rotate(graph, query, rotary.cosine, rotary.sine);
    const turnedKey = rotate(graph, key, rotary.cosine, rotary.sine);
    const attended = joinHeads(graph, attend(layer, turnedQuery, turnedKey, value));
    x = add(graph, x, weights.project(layer, 'o_proj', attended));
    const middle = rmsNorm(graph, x, weights.norm(`model.layers.${layer}.post_attention_layernorm.weight`), epsilon);
    const gate = weights.project(layer, 'gate_proj', middle);
    const up = weights.project(layer, 'up_proj', middle);
    x = add(graph, x, weights.project(layer, 'down_proj', swiglu(graph, gate, up)));
  }
  return rmsNorm(graph, x, weights.norm('model.norm.weight'), epsilon);
}

/** Attention of a whole context onto itself; `bias` [time, time] holds 0 where a position may look, else `MASKED`. */
export function attendWithin(graph: Graph, config: LlamaConfig, bias: Value): Attend {
  return (_layer, query, key, value) => {
    const scores = matrixMultiply(
      graph,
      scaleQuery(graph, config, query),
      swapLastAxes(graph, repeatHeads(graph, key, config.num_attention_heads)),
    );
    const shares = softmax(graph, add(graph, scores, bias));
    return matrixMultiply(graph, shares, repeatHeads(graph, value, config.num_attention_heads));
  };
}

/** Divides by the square root of the head size, on the smaller side of the product. */
export function scaleQuery(graph: Graph, config: LlamaConfig, query: Value): Value {
  return multiply(graph, query, graph.scalar(1 / Math.sqrt(headSize(config))));
}

/** Looks positions up in the rotary tables. [time] gives [time, size]; [batch, time] gives [batch, 1, time, size]. */
export function rotaryAt(graph: Graph, config: LlamaConfig, positions: Value): Rotary {
  const size = headSize(config);
  const tables = rotaryTables(config);
  const lookUp = (table: Float64Array): Value => {
    const constant = graph.constant(table, [config.max_position_embeddings, size]);
    const rows = graph.detached(() => gatherRows(graph, constant, positions));
    if (positions.shape.length === 1) return rows;
    const [batch, time] = positions.shape;
    return reshape(graph, rows, [0, 1, -1, size], [batch, 1, time, size]);
  };
  return { cosine: lookUp(tables.cosine), sine: lookUp(tables.sine) };
}

/** [rows, columns] row-major as [columns, rows]: checkpoints hold projections as [out, in], graphs use [in, out]. */
export function transposed(data: Float32Array, rows: number, columns: number): Float32Array {
  const result = new Float32Array(data.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) result[column * rows + row] = data[row * columns + column];
  }
  return result;
}
