/** How to play alchemy: mix the pair believed to make the product, else one that nothing is known of. */

import type { RandomStream } from '../../core/random.ts';
import { PAIRS, PRODUCTS } from '../alchemy/rules.ts';
import { mixedPair } from '../alchemy/words.ts';
import type { Fact, Turn } from '../environment.ts';
import { sameValue } from '../facts.ts';
import { TRYING } from '../words.ts';
import type { Beliefs, Expertise, TaskMemory } from './expertise.ts';

/** A random player says `hm` three times for each six products it names. */
const WISHES: readonly string[] = [...PRODUCTS, TRYING, TRYING, TRYING];

export const alchemyExpertise: Expertise = {
  begin: ([wanted]) => new AlchemyMemory(wanted),
  randomTurn: (random) => [random.pick(WISHES), ...random.pick(PAIRS)],
  falseFact: (random) => ({ key: random.pick(PRODUCTS), value: random.pick(PAIRS) }),
};

class AlchemyMemory implements TaskMemory {
  readonly #wanted: string;
  /** Indices into `PAIRS`. */
  readonly #tried = new Set<number>();

  constructor(wanted: string) {
    this.#wanted = wanted;
  }

  see(turn: Turn, observation: readonly string[]): readonly Fact[] {
    const pair = mixedPair(turn);
    if (pair === null) return [];
    this.#tried.add(pair);
    return [{ key: observation[0], value: PAIRS[pair] }];
  }

  plan(beliefs: Beliefs, random: RandomStream): Turn {
    const untried = PAIRS.filter((_, index) => !this.#tried.has(index));
    const believed = beliefs.get(this.#wanted);
    if (believed !== undefined && untried.some((pair) => sameValue(pair, believed))) return [this.#wanted, ...believed];
    const taken = [...beliefs.values()];
    const unknown = untried.filter((pair) => !taken.some((value) => sameValue(pair, value)));
    return [TRYING, ...random.pick(unknown.length > 0 ? unknown : untried)];
  }

  dream(random: RandomStream): Turn {
    return [TRYING, ...random.pick(PAIRS)];
  }
}
