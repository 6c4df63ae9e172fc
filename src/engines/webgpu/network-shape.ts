/** Sizes of the network as it lies on the device: every dimension padded to four, and heads padded one by one. */

import { headSize, type LlamaConfig } from '../../policy/config.ts';

export interface NetworkShape {
  readonly layers: number;
  /** Real sizes. */
  readonly hiddenSize: number;
  readonly headSize: number;
  readonly innerSize: number;
  readonly vocabularySize: number;
  readonly heads: number;
  readonly keyHeads: number;
  /** Padded sizes. */
  readonly hidden: number;
  readonly head: number;
  readonly inner: number;
  readonly vocabulary: number;
  /** heads * head */
  readonly queries: number;
  /** keyHeads * head */
  readonly keys: number;
  /** queries + 2 keys: q, k and v side by side. */
  readonly projected: number;
  readonly positions: number;
  readonly epsilon: number;
}

export function networkShape(config: LlamaConfig): NetworkShape {
  const head = padded(headSize(config));
  const queries = config.num_attention_heads * head;
  const keys = config.num_key_value_heads * head;
  return {
    layers: config.num_hidden_layers,
    hiddenSize: config.hidden_size,
    headSize: headSize(config),
    innerSize: config.intermediate_size,
    vocabularySize: config.vocab_size,
    heads: config.num_attention_heads,
    keyHeads: config.num_key_value_heads,
    hidden: padded(config.hidden_size),
    head,
    inner: padded(config.intermediate_size),
    vocabulary: padded(config.vocab_size),
    queries,
    keys,
    projected: queries + 2 * keys,
    positions: config.max_position_embeddings,
    epsilon: config.rms_norm_eps,
  };
}

/** The next multiple of four. */
export function padded(size: number): number {
  return Math.ceil(size / 4) * 4;
}
