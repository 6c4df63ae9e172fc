/**
 * Adaptive RED weight ("Connect the Dots", arXiv 2606.20002): reward-dependent weights exp(A / T) that raise good
 * episodes over bad ones just enough to bring a negative token mean of the advantages back towards 0, because pushing
 * more down than up destabilises learning. T is found by bisection.
 */

import { exp } from '../core/math.ts';

const LOWEST_TEMPERATURE = 0.8;
const HIGHEST_TEMPERATURE = 100;
const MAX_HALVINGS = 20;
const PRECISION = 0.05;

export interface RedWeighted {
  readonly advantages: readonly number[];
  /** The temperature found; null when the mean was not negative and nothing changed. */
  readonly temperature: number | null;
}

/** Sum over episodes of tokens times weighted advantage: the token mean, but for its divisor. */
function weightedSum(advantages: readonly number[], tokens: readonly number[], temperature: number): number {
  let sum = 0;
  for (let index = 0; index < advantages.length; index++) {
    const advantage = advantages[index];
    sum += tokens[index] * advantage * exp(advantage / temperature);
  }
  return sum;
}

/** Weighted advantages of all episodes of an iteration; `tokens` are each episode's generated tokens. */
export function redWeighted(advantages: readonly number[], tokens: readonly number[]): RedWeighted {
  let sum = 0;
  for (let index = 0; index < advantages.length; index++) sum += tokens[index] * advantages[index];
  if (sum >= 0) return { advantages, temperature: null };

  let low = LOWEST_TEMPERATURE;
  let high = HIGHEST_TEMPERATURE;
  let temperature = (low + high) / 2;
  for (let halving = 0; halving < MAX_HALVINGS && high - low >= PRECISION; halving++) {
    temperature = (low + high) / 2;
    // A lower temperature favours positive advantages more.
    if (weightedSum(advantages, tokens, temperature) < 0) high = temperature;
    else low = temperature;
  }
  return { advantages: advantages.map((advantage) => advantage * exp(advantage / temperature)), temperature };
}
