/** The architecture of the policy, with the keys of Hugging Face's `LlamaConfig`. Nothing assumes the bundled sizes. */

import * as v from 'valibot';
import { WaymarkError } from '../core/errors.ts';

const positive = v.pipe(v.number(), v.integer(), v.minValue(1));

const schema = v.object({
  model_type: v.literal('llama'),
  vocab_size: positive,
  hidden_size: positive,
  intermediate_size: positive,
  num_hidden_layers: positive,
  num_attention_heads: positive,
  num_key_value_heads: positive,
  head_dim: v.optional(positive),
  max_position_embeddings: positive,
  rms_norm_eps: v.pipe(v.number(), v.gtValue(0)),
  rope_theta: v.pipe(v.number(), v.gtValue(0)),
  tie_word_embeddings: v.boolean(),
  bos_token_id: v.pipe(v.number(), v.integer()),
  eos_token_id: v.pipe(v.number(), v.integer()),
  pad_token_id: v.pipe(v.number(), v.integer()),
});

export type LlamaConfig = v.InferOutput<typeof schema>;

/** Reads a `config.json`. Throws `bad-model` naming the first key that does not fit. */
export function parseConfig(json: unknown): LlamaConfig {
  const result = v.safeParse(schema, json);
  if (!result.success) {
    const issue = result.issues[0];
    const key = v.getDotPath(issue) ?? 'config';
    throw new WaymarkError('bad-model', `config.json: ${key}: ${issue.message}`, 'Use a Llama-family checkpoint.');
  }
  const config = result.output;
  if (config.num_attention_heads % config.num_key_value_heads !== 0) {
    throw new WaymarkError('bad-model', 'config.json: num_key_value_heads must divide num_attention_heads');
  }
  return config;
}

/** Size of one attention head. */
export function headSize(config: LlamaConfig): number {
  return config.head_dim ?? config.hidden_size / config.num_attention_heads;
}
