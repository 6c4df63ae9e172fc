/** Small random models with sizes that differ from one another, so that no two axes can be mistaken. */

import type { LlamaConfig } from '../../src/policy/config.ts';
import { loraLayout, type LoraLayout, type LoraSettings } from '../../src/policy/lora.ts';
import { type BaseWeights, PROJECTIONS, weightShapes } from '../../src/policy/weights.ts';
import { randomNumbers, randomStream } from './random.ts';

/** Grouped queries (three to a key), heads wider than the model would give them, odd sizes, a head of its own. */
export const ODD_CONFIG: LlamaConfig = {
  model_type: 'llama',
  vocab_size: 13,
  hidden_size: 10,
  intermediate_size: 7,
  num_hidden_layers: 2,
  num_attention_heads: 6,
  num_key_value_heads: 2,
  head_dim: 4,
  max_position_embeddings: 96,
  rms_norm_eps: 1e-5,
  rope_theta: 100,
  tie_word_embeddings: false,
  bos_token_id: 1,
  eos_token_id: 2,
  pad_token_id: 0,
};

/** `<pad>` and `<bos>`. */
export const MASKED_TOKENS: readonly number[] = [0, 1];

export const ALL_LINEAR: LoraSettings = { rank: 3, alpha: 6, targets: PROJECTIONS };

/** Matrices that keep the size of what goes through them, embeddings large enough to give decided distributions. */
export function randomBase(config: LlamaConfig, seed: number): BaseWeights {
  const random = randomStream(seed);
  const weights = new Map(
    [...weightShapes(config)].map(([name, shape]) => {
      const count = shape.reduce((product, size) => product * size, 1);
      const bound = Math.sqrt(3 / shape[shape.length - 1]);
      const data =
        shape.length === 1 ? randomNumbers(random, count, 0.5, 1.5) : randomNumbers(random, count, -bound, bound);
      return [name, { shape, data: Float32Array.from(data) }];
    }),
  );
  return { config, weights };
}

/** An adapter in which neither matrix is zero. */
export function randomAdapter({ size }: LoraLayout, seed: number, bound = 0.3): Float32Array {
  return Float32Array.from(randomNumbers(randomStream(seed), size, -bound, bound));
}

export interface TinyModel {
  readonly base: BaseWeights;
  readonly lora: LoraSettings;
  readonly layout: LoraLayout;
  readonly adapter: Float32Array;
}

export function tinyModel(config: LlamaConfig = ODD_CONFIG, lora: LoraSettings = ALL_LINEAR, seed = 1): TinyModel {
  const layout = loraLayout(config, lora);
  return { base: randomBase(config, seed), lora, layout, adapter: randomAdapter(layout, seed + 100) };
}
