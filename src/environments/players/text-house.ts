/** How to play the text house: go where the object is believed to live, else look where nothing is known to live. */

import type { RandomStream } from '../../core/random.ts';
import type { Fact, Turn } from '../environment.ts';
import { OBJECTS, PLACES, TARGETS } from '../text-house/rules.ts';
import { PUT, houseAction } from '../text-house/words.ts';
import { NONE, TRYING } from '../words.ts';
import type { Beliefs, Expertise, TaskMemory } from './expertise.ts';

/** How often a random player puts rather than looks. */
const PUT_SHARE = 0.3;

/** A random player says `hm` four times for each eight objects it names. */
const WISHES: readonly string[] = [...OBJECTS, TRYING, TRYING, TRYING, TRYING];

/** How often a dreamer who has the object thinks of putting it down. */
const DREAMED_PUT_SHARE = 0.5;

export const houseExpertise: Expertise = {
  begin: ([wanted, target]) => new HouseMemory(wanted, target),
  randomTurn,
  falseFact: (random) => ({ key: random.pick(OBJECTS), value: [random.pick(PLACES)] }),
};

class HouseMemory implements TaskMemory {
  readonly #wanted: string;
  readonly #target: string;
  readonly #visited = new Set<string>();
  #carrying = false;

  constructor(wanted: string, target: string) {
    this.#wanted = wanted;
    this.#target = target;
  }

  see(turn: Turn, observation: readonly string[]): readonly Fact[] {
    const action = houseAction(turn);
    if (action.kind !== 'visit') return [];
    const [answer, ...objects] = observation;
    this.#visited.add(action.place);
    if (answer === 'got') this.#carrying = true;
    return objects.filter((object) => object !== NONE).map((object) => ({ key: object, value: [action.place] }));
  }

  plan(beliefs: Beliefs, random: RandomStream): Turn {
    if (this.#carrying) return [PUT, this.#target];
    const believed = beliefs.get(this.#wanted)?.[0];
    if (believed !== undefined && !this.#visited.has(believed)) return [this.#wanted, believed];
    const unvisited = PLACES.filter((place) => !this.#visited.has(place));
    const taken = new Set([...beliefs.values()].map(([place]) => place));
    const unknown = unvisited.filter((place) => !taken.has(place));
    return [TRYING, random.pick(unknown.length > 0 ? unknown : unvisited)];
  }

  dream(random: RandomStream): Turn {
    const turn = randomTurn(random);
    if (!this.#carrying) return [TRYING, turn[1]];
    return random.nextUniform() < DREAMED_PUT_SHARE ? [PUT, this.#target] : turn;
  }
}

function randomTurn(random: RandomStream): Turn {
  if (random.nextUniform() < PUT_SHARE) return [PUT, random.pick(TARGETS)];
  return [random.pick(WISHES), random.pick(PLACES)];
}
