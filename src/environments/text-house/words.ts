/**
 * The text house in words: turns `[wish] [place]` or `put [target]`, observations of three words (whether the wanted
 * object was there, and up to two objects that live there), facts `object place`.
 */

import type { Fact, Turn } from '../environment.ts';
import { findFacts } from '../facts.ts';
import { NONE, NOTHING_HAPPENED, OK, TRYING } from '../words.ts';
import { OBJECTS, PLACES, TARGETS, objectsAt, type HouseAction, type HouseState, type HouseWorld } from './rules.ts';

export const PUT = 'put';

/** `got`: the wanted object is in hand; `no`: it was not there, or the put failed. */
export const HOUSE_WORDS = ['got', 'no', NONE, PUT] as const;

export const HOUSE_TURN_LENGTH = 2;
export const HOUSE_OBSERVATION_LENGTH = 3;

/** Words of the log that an update sees: ten pairs, more than any level's visits can fill. */
const LOG_WORDS = 20;

const KEYS: ReadonlySet<string> = new Set(OBJECTS);
const VALUES: ReadonlySet<string> = new Set(PLACES);

export const HOUSE_TURNS: readonly Turn[] = [
  ...PLACES.map((place) => [TRYING, place]),
  ...TARGETS.map((target) => [PUT, target]),
];

/** What a turn does. Naming a target goes there and puts, with or without the word `put`. */
export function houseAction(turn: Turn): HouseAction {
  const [wish, word] = turn;
  const target = TARGETS.find((name) => name === word) ?? null;
  if (wish === PUT || target !== null) return { kind: 'put', target };
  const place = PLACES.find((name) => name === word);
  return place === undefined ? { kind: 'unknown' } : { kind: 'visit', place };
}

/** The answer to `action`, which led to `state`. */
export function houseObservation(state: HouseState, action: HouseAction): readonly string[] {
  switch (action.kind) {
    case 'visit': {
      const objects = objectsAt(state.world, action.place);
      const found = objects.includes(state.task.wanted) ? 'got' : 'no';
      return [found, ...objects, NONE, NONE].slice(0, HOUSE_OBSERVATION_LENGTH);
    }
    case 'put':
      return [state.delivered ? OK : 'no', NONE, NONE];
    case 'unknown':
      return [NOTHING_HAPPENED, NONE, NONE];
  }
}

/** What the visits showed, `object place` each; `none place` where nothing lives. */
export function houseLog(state: HouseState): readonly string[] {
  const words = state.visits.flatMap((place) => {
    const objects = objectsAt(state.world, place);
    return objects.length === 0 ? [NONE, place] : objects.flatMap((object) => [object, place]);
  });
  return words.slice(-LOG_WORDS);
}

export function houseFacts(world: HouseWorld): readonly Fact[] {
  return OBJECTS.map((object) => ({ key: object, value: [world.homes[object]] }));
}

export function parseHouseFacts(words: readonly string[]): readonly Fact[] {
  return findFacts(words, 1, (key, [value]) => KEYS.has(key) && VALUES.has(value));
}
