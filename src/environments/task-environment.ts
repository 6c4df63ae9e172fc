/**
 * An environment to act in, in the style of Gymnasium: reset to a task, step until it is done. Learning plays many of
 * these side by side, so each holds no more than its present moment.
 */

import { WaymarkError } from '../core/errors.ts';
import type { Fact, Turn } from './environment.ts';
import { formatLevelId, parseLevelId } from './ids.ts';
import type { Environment, Moment, StepResult } from './moment.ts';
import { findEnvironment } from './registry.ts';
import type { Scene } from './scene.ts';

/** Which task to play: numbers as in ids. */
export interface TaskSeed {
  readonly world: number;
  readonly task: number;
}

interface Episode {
  readonly opening: readonly string[];
  readonly moment: Moment;
  readonly done: boolean;
}

export class TaskEnvironment {
  /** `code-lake/4x4` */
  readonly levelId: string;
  readonly #environment: Environment;
  readonly #level: string;
  #episode: Episode | null = null;

  /** `levelId` as in ids; an environment's name alone means its first level. Throws `bad-id`. */
  constructor(levelId: string) {
    const id = parseLevelId(levelId);
    this.levelId = formatLevelId(id);
    this.#environment = findEnvironment(id.environment);
    this.#level = id.level;
  }

  /** The environment's word in prompts: `lake`. */
  get word(): string {
    return this.#environment.word;
  }

  /** Words in a turn. */
  get turnLength(): number {
    return this.#environment.turnLength;
  }

  /** Words in an observation after a step. */
  get observationLength(): number {
    return this.#environment.observationLength;
  }

  /** Turns after which the present task is cut off. */
  get turnLimit(): number {
    return this.#playing().moment.turnLimit;
  }

  /** Whether the present task is over. */
  get done(): boolean {
    return this.#playing().done;
  }

  /** Begins a task. Gives its opening words as the first observation. */
  reset({ world, task }: TaskSeed): { readonly observation: readonly string[] } {
    const moment = this.#environment.open(this.#level, world, task);
    const opening = moment.openingWords();
    this.#episode = { opening, moment, done: false };
    return { observation: opening };
  }

  /**
   * Takes one turn. A turn that means nothing in the environment has its stated consequence and counts; one of the
   * wrong length, or after the end, throws `bad-request`.
   */
  step(turn: Turn): StepResult {
    const { opening, moment, done } = this.#playing();
    if (done) throw new WaymarkError('bad-request', 'The task is over.', 'Reset the environment first.');
    if (turn.length !== this.turnLength) {
      throw new WaymarkError('bad-request', `A turn in ${this.levelId} has ${this.turnLength} words.`);
    }
    const { result, next } = moment.after(turn);
    this.#episode = { opening, moment: next, done: result.terminated || result.truncated };
    return result;
  }

  availableActions(): readonly Turn[] {
    return this.#playing().moment.availableActions();
  }

  /** The goal and the first observation of the present task, as they stand in its prompt, at any time. */
  openingWords(): readonly string[] {
    return this.#playing().opening;
  }

  /** The log of the present task so far, as an update sees it. */
  logWords(): readonly string[] {
    return this.#playing().moment.logWords();
  }

  /** All that is hidden in the present world: for spectators and for the control that gives true notes. */
  facts(): readonly Fact[] {
    return this.#playing().moment.facts();
  }

  parseFacts(words: readonly string[]): readonly Fact[] {
    return this.#environment.parseFacts(words);
  }

  scene(): Scene {
    return this.#playing().moment.scene();
  }

  #playing(): Episode {
    if (this.#episode === null) {
      throw new WaymarkError('bad-request', `No task has begun in ${this.levelId}.`, 'Reset the environment first.');
    }
    return this.#episode;
  }
}
