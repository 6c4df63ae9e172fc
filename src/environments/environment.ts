/**
 * The contract of an environment: a family of worlds whose rules are pure functions of plain data, with the
 * vocabulary of Gymnasium (reset, step, observation, reward, terminated, truncated, info).
 *
 * `EnvironmentFamily` is what one environment implements. `TaskEnvironment` (task-environment.ts) wraps it in the
 * stateful shell that learning, tools and the page use.
 */

import type { RandomStream } from '../core/random.ts';
import type { Scene } from './scene.ts';

/** One decision of the agent, as words: `['down', 'b4']`, `['hm', 'fire', 'air']`. Always `turnLength` words. */
export type Turn = readonly string[];

/** One true or believed statement, key first: what a reader will look for, then what it is worth. */
export interface Fact {
  readonly key: string;
  readonly value: readonly string[];
}

/** What one step gives: Gymnasium's five values, with the next state in place of hidden mutation. */
export interface Transition<State> {
  readonly state: State;
  /** Exactly `observationLength` words. */
  readonly observation: readonly string[];
  readonly reward: number;
  /** The task reached an end of its own: goal, hole. */
  readonly terminated: boolean;
  /** The task was cut off: out of turns. */
  readonly truncated: boolean;
  readonly info: { readonly outcome: string };
}

/**
 * The rules of a family of worlds. Every function is pure; all randomness comes from the stream it is given.
 * `World` holds the hidden facts, `Task` one goal, `State` a moment in a task.
 */
export interface EnvironmentFamily<World, Task, State> {
  /** As in ids: `code-lake`. */
  readonly name: string;
  /** As in prompts, one word of the vocabulary: `lake`. */
  readonly word: string;
  /** Level names as in ids, the first is the default: `4x4`. */
  readonly levels: readonly string[];
  /** Words in a turn. */
  readonly turnLength: number;
  /** Words in an observation after a step. */
  readonly observationLength: number;
  /** How tasks end, as `info.outcome` then says. Logs hold indices into it: only ever appended to. */
  readonly outcomes: readonly string[];

  drawWorld(level: string, random: RandomStream): World;
  drawTask(level: string, world: World, random: RandomStream): Task;
  reset(world: World, task: Task): State;
  step(state: State, turn: Turn): Transition<State>;
  availableActions(state: State): readonly Turn[];
  /** Turns after which the task is cut off. */
  turnLimit(task: Task): number;

  /** Words of the goal and the first observation, as they stand between `task` and `act` in a prompt. */
  openingWords(state: State): readonly string[];
  /** Words of the log shown to an update: the last (effect, action) pairs, key first. */
  logWords(state: State): readonly string[];
  /** Everything hidden in the world, complete and true. */
  facts(world: World): readonly Fact[];
  /** Facts found in any words, in order; a later one for the same key replaces an earlier one in place. */
  parseFacts(words: readonly string[]): readonly Fact[];
  /** What to draw: everything visible to a spectator. */
  scene(world: World, task: Task, state: State): Scene;
}
