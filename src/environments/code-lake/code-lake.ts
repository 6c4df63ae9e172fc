/** The environment `code-lake`: cross a frozen lake with buttons whose meaning is hidden and shared by all tasks. */

import type { EnvironmentFamily } from '../environment.ts';
import { LAKE_LEVELS, drawLakeTask, drawLakeWorld } from './levels.ts';
import {
  lakeOutcome,
  pressButton,
  startLake,
  type LakeOutcome,
  type LakeState,
  type LakeTask,
  type LakeWorld,
} from './rules.ts';
import {
  BUTTONS,
  LAKE_OBSERVATION_LENGTH,
  LAKE_TURNS,
  LAKE_TURN_LENGTH,
  lakeFacts,
  lakeLog,
  lakeObservation,
  parseLakeFacts,
  pressedButton,
} from './words.ts';

export const codeLake: EnvironmentFamily<LakeWorld, LakeTask, LakeState> = {
  name: 'code-lake',
  word: 'lake',
  levels: LAKE_LEVELS,
  turnLength: LAKE_TURN_LENGTH,
  observationLength: LAKE_OBSERVATION_LENGTH,
  outcomes: ['goal', 'hole', 'out-of-turns'] satisfies LakeOutcome[],

  drawWorld: (_level, random) => drawLakeWorld(random),
  drawTask: (level, _world, random) => drawLakeTask(level, random),
  reset: startLake,
  step(before, turn) {
    const state = pressButton(before, pressedButton(turn));
    const outcome = lakeOutcome(state);
    return {
      state,
      observation: lakeObservation(state),
      reward: outcome === 'goal' ? 1 : 0,
      terminated: outcome === 'goal' || outcome === 'hole',
      truncated: outcome === 'out-of-turns',
      info: { outcome },
    };
  },
  availableActions: () => LAKE_TURNS,
  turnLimit: (task) => task.turnLimit,

  openingWords: lakeObservation,
  logWords: lakeLog,
  facts: lakeFacts,
  parseFacts: parseLakeFacts,
  scene: (world, task, state) => ({
    kind: 'lake',
    size: task.size,
    start: task.start,
    goal: task.goal,
    holes: task.holes,
    walker: state.walker,
    buttons: Object.fromEntries(BUTTONS.map((button, index) => [button, world.directions[index]])),
    turnsLeft: task.turnLimit - state.turns,
  }),
};
