/**
 * A Llama network written as its formulas are, one number at a time in float64, without a line of the engine: the
 * oracle of every forward pass on small models.
 */

import { headSize, type LlamaConfig } from '../../src/policy/config.ts';
import type { LoraLayout } from '../../src/policy/lora.ts';
import { type BaseWeights, type Projection, projectionModule } from '../../src/policy/weights.ts';

type Vector = readonly number[];
/** By the checkpoint's names; matrices are rows of what comes out, [out, in]. */
type SlowWeights = ReadonlyMap<string, readonly Vector[]>;

/** The base as rows; with an adapter, W + scale B A for its modules. */
export function slowWeights(base: BaseWeights, layout?: LoraLayout, adapter: ArrayLike<number> = []): SlowWeights {
  const weights = new Map<string, readonly Vector[]>();
  for (const [name, { shape, data }] of base.weights) {
    const columns = shape[shape.length - 1];
    const rows = Array.from({ length: data.length / columns }, (_, row) => [
      ...data.subarray(row * columns, (row + 1) * columns),
    ]);
    weights.set(name, rows);
  }
  for (const { name, a, b } of layout?.modules ?? []) {
    const [rank, columns] = a.shape;
    const changed = (weights.get(`${name}.weight`) ?? []).map((row, out) =>
      row.map((weight, column) => {
        let change = 0;
        for (let r = 0; r < rank; r++) {
          change += adapter[b.offset + out * rank + r] * adapter[a.offset + r * columns + column];
        }
        return weight + (layout?.scale ?? 0) * change;
      }),
    );
    weights.set(`${name}.weight`, changed);
  }
  return weights;
}

/** Logits after every token of a context: [tokens, vocab_size]. */
export function slowLogits(config: LlamaConfig, weights: SlowWeights, tokens: readonly number[]): readonly Vector[] {
  const matrix = (name: string): readonly Vector[] => {
    const found = weights.get(name);
    if (!found) throw new Error(`No weight ${name}.`);
    return found;
  };
  const size = headSize(config);
  const group = config.num_attention_heads / config.num_key_value_heads;
  const norm = (x: Vector, name: string): Vector => rmsNorm(x, matrix(name)[0], config.rms_norm_eps);

  let stream = tokens.map((token) => matrix('model.embed_tokens.weight')[token]);
  for (let layer = 0; layer < config.num_hidden_layers; layer++) {
    const project = (x: Vector, projection: Projection): Vector =>
      apply(matrix(`${projectionModule(layer, projection)}.weight`), x);
    const normed = stream.map((x) => norm(x, `model.layers.${layer}.input_layernorm.weight`));
    const heads = (projection: Projection, isTurned: boolean): readonly (readonly Vector[])[] =>
      normed.map((x, position) =>
        chunks(project(x, projection), size).map((head) =>
          isTurned ? rotate(head, position, config.rope_theta) : head,
        ),
      );
    const queries = heads('q_proj', true);
    const keys = heads('k_proj', true);
    const values = heads('v_proj', false);
    stream = stream.map((x, position) => {
      const attended = queries[position].flatMap((query, head) => {
        const shared = Math.floor(head / group);
        const scores = keys.slice(0, position + 1).map((key) => dot(query, key[shared]) / Math.sqrt(size));
        const shares = softmax(scores);
        return query.map((_, column) =>
          shares.reduce((sum, share, earlier) => sum + share * values[earlier][shared][column], 0),
        );
      });
      return plus(x, project(attended, 'o_proj'));
    });
    stream = stream.map((x) => {
      const middle = norm(x, `model.layers.${layer}.post_attention_layernorm.weight`);
      const up = project(middle, 'up_proj');
      const gated = project(middle, 'gate_proj').map((gate, index) => (gate / (1 + Math.exp(-gate))) * up[index]);
      return plus(x, project(gated, 'down_proj'));
    });
  }
  const head = matrix(config.tie_word_embeddings ? 'model.embed_tokens.weight' : 'lm_head.weight');
  return stream.map((x) => apply(head, norm(x, 'model.norm.weight')));
}

/** Log-probabilities of all tokens, of which the masked have none: -Infinity. */
export function slowLogProbs(logits: Vector, temperature: number, masked: readonly number[]): Vector {
  const scaled = logits.map((logit, id) => (masked.includes(id) ? -Infinity : logit / temperature));
  return softmax(scaled).map((probability) => Math.log(probability));
}

function softmax(values: Vector): Vector {
  const greatest = Math.max(...values);
  const weights = values.map((value) => Math.exp(value - greatest));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

function rmsNorm(x: Vector, weight: Vector, epsilon: number): Vector {
  const meanSquare = dot(x, x) / x.length;
  return x.map((value, index) => (value / Math.sqrt(meanSquare + epsilon)) * weight[index]);
}

/** Turns the pairs (i, i + half) by position * theta^(-2i / size). */
function rotate(head: Vector, position: number, theta: number): Vector {
  const half = head.length / 2;
  return head.map((value, index) => {
    const angle = position * theta ** ((-2 * (index % half)) / head.length);
    const partner = index < half ? -head[index + half] : head[index - half];
    return value * Math.cos(angle) + partner * Math.sin(angle);
  });
}

function apply(rows: readonly Vector[], x: Vector): Vector {
  return rows.map((row) => dot(row, x));
}

function dot(a: Vector, b: Vector): number {
  return a.reduce((sum, value, index) => sum + value * b[index], 0);
}

function plus(a: Vector, b: Vector): Vector {
  return a.map((value, index) => value + b[index]);
}

function chunks(x: Vector, size: number): readonly Vector[] {
  return Array.from({ length: x.length / size }, (_, index) => x.slice(index * size, (index + 1) * size));
}
