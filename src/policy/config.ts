/** The architecture of the policy, with the keys of Hugging Face's `LlamaConfig`. Nothing assumes the bundled sizes. */

import * as v from 'valibot';
import { WaymarkError } from '../core/errors.ts';

const positive = v.pipe(v.number(), v.integer(), v.minValue(1));
const tokenId = v.pipe(v.number(), v.integer(), v.minValue(0));

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
  bos_token_id: tokenId,
  eos_token_id: tokenId,
  pad_token_id: tokenId,
});

export type LlamaConfig = v.InferOutput<typeof schema>;

/** Keys that change what the model computes, with the only values that the engines know; absent means the same. */
const features = v.object({
  hidden_act: v.optional(v.literal('silu')),
  attention_bias: v.optional(v.literal(false)),
  mlp_bias: v.optional(v.literal(false)),
  rope_scaling: v.optional(v.null()),
});

/** Reads a `config.json`. Throws `bad-model` naming the first key that does not fit. */
export function parseConfig(json: unknown): LlamaConfig {
  const result = v.safeParse(schema, json);
  if (!result.success) throw misfit(result.issues[0]);
  const known = v.safeParse(features, json);
  if (!known.success) throw misfit(known.issues[0]);
  const config = result.output;
  if (config.num_attention_heads % config.num_key_value_heads !== 0) {
    throw unusable('num_key_value_heads must divide num_attention_heads');
  }
  if (!Number.isInteger(headSize(config)) || headSize(config) % 2 !== 0) {
    throw unusable(`heads of size ${headSize(config)} cannot be rotated in pairs`);
  }
  for (const key of ['bos_token_id', 'eos_token_id', 'pad_token_id'] as const) {
    if (config[key] >= config.vocab_size) throw unusable(`${key}: ${config[key]} is outside the vocabulary`);
  }
  return config;
}

function misfit(issue: v.BaseIssue<unknown>): WaymarkError {
  return unusable(`${v.getDotPath(issue) ?? 'content'}: ${issue.message}`);
}

function unusable(defect: string): WaymarkError {
  return new WaymarkError('bad-model', `config.json: ${defect}`, 'Use a Llama-family checkpoint.');
}

/** Size of one attention head. */
export function headSize(config: LlamaConfig): number {
  return config.head_dim ?? config.hidden_size / config.num_attention_heads;
}

/** The `config.json` of a model, with the keys that other libraries look for. */
export function configFile(config: LlamaConfig): Readonly<Record<string, unknown>> {
  return {
    architectures: ['LlamaForCausalLM'],
    ...config,
    head_dim: headSize(config),
    hidden_act: 'silu',
    rope_scaling: null,
    attention_bias: false,
    mlp_bias: false,
    torch_dtype: 'float32',
  };
}
