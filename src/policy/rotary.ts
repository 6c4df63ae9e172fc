/** Rotary position embedding (Su et al. 2021): by what angle each pair of a head turns at each position. */

import { cos, exp, log, sin } from '../core/math.ts';
import { headSize, type LlamaConfig } from './config.ts';

/**
 * Rotary tables for positions 0 to `max_position_embeddings` - 1: two arrays [positions, head size], row-major, the
 * second half of a row repeating the first, as in Hugging Face's implementation.
 */
export function rotaryTables(config: LlamaConfig): { readonly cosine: Float64Array; readonly sine: Float64Array } {
  const size = headSize(config);
  const half = size / 2;
  const positions = config.max_position_embeddings;
  const cosine = new Float64Array(positions * size);
  const sine = new Float64Array(positions * size);
  const logTheta = log(config.rope_theta);
  for (let pair = 0; pair < half; pair++) {
    const frequency = exp((-2 * pair * logTheta) / size);
    for (let position = 0; position < positions; position++) {
      const angle = position * frequency;
      for (const column of [pair, pair + half]) {
        cosine[position * size + column] = cos(angle);
        sine[position * size + column] = sin(angle);
      }
    }
  }
  return { cosine, sine };
}
