/** How to play the code lake: go towards the goal over ice, with known buttons where possible. */

import type { RandomStream } from '../../core/random.ts';
import { DIRECTIONS, type Direction } from '../code-lake/rules.ts';
import { BUTTONS, LAKE_OBSERVATION_LENGTH, pressedButton } from '../code-lake/words.ts';
import type { Fact, Turn } from '../environment.ts';
import { NOTHING_HAPPENED, TRYING } from '../words.ts';
import type { Beliefs, Expertise, TaskMemory } from './expertise.ts';

/** The letters of a compass word that each direction leads to. */
const COMPASS_LETTERS: Readonly<Record<Direction, string>> = { up: 'N', down: 'S', left: 'W', right: 'E' };

const DIRECTIONS_OR_TRYING = [...DIRECTIONS, TRYING];

export const lakeExpertise: Expertise = {
  begin: (opening) => new LakeMemory(opening),
  randomTurn: (random) => [random.pick(DIRECTIONS_OR_TRYING), random.pick(BUTTONS)],
  falseFact: (random) => ({ key: random.pick(DIRECTIONS), value: [random.pick(BUTTONS)] }),
};

class LakeMemory implements TaskMemory {
  #observation: readonly string[];
  /** The last button that moved nothing; null once another one worked. */
  #bumped: string | null = null;

  constructor(opening: readonly string[]) {
    this.#observation = opening;
  }

  see(turn: Turn, observation: readonly string[]): readonly Fact[] {
    this.#observation = observation;
    const [effect] = observation;
    if (pressedButton(turn) === null || effect === NOTHING_HAPPENED) return [];
    this.#bumped = effect === 'bump' ? turn[1] : null;
    return effect === 'bump' ? [] : [{ key: effect, value: [turn[1]] }];
  }

  plan(beliefs: Beliefs, random: RandomStream): Turn {
    const known = withLastButton(beliefs);
    const usable = this.#goodDirections().flatMap((wish) => {
      const button = known.get(wish);
      return button === undefined ? [] : [[wish, ...button]];
    });
    if (usable.length > 0) return random.pick(usable);
    const taken = new Set([...beliefs.values()].map(([button]) => button));
    const untried = BUTTONS.filter((button) => !taken.has(button));
    const fresh = untried.filter((button) => button !== this.#bumped);
    return [TRYING, random.pick(firstNonEmpty<string>(fresh, untried, BUTTONS))];
  }

  dream(random: RandomStream): Turn {
    return [random.pick(this.#goodDirections()), random.pick(BUTTONS)];
  }

  /** Directions to go now, the best kind there is: into the goal, towards it over ice, over ice, any. */
  #goodDirections(): readonly Direction[] {
    const [, ...surroundings] = this.#observation;
    const compass = this.#observation[LAKE_OBSERVATION_LENGTH - 1];
    const onGround = (...grounds: string[]) => DIRECTIONS.filter((_, index) => grounds.includes(surroundings[index]));
    const safe = onGround('ice', 'goal');
    const towards = safe.filter((direction) => compass.includes(COMPASS_LETTERS[direction]));
    return firstNonEmpty(onGround('goal'), towards, safe, DIRECTIONS);
  }
}

/** With three buttons known, the fourth follows. */
function withLastButton(beliefs: Beliefs): Beliefs {
  if (beliefs.size !== DIRECTIONS.length - 1) return beliefs;
  const taken = new Set([...beliefs.values()].map(([button]) => button));
  if (taken.size !== beliefs.size) return beliefs;
  const direction = DIRECTIONS.find((candidate) => !beliefs.has(candidate));
  const button = BUTTONS.find((candidate) => !taken.has(candidate));
  if (direction === undefined || button === undefined) return beliefs;
  return new Map([...beliefs, [direction, [button]]]);
}

function firstNonEmpty<T>(...lists: readonly (readonly T[])[]): readonly T[] {
  return lists.find((list) => list.length > 0) ?? [];
}
