/**
 * The code lake in words: turns `[wish] [button]`, observations of six words (what happened, what lies up, down, left
 * and right, where the goal is), facts `direction button`.
 */

import type { Fact, Turn } from '../environment.ts';
import { findFacts } from '../facts.ts';
import type { Cell } from '../scene.ts';
import { NOTHING_HAPPENED, TRYING } from '../words.ts';
import { DIRECTIONS, groundAt, neighbour, type Effect, type LakeState, type LakeWorld } from './rules.ts';

export const BUTTONS = ['b1', 'b2', 'b3', 'b4'] as const;
export const COMPASS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const;

/** Effects and ground. `start` stands where the first observation has no effect to tell. */
export const LAKE_WORDS = ['bump', 'start', 'ice', 'hole', 'wall', 'goal'] as const;

export const LAKE_TURN_LENGTH = 2;
export const LAKE_OBSERVATION_LENGTH = 6;

/** Pairs of the log that an update sees: enough for every 4x4 and 5x5 map, and the end of a long 6x6 one. */
const LOG_PAIRS = 10;

const KEYS: ReadonlySet<string> = new Set(DIRECTIONS);
const VALUES: ReadonlySet<string> = new Set(BUTTONS);

/** The wish is free, so one turn stands for each button. */
export const LAKE_TURNS: readonly Turn[] = BUTTONS.map((button) => [TRYING, button]);

/** The button a turn presses, counted from 0; null when it names none. The wish is thought, not action. */
export function pressedButton(turn: Turn): number | null {
  const button = BUTTONS.findIndex((word) => word === turn[1]);
  return button === -1 ? null : button;
}

export function lakeObservation(state: LakeState): readonly string[] {
  const surroundings = DIRECTIONS.map((direction) => groundAt(state.task, neighbour(state.walker, direction)));
  return [effectWord(state.lastEffect), ...surroundings, compassWord(state.walker, state.task.goal)];
}

/** The last presses, `effect button` each, oldest first. */
export function lakeLog(state: LakeState): readonly string[] {
  return state.presses.slice(-LOG_PAIRS).flatMap(({ effect, button }) => [effect, BUTTONS[button]]);
}

export function lakeFacts(world: LakeWorld): readonly Fact[] {
  return world.directions.map((direction, button) => ({ key: direction, value: [BUTTONS[button]] }));
}

export function parseLakeFacts(words: readonly string[]): readonly Fact[] {
  return findFacts(words, 1, (key, [value]) => KEYS.has(key) && VALUES.has(value));
}

function effectWord(effect: Effect | null): string {
  if (effect === null) return 'start';
  return effect === 'nothing' ? NOTHING_HAPPENED : effect;
}

/** Where the goal lies, as one of eight words; `N` at the goal itself, where no one asks any more. */
function compassWord(from: Cell, to: Cell): string {
  const vertical = to[0] < from[0] ? 'N' : to[0] > from[0] ? 'S' : '';
  const horizontal = to[1] > from[1] ? 'E' : to[1] < from[1] ? 'W' : '';
  return vertical + horizontal || 'N';
}
