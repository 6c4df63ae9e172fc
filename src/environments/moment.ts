/**
 * A task at one moment, whatever its environment: the types of worlds, tasks and states are hidden, so that callers
 * need no generics. Moments are values: a turn gives the next one and leaves this one as it was.
 */

import { PURPOSE, RandomStream, hashText } from '../core/random.ts';
import type { EnvironmentFamily, Fact, Transition, Turn } from './environment.ts';
import type { Scene } from './scene.ts';

/** What one step tells: Gymnasium's five values. */
export type StepResult = Omit<Transition<unknown>, 'state'>;

export interface Moment {
  readonly turnLimit: number;
  openingWords(): readonly string[];
  logWords(): readonly string[];
  facts(): readonly Fact[];
  availableActions(): readonly Turn[];
  scene(): Scene;
  after(turn: Turn): { readonly result: StepResult; readonly next: Moment };
}

/** An environment as the registry hands it out. */
export interface Environment {
  readonly name: string;
  readonly word: string;
  readonly levels: readonly string[];
  readonly turnLength: number;
  readonly observationLength: number;
  readonly outcomes: readonly string[];
  parseFacts(words: readonly string[]): readonly Fact[];
  /** The first moment of the task with index `task` in the world with number `world`. */
  open(level: string, world: number, task: number): Moment;
}

/** Hides the types of a family. */
export function toEnvironment<World, Task, State>(family: EnvironmentFamily<World, Task, State>): Environment {
  return {
    name: family.name,
    word: family.word,
    levels: family.levels,
    turnLength: family.turnLength,
    observationLength: family.observationLength,
    outcomes: family.outcomes,
    parseFacts: (words) => family.parseFacts(words),
    open(level, worldNumber, taskIndex) {
      const levelId = `${family.name}/${level}`;
      const world = family.drawWorld(level, worldStream(levelId, worldNumber));
      const task = family.drawTask(level, world, taskStream(levelId, worldNumber, taskIndex));
      return new FamilyMoment(family, world, task, family.reset(world, task));
    },
  };
}

class FamilyMoment<World, Task, State> implements Moment {
  readonly #family: EnvironmentFamily<World, Task, State>;
  readonly #world: World;
  readonly #task: Task;
  readonly #state: State;

  constructor(family: EnvironmentFamily<World, Task, State>, world: World, task: Task, state: State) {
    this.#family = family;
    this.#world = world;
    this.#task = task;
    this.#state = state;
  }

  get turnLimit(): number {
    return this.#family.turnLimit(this.#task);
  }

  openingWords(): readonly string[] {
    return this.#family.openingWords(this.#state);
  }

  logWords(): readonly string[] {
    return this.#family.logWords(this.#state);
  }

  facts(): readonly Fact[] {
    return this.#family.facts(this.#world);
  }

  availableActions(): readonly Turn[] {
    return this.#family.availableActions(this.#state);
  }

  scene(): Scene {
    return this.#family.scene(this.#world, this.#task, this.#state);
  }

  after(turn: Turn): { readonly result: StepResult; readonly next: Moment } {
    const { state, ...result } = this.#family.step(this.#state, turn);
    return { result, next: new FamilyMoment(this.#family, this.#world, this.#task, state) };
  }
}

/** The draws that make a world: keyed by its level and its number, so that no two worlds of a level share a stream. */
function worldStream(levelId: string, world: number): RandomStream {
  return new RandomStream(hashText(levelId), PURPOSE.world, world);
}

/** The draws that make a task: keyed by its world's id and its index. */
function taskStream(levelId: string, world: number, task: number): RandomStream {
  return new RandomStream(hashText(`${levelId}:${world}`), PURPOSE.task, task);
}
