/** The environment `alchemy`: make a product from two elements by recipes that are hidden and shared by all tasks. */

import type { EnvironmentFamily } from '../environment.ts';
import { ALCHEMY_LEVELS, drawAlchemyTask, drawAlchemyWorld } from './levels.ts';
import {
  PAIRS,
  alchemyOutcome,
  mix,
  startAlchemy,
  type AlchemyOutcome,
  type AlchemyState,
  type AlchemyTask,
  type AlchemyWorld,
} from './rules.ts';
import {
  ALCHEMY_OBSERVATION_LENGTH,
  ALCHEMY_TURNS,
  ALCHEMY_TURN_LENGTH,
  alchemyFacts,
  alchemyLog,
  alchemyObservation,
  mixedPair,
  parseAlchemyFacts,
} from './words.ts';

export const alchemy: EnvironmentFamily<AlchemyWorld, AlchemyTask, AlchemyState> = {
  name: 'alchemy',
  word: 'alchemy',
  levels: ALCHEMY_LEVELS,
  turnLength: ALCHEMY_TURN_LENGTH,
  observationLength: ALCHEMY_OBSERVATION_LENGTH,
  outcomes: ['made', 'out-of-turns'] satisfies AlchemyOutcome[],

  drawWorld: (_level, random) => drawAlchemyWorld(random),
  drawTask: (level, _world, random) => drawAlchemyTask(level, random),
  reset: startAlchemy,
  step(before, turn) {
    const pair = mixedPair(turn);
    const state = mix(before, pair);
    const outcome = alchemyOutcome(state);
    return {
      state,
      observation: alchemyObservation(state, pair),
      reward: outcome === 'made' ? 1 : 0,
      terminated: outcome === 'made',
      truncated: outcome === 'out-of-turns',
      info: { outcome },
    };
  },
  availableActions: () => ALCHEMY_TURNS,
  turnLimit: (task) => task.turnLimit,

  openingWords: ({ task }) => [task.wanted],
  logWords: alchemyLog,
  facts: alchemyFacts,
  parseFacts: parseAlchemyFacts,
  scene: (world, task, state) => ({
    kind: 'alchemy',
    wanted: task.wanted,
    recipes: PAIRS.map(([first, second], index) => [first, second, world.products[index]]),
    tried: state.mixtures.map(({ pair: [first, second], product }) => [first, second, product]),
    turnsLeft: task.turnLimit - state.turns,
  }),
};
