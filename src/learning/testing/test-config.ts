/** An architecture for test engines, which have none: only its adapter's size is ever used. */

import type { LlamaConfig } from '../../policy/config.ts';
import { VOCABULARY } from '../../policy/vocabulary.ts';

/**
 * One layer whose query projection is vocabulary by vocabulary: LoRA of rank V / 2 on it has 2 V (V / 2) = V x V
 * numbers, as many as a table of which word follows which.
 */
export const testConfig: LlamaConfig = {
  model_type: 'llama',
  vocab_size: VOCABULARY.length,
  hidden_size: VOCABULARY.length,
  intermediate_size: 1,
  num_hidden_layers: 1,
  num_attention_heads: 1,
  num_key_value_heads: 1,
  max_position_embeddings: 128,
  rms_norm_eps: 1e-5,
  rope_theta: 10000,
  tie_word_embeddings: true,
  bos_token_id: 1,
  eos_token_id: 2,
  pad_token_id: 0,
};

/** The recipe settings whose adapter is the table. */
export const TABLE_ADAPTER = { loraRank: VOCABULARY.length / 2, loraTargets: 'q_proj' } as const;
