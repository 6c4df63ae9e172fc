/** Scripted lives: players with a habit of acting and a habit of writing notes, task after task in one world. */

import type { RandomStream } from '../../core/random.ts';
import type { Turn } from '../environment.ts';
import { formatLevelId, type PackId } from '../ids.ts';
import { TaskEnvironment } from '../task-environment.ts';
import { createActor, type Actor, type ActorHabit } from './actors.ts';
import { writeNotes, type NoterHabit } from './noters.ts';

export interface PlayedTurn {
  readonly turn: Turn;
  readonly observation: readonly string[];
}

export interface PlayedTask {
  readonly turns: readonly PlayedTurn[];
  readonly reward: number;
}

/** Plays the present task of an environment, which has just been reset, to its end. */
export function playTask(environment: TaskEnvironment, actor: Actor): PlayedTask {
  const turns: PlayedTurn[] = [];
  let reward = 0;
  while (!environment.done) {
    const turn = actor.act();
    const result = environment.step(turn);
    actor.see(turn, result.observation);
    turns.push({ turn, observation: result.observation });
    reward += result.reward;
  }
  return { turns, reward };
}

export interface Author {
  readonly actor: ActorHabit;
  readonly noter: NoterHabit;
}

/** One life in a pack, beginning without notes. Gives the reward of each task. `budget` is the notes' limit in words. */
export function liveScripted(pack: PackId, author: Author, budget: number, random: RandomStream): readonly number[] {
  const environment = new TaskEnvironment(formatLevelId(pack));
  const rewards: number[] = [];
  let notes: readonly string[] = [];
  for (let task = 0; task < pack.length; task++) {
    const { observation } = environment.reset({ world: pack.world, task });
    const actor = createActor(author.actor, pack.environment, notes, observation, random);
    rewards.push(playTask(environment, actor).reward);
    const situation = { environment: pack.environment, oldNotes: notes, log: environment.logWords(), budget };
    notes = writeNotes(author.noter, situation, random);
  }
  return rewards;
}
