/** Chance where nothing rests on it: the seed that a die shows. Everything else is drawn from a seed. */

/** A whole number from 0 to 2³² − 1. */
export function drawNumber(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}
