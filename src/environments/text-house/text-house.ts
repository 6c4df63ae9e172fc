/** The environment `text-house`: bring an object to a target, in a house whose order is hidden and never changes. */

import type { EnvironmentFamily } from '../environment.ts';
import { HOUSE_LEVELS, drawHouseTask, drawHouseWorld } from './levels.ts';
import {
  actInHouse,
  houseOutcome,
  startHouse,
  type HouseOutcome,
  type HouseState,
  type HouseTask,
  type HouseWorld,
} from './rules.ts';
import {
  HOUSE_OBSERVATION_LENGTH,
  HOUSE_TURNS,
  HOUSE_TURN_LENGTH,
  houseAction,
  houseFacts,
  houseLog,
  houseObservation,
  parseHouseFacts,
} from './words.ts';

export const textHouse: EnvironmentFamily<HouseWorld, HouseTask, HouseState> = {
  name: 'text-house',
  word: 'house',
  levels: HOUSE_LEVELS,
  turnLength: HOUSE_TURN_LENGTH,
  observationLength: HOUSE_OBSERVATION_LENGTH,
  outcomes: ['delivered', 'out-of-turns'] satisfies HouseOutcome[],

  drawWorld: (_level, random) => drawHouseWorld(random),
  drawTask: (level, _world, random) => drawHouseTask(level, random),
  reset: startHouse,
  step(before, turn) {
    const action = houseAction(turn);
    const state = actInHouse(before, action);
    const outcome = houseOutcome(state);
    return {
      state,
      observation: houseObservation(state, action),
      reward: outcome === 'delivered' ? 1 : 0,
      terminated: outcome === 'delivered',
      truncated: outcome === 'out-of-turns',
      info: { outcome },
    };
  },
  availableActions: () => HOUSE_TURNS,
  turnLimit: (task) => task.turnLimit,

  openingWords: ({ task }) => [task.wanted, task.target],
  logWords: houseLog,
  facts: houseFacts,
  parseFacts: parseHouseFacts,
  scene: (world, task, state) => ({
    kind: 'house',
    wanted: task.wanted,
    target: task.target,
    homes: world.homes,
    at: state.at,
    visited: state.visits,
    carrying: state.carrying,
    turnsLeft: task.turnLimit - state.turns,
  }),
};
