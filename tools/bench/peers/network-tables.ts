/** The network's constants as tensor libraries want them: matrices [in, out], rotary tables, masks. */

import { WaymarkError } from '../../../src/core/errors.ts';
import { MASKED, transposed } from '../../../src/engines/onnx/llama.ts';
import { headSize, type LlamaConfig } from '../../../src/policy/config.ts';
import { type BaseWeights, type Projection, projectionModule, projectionShape } from '../../../src/policy/weights.ts';
import { rotaryTables } from '../../../src/policy/rotary.ts';

export function weightNumbers({ weights }: BaseWeights, name: string): Float32Array {
  const found = weights.get(name);
  if (!found) throw new WaymarkError('bad-model', `The model has no tensor ${name}.`);
  return found.data;
}

export interface Matrix {
  readonly data: Float32Array;
  /** [in, out] */
  readonly shape: [number, number];
}

/** Projections of the same input side by side: [in, sum of out]. */
export function projectionMatrix(base: BaseWeights, layer: number, names: readonly Projection[]): Matrix {
  const shapes = names.map((name) => projectionShape(base.config, name));
  const outSize = shapes.reduce((sum, [out]) => sum + out, 0);
  const inSize = shapes[0][1];
  const stacked = new Float32Array(outSize * inSize);
  let offset = 0;
  for (const name of names) {
    const data = weightNumbers(base, `${projectionModule(layer, name)}.weight`);
    stacked.set(data, offset);
    offset += data.length;
  }
  return { data: transposed(stacked, outSize, inSize), shape: [inSize, outSize] };
}

/** The output head, which may be the embedding. */
export function headMatrix(base: BaseWeights): Matrix {
  const { vocab_size: vocabulary, hidden_size: width, tie_word_embeddings: tied } = base.config;
  const name = tied ? 'model.embed_tokens.weight' : 'lm_head.weight';
  return { data: transposed(weightNumbers(base, name), vocabulary, width), shape: [width, vocabulary] };
}

/** Cosines and sines of the first `time` positions, each [time, head size]. */
export function rotaryMatrices(
  config: LlamaConfig,
  time: number,
): { readonly cosine: Float32Array; readonly sine: Float32Array } {
  const { cosine, sine } = rotaryTables(config);
  const count = time * headSize(config);
  return { cosine: Float32Array.from(cosine.subarray(0, count)), sine: Float32Array.from(sine.subarray(0, count)) };
}

/** [time, time]: 0 where a position may look, `MASKED` at what comes later. */
export function causalBias(time: number): Float32Array {
  const bias = new Float32Array(time * time);
  for (let row = 0; row < time; row++) bias.fill(MASKED, row * time + row + 1, (row + 1) * time);
  return bias;
}

/** [vocabulary]: `MASKED` for tokens that are never sampled, else 0. */
export function vocabularyBias(config: LlamaConfig, maskedTokens: readonly number[]): Float32Array {
  const bias = new Float32Array(config.vocab_size);
  for (const token of maskedTokens) bias[token] = MASKED;
  return bias;
}
