/** Checkpoints for comparison: a vector as the hash of its bytes, since showing how thousands of numbers differ takes minutes. */

import { sha256 } from '../../src/core/hash.ts';
import type { Checkpoint } from '../../src/learning/checkpoint.ts';

/** Equal exactly when the checkpoints are equal to the bit. */
export async function checkpointDigest({ trainable, ...rest }: Checkpoint): Promise<unknown> {
  const { adapter, firstMoment, secondMoment, steps } = trainable;
  const vectors = [adapter, firstMoment, secondMoment].map((vector) => {
    return sha256(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
  });
  return { ...rest, steps, vectors: await Promise.all(vectors) };
}
