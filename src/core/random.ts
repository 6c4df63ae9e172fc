/**
 * Counter-based random numbers: Threefry-2x32 with 20 rounds (Salmon et al., "Parallel Random Numbers: As Easy
 * as 1, 2, 3", SC 2011; Random123). Only additions, rotations and xors on 32-bit words, so that every engine and
 * every machine draws the same numbers. One stream per purpose; nothing in Waymark uses `Math.random`.
 */

const ROTATIONS = [13, 15, 26, 6, 17, 29, 16, 24] as const;
const KEY_PARITY = 0x1bd11bda;
const ROUNDS = 20;
const ROUNDS_PER_INJECTION = 4;

/** What a stream is for. The number is part of the key: never renumber, only add. */
export const PURPOSE = {
  world: 1,
  task: 2,
  packs: 3,
  sampling: 4,
  evaluationSampling: 5,
  adapter: 6,
  shuffle: 7,
  bootstrap: 8,
  diaries: 9,
  pretraining: 10,
  players: 11,
  livingAgent: 12,
  optimiserSteps: 13,
  checks: 14,
} as const;

export type Purpose = (typeof PURPOSE)[keyof typeof PURPOSE];

/** One Threefry-2x32-20 block: two unsigned words of output for a key and a counter of two words each. */
export function threefry2x32(
  key0: number,
  key1: number,
  counter0: number,
  counter1: number,
): readonly [number, number] {
  const keys = [key0 | 0, key1 | 0, KEY_PARITY ^ key0 ^ key1];
  let x0 = (counter0 + key0) | 0;
  let x1 = (counter1 + key1) | 0;
  for (let round = 0; round < ROUNDS; round++) {
    const bits = ROTATIONS[round % ROTATIONS.length];
    x0 = (x0 + x1) | 0;
    x1 = ((x1 << bits) | (x1 >>> (32 - bits))) ^ x0;
    if (round % ROUNDS_PER_INJECTION === ROUNDS_PER_INJECTION - 1) {
      const injection = (round + 1) / ROUNDS_PER_INJECTION;
      x0 = (x0 + keys[injection % 3]) | 0;
      x1 = (x1 + keys[(injection + 1) % 3] + injection) | 0;
    }
  }
  return [x0 >>> 0, x1 >>> 0];
}

/** The first word of a block as a number in [0, 1) with 24 bits, exact in float32. */
export function uniform(key0: number, key1: number, counter0: number, counter1: number): number {
  return (threefry2x32(key0, key1, counter0, counter1)[0] >>> 8) / 0x1000000;
}

/** 32 bits of a text (FNV-1a), to turn a name into part of a key. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** A stream of draws for one purpose: the key is (seed, purpose), the counter (index, draws so far). */
export class RandomStream {
  readonly #seed: number;
  readonly #purpose: Purpose;
  readonly #index: number;
  #draws = 0;

  /** `index` separates streams of the same seed and purpose: a world number, an iteration, a page. */
  constructor(seed: number, purpose: Purpose, index = 0) {
    this.#seed = seed >>> 0;
    this.#purpose = purpose;
    this.#index = index >>> 0;
  }

  /** The next 32 random bits, unsigned. */
  nextWord(): number {
    return threefry2x32(this.#seed, this.#purpose, this.#index, this.#draws++)[0];
  }

  /** The next number in [0, 1), with 24 bits. */
  nextUniform(): number {
    return (this.nextWord() >>> 8) / 0x1000000;
  }

  /** A whole number from 0 to `count` - 1, without modulo bias. */
  nextInteger(count: number): number {
    const limit = 0x100000000 - (0x100000000 % count);
    let word = this.nextWord();
    while (word >= limit) word = this.nextWord();
    return word % count;
  }

  /** One of the items, each as likely as the next. */
  pick<T>(items: readonly T[]): T {
    return items[this.nextInteger(items.length)];
  }

  /** A copy in random order (Fisher and Yates). */
  shuffled<T>(items: readonly T[]): T[] {
    const copy = [...items];
    for (let last = copy.length - 1; last > 0; last--) {
      const other = this.nextInteger(last + 1);
      [copy[last], copy[other]] = [copy[other], copy[last]];
    }
    return copy;
  }
}
