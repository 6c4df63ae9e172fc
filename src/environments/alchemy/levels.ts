/** Alchemy's levels and how worlds and tasks are drawn for them. */

import type { RandomStream } from '../../core/random.ts';
import { PRODUCTS, type AlchemyTask, type AlchemyWorld } from './rules.ts';

/** Tries that a level allows. */
const TRIES: Readonly<Record<string, number>> = {
  '4x6': 2,
  '4x6-long': 3,
};

export const ALCHEMY_LEVELS: readonly string[] = Object.keys(TRIES);

/** One of 720 cookbooks: each product is made by exactly one pair. */
export function drawAlchemyWorld(random: RandomStream): AlchemyWorld {
  return { products: random.shuffled(PRODUCTS) };
}

export function drawAlchemyTask(level: string, random: RandomStream): AlchemyTask {
  return { wanted: random.pick(PRODUCTS), turnLimit: TRIES[level] };
}
