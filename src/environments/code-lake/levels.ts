/** The code lake's levels and how worlds and maps are drawn for them. */

import type { RandomStream } from '../../core/random.ts';
import type { Cell } from '../scene.ts';
import { DIRECTIONS, manhattanDistance, shortestWalk, type LakeTask, type LakeWorld } from './rules.ts';

interface LakeLevel {
  readonly size: number;
  readonly holes: number;
}

const LEVELS: Readonly<Record<string, LakeLevel>> = {
  '4x4': { size: 4, holes: 3 },
  '5x5': { size: 5, holes: 5 },
  '6x6': { size: 6, holes: 8 },
};

export const LAKE_LEVELS: readonly string[] = Object.keys(LEVELS);

/** Nearer goals would be found by luck. */
const MINIMUM_DISTANCE = 3;

/** Presses beyond the shortest walk: too few to try all four buttons and still arrive. */
const SPARE_TURNS = 2;

/** One of the 24 codes. */
export function drawLakeWorld(random: RandomStream): LakeWorld {
  return { directions: random.shuffled(DIRECTIONS) };
}

/**
 * A map with start, goal and holes at random, drawn again until the goal is at least three moves away and can be
 * reached without a detour: then a walker who sees only its surroundings can find it by going towards it.
 */
export function drawLakeTask(level: string, random: RandomStream): LakeTask {
  const { size, holes } = LEVELS[level];
  const cells: Cell[] = [];
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) cells.push([row, column]);
  }
  for (;;) {
    const [start, goal, ...others] = random.shuffled(cells);
    const distance = manhattanDistance(start, goal);
    if (distance < MINIMUM_DISTANCE) continue;
    const map = { size, start, goal, holes: others.slice(0, holes) };
    if (shortestWalk(map) === distance) return { ...map, turnLimit: distance + SPARE_TURNS };
  }
}
