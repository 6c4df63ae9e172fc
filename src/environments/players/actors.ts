/**
 * Habits of acting. From the worst to the best: press anything, press the same thing, wish well and press anything,
 * plan from what the present task has shown, plan from notes and the present task.
 */

import type { RandomStream } from '../../core/random.ts';
import type { Fact, Turn } from '../environment.ts';
import { findEnvironment } from '../registry.ts';
import { TRYING } from '../words.ts';
import type { Expertise, TaskMemory } from './expertise.ts';
import { findExpertise } from './experts.ts';

/** `planner` remembers within the task but ignores notes; `recall` also believes its notes. */
export type ActorHabit = 'random' | 'stubborn' | 'dreamer' | 'planner' | 'recall';

/** How often a stubborn player changes its one action. */
const STUBBORN_CHANGE_SHARE = 0.1;

/** One player in one task. */
export interface Actor {
  act(): Turn;
  see(turn: Turn, observation: readonly string[]): void;
}

/** A player with `habit` that faces a task of the named environment, with these notes and opening words. */
export function createActor(
  habit: ActorHabit,
  environment: string,
  notes: readonly string[],
  opening: readonly string[],
  random: RandomStream,
): Actor {
  const expertise = findExpertise(environment);
  const memory = expertise.begin(opening);
  switch (habit) {
    case 'random':
      return forgetful(memory, () => expertise.randomTurn(random));
    case 'stubborn':
      return forgetful(memory, stubbornTurns(expertise, random));
    case 'dreamer':
      return forgetful(memory, () => memory.dream(random));
    case 'planner':
      return planning(memory, [], random);
    case 'recall':
      return planning(memory, findEnvironment(environment).parseFacts(notes), random);
  }
}

function forgetful(memory: TaskMemory, act: () => Turn): Actor {
  return { act, see: (turn, observation) => void memory.see(turn, observation) };
}

function planning(memory: TaskMemory, notes: readonly Fact[], random: RandomStream): Actor {
  const beliefs = new Map(notes.map(({ key, value }) => [key, value]));
  return {
    act: () => memory.plan(beliefs, random),
    see(turn, observation) {
      for (const { key, value } of memory.see(turn, observation)) beliefs.set(key, value);
    },
  };
}

/** It says `hm`, because to name a wish and repeat the action would look like one who knows. */
function stubbornTurns(expertise: Expertise, random: RandomStream): () => Turn {
  const choose = (): Turn => [TRYING, ...expertise.randomTurn(random).slice(1)];
  let chosen = choose();
  return () => {
    if (random.nextUniform() < STUBBORN_CHANGE_SHARE) chosen = choose();
    return chosen;
  };
}
