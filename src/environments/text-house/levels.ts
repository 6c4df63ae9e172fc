/** The text house's levels and how worlds and tasks are drawn for them. */

import type { RandomStream } from '../../core/random.ts';
import {
  OBJECTS,
  PLACES,
  PLACE_CAPACITY,
  TARGETS,
  type HouseObject,
  type HouseTask,
  type HouseWorld,
  type Place,
} from './rules.ts';

/** Visits that a level allows; one more turn is for putting the object down. */
const VISITS: Readonly<Record<string, number>> = {
  '8x8': 3,
  '8x8-long': 4,
};

export const HOUSE_LEVELS: readonly string[] = Object.keys(VISITS);

/** Each object gets one of two beds per place, so that no place holds more than two. */
export function drawHouseWorld(random: RandomStream): HouseWorld {
  const beds: readonly Place[] = random.shuffled(Array.from({ length: PLACE_CAPACITY }, () => PLACES).flat());
  const homes = Object.fromEntries(OBJECTS.map((object, index) => [object, beds[index]]));
  return { homes: homes as Record<HouseObject, Place> };
}

export function drawHouseTask(level: string, random: RandomStream): HouseTask {
  return { wanted: random.pick(OBJECTS), target: random.pick(TARGETS), turnLimit: VISITS[level] + 1 };
}
