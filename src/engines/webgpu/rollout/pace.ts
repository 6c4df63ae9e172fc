/**
 * How much work goes into one submit: about as much as keeps a page smooth, found by timing submits. Work is counted in
 * units of its own: tokens that are read, and token steps.
 */

import type { Gpu, Slice } from '../gpu.ts';

/** Tokens that the first submit reads at most, and its steps. */
const FIRST_TOKENS = 256;
const FIRST_STEPS = 1;

/** Work of a submit. */
export interface Work {
  readonly tokens: number;
  readonly steps: number;
}

export class Pace {
  /** Milliseconds that a submit may take; Infinity does not bound it. */
  readonly #budget: number;
  /** Milliseconds from a submit to its results that are not work. */
  readonly #latency: number;
  #tokens: number;
  /** By number of slots. */
  readonly #steps = new Map<number, number>();

  private constructor(budget: number, latency: number) {
    this.#budget = budget;
    this.#latency = latency;
    this.#tokens = budget === Infinity ? Infinity : FIRST_TOKENS;
  }

  /** Measures what reading `probe` takes on an idle device. */
  static async open(gpu: Gpu, probe: Slice, budget: number): Promise<Pace> {
    // The first read waits for what was submitted before.
    await gpu.read([probe]);
    const start = performance.now();
    await gpu.read([probe]);
    return new Pace(budget, performance.now() - start);
  }

  /** Tokens that fill a submit. */
  get tokens(): number {
    return this.#tokens;
  }

  /** Steps that fill a submit. */
  steps(slots: number): number {
    return this.#steps.get(slots) ?? (this.#budget === Infinity ? Infinity : FIRST_STEPS);
  }

  /** Learns from a submit that took so many milliseconds. */
  learn(slots: number, { tokens, steps }: Work, milliseconds: number): void {
    const worked = Math.max(0, milliseconds - this.#latency);
    if (tokens > 0) this.#tokens = adapted(this.#tokens, tokens, worked, this.#budget);
    if (steps > 0) this.#steps.set(slots, adapted(this.steps(slots), steps, worked, this.#budget));
  }
}

/**
 * The units that fill a submit, after one of `units` took `milliseconds`. Grows only after a submit far below its budget,
 * so that it settles; never falls below one.
 */
export function adapted(size: number, units: number, milliseconds: number, budget: number): number {
  if (milliseconds > budget) return Math.max(1, Math.min(size, (units * budget) / milliseconds));
  return milliseconds <= budget / 2 ? Math.max(size, 2 * units) : size;
}
