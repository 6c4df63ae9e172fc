/** The tensors of a Llama-family checkpoint: their names as Hugging Face gives them, and their shapes. */

import { WaymarkError } from '../core/errors.ts';
import { headSize, type LlamaConfig } from './config.ts';

/** A dense array of float32 numbers, row by row. */
export interface WeightTensor {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

/** What a network is built from. */
export interface BaseWeights {
  readonly config: LlamaConfig;
  readonly weights: ReadonlyMap<string, WeightTensor>;
}

/** The numbers of one tensor. Throws `bad-model` where there is none of that name. */
export function weightData({ weights }: BaseWeights, name: string): Float32Array {
  const tensor = weights.get(name);
  if (!tensor) throw new WaymarkError('bad-model', `The model has no tensor ${name}.`);
  return tensor.data;
}

/** The weight matrices of one layer, in the order of a forward pass. */
export const PROJECTIONS = ['q_proj', 'k_proj', 'v_proj', 'o_proj', 'gate_proj', 'up_proj', 'down_proj'] as const;

export type Projection = (typeof PROJECTIONS)[number];

/** The name of one matrix's module: `model.layers.0.self_attn.q_proj`, `model.layers.0.mlp.up_proj`. */
export function projectionModule(layer: number, projection: Projection): string {
  const block =
    projection === 'gate_proj' || projection === 'up_proj' || projection === 'down_proj' ? 'mlp' : 'self_attn';
  return `model.layers.${layer}.${block}.${projection}`;
}

/** Shape of one matrix as stored: [out, in]. */
export function projectionShape(config: LlamaConfig, projection: Projection): readonly [number, number] {
  const queries = config.num_attention_heads * headSize(config);
  const keys = config.num_key_value_heads * headSize(config);
  switch (projection) {
    case 'q_proj':
      return [queries, config.hidden_size];
    case 'k_proj':
    case 'v_proj':
      return [keys, config.hidden_size];
    case 'o_proj':
      return [config.hidden_size, queries];
    case 'gate_proj':
    case 'up_proj':
      return [config.intermediate_size, config.hidden_size];
    case 'down_proj':
      return [config.hidden_size, config.intermediate_size];
  }
}

/** Every tensor that a checkpoint of this architecture holds, by name, with its shape. */
export function weightShapes(config: LlamaConfig): ReadonlyMap<string, readonly number[]> {
  const shapes = new Map<string, readonly number[]>();
  const embedding = [config.vocab_size, config.hidden_size];
  shapes.set('model.embed_tokens.weight', embedding);
  for (let layer = 0; layer < config.num_hidden_layers; layer++) {
    shapes.set(`model.layers.${layer}.input_layernorm.weight`, [config.hidden_size]);
    shapes.set(`model.layers.${layer}.post_attention_layernorm.weight`, [config.hidden_size]);
    for (const projection of PROJECTIONS) {
      shapes.set(`${projectionModule(layer, projection)}.weight`, projectionShape(config, projection));
    }
  }
  shapes.set('model.norm.weight', [config.hidden_size]);
  if (!config.tie_word_embeddings) shapes.set('lm_head.weight', embedding);
  return shapes;
}
