/** A small architecture with everything that distinguishes layers, heads and groups of heads. */

import type { LlamaConfig } from '../config.ts';

export const smallConfig: LlamaConfig = {
  model_type: 'llama',
  vocab_size: 10,
  hidden_size: 8,
  intermediate_size: 12,
  num_hidden_layers: 2,
  num_attention_heads: 4,
  num_key_value_heads: 2,
  max_position_embeddings: 16,
  rms_norm_eps: 1e-5,
  rope_theta: 10000,
  tie_word_embeddings: true,
  bos_token_id: 1,
  eos_token_id: 2,
  pad_token_id: 0,
};
