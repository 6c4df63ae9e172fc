/** Random numbers for tests of the engine, from seeds. */

import { PURPOSE, RandomStream } from '../../src/core/random.ts';

export function randomStream(seed: number): RandomStream {
  return new RandomStream(seed, PURPOSE.players, 1);
}

/** Numbers between `low` and `high`. */
export function randomNumbers(random: RandomStream, count: number, low = -1, high = 1): Float64Array {
  return Float64Array.from({ length: count }, () => low + (high - low) * random.nextUniform());
}

/** Whole numbers from `low` to `high` - 1. */
export function randomIntegers(random: RandomStream, count: number, low: number, high: number): readonly number[] {
  return Array.from({ length: count }, () => low + random.nextInteger(high - low));
}
