/**
 * Alchemy in words: turns `[wish] [element] [element]`, observations of one word (what came out), facts
 * `product element element`.
 */

import type { Fact, Turn } from '../environment.ts';
import { findFacts } from '../facts.ts';
import { NOTHING_HAPPENED, TRYING } from '../words.ts';
import { PAIRS, PRODUCTS, type AlchemyState, type AlchemyWorld } from './rules.ts';

export const ALCHEMY_TURN_LENGTH = 3;
export const ALCHEMY_OBSERVATION_LENGTH = 1;

/** Mixtures of the log that an update sees: more than any level's tries. */
const LOG_MIXTURES = 7;

const KEYS: ReadonlySet<string> = new Set(PRODUCTS);

/** The wish is free, so one turn stands for each pair. */
export const ALCHEMY_TURNS: readonly Turn[] = PAIRS.map((pair) => [TRYING, ...pair]);

/** The pair a turn mixes, as its index in `PAIRS` and in either order; null when it is none. */
export function mixedPair(turn: Turn): number | null {
  const [, first, second] = turn;
  const pair = PAIRS.findIndex(([a, b]) => (a === first && b === second) || (a === second && b === first));
  return pair === -1 ? null : pair;
}

/** The answer to a turn that mixed `pair`. */
export function alchemyObservation(state: AlchemyState, pair: number | null): readonly string[] {
  return [pair === null ? NOTHING_HAPPENED : state.world.products[pair]];
}

/** What was mixed, `product element element` each, oldest first. */
export function alchemyLog(state: AlchemyState): readonly string[] {
  return state.mixtures.slice(-LOG_MIXTURES).flatMap(({ pair, product }) => [product, ...pair]);
}

export function alchemyFacts(world: AlchemyWorld): readonly Fact[] {
  return PAIRS.map((pair, index) => ({ key: world.products[index], value: pair }));
}

/** Facts name their elements in the order of `ELEMENTS`, as the log does; the other order is not read. */
export function parseAlchemyFacts(words: readonly string[]): readonly Fact[] {
  return findFacts(
    words,
    2,
    (key, [first, second]) => KEYS.has(key) && PAIRS.some(([a, b]) => a === first && b === second),
  );
}
