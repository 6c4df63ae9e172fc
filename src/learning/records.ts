/**
 * What happens in a run, as plain data: lives, iterations, evaluations and the events that a run emits. The stream of
 * events *is* the run's record: the page draws it, the store keeps it, a receiver re-computes it.
 */

import type { EngineDescription } from '../engines/engine.ts';
import type { Recipe } from './recipe.ts';

/** Which notes a life reads. `kept` is the agent as it is; the others are controls on the same packs and seeds. */
export type Control = 'kept' | 'erased' | 'shuffled' | 'oracle';

/** A solve episode, exactly replayable: the environment is deterministic given the task and the turns. */
export interface SolveRecord {
  readonly kind: 'solve';
  /** The notes in the prompt. */
  readonly notes: readonly string[];
  readonly turns: readonly (readonly string[])[];
  readonly reward: number;
  /** The environment's last word on it: `goal`, `hole`, `out-of-turns`, ... */
  readonly outcome: string;
}

/** An update episode: notes in, notes out. */
export interface UpdateRecord {
  readonly kind: 'update';
  /** The notes in the prompt. */
  readonly oldNotes: readonly string[];
  /** Words generated, without `<end>`. */
  readonly written: readonly string[];
  /** The notes that the next task gets. */
  readonly notes: readonly string[];
  /** False when the update failed by the recipe's rule. */
  readonly valid: boolean;
  /** True facts in the new notes, facts in the new notes, facts in the world. */
  readonly trueFacts: number;
  readonly writtenFacts: number;
  readonly worldFacts: number;
}

/**
 * What one fact of the notes did in one task: found by playing the task again with small talk in its place, on the same
 * random numbers (note-uses.ts).
 */
export interface NoteUse {
  /** Index of the task in its life. */
  readonly task: number;
  /** The fact's words, in the order of the notes. */
  readonly fact: readonly string[];
  /** Index of the task after which it came into the notes, to stay until this task. */
  readonly writtenAfter: number;
  /** Whether a turn of the task did what the fact says. */
  readonly acted: boolean;
  /** Whether the task is solved without it. Where that differs from what happened, the note was the cause. */
  readonly solvedWithout: boolean;
}

/** One rollout of a pack: solve, update, solve, ..., solve. */
export interface LifeRecord {
  /** `code-lake/4x4:17x4` */
  readonly pack: string;
  readonly control: Control;
  /** The iteration it was lived in, counted from 1; 0 in an evaluation. */
  readonly iteration: number;
  /** Index of the life in its iteration; in an evaluation, of its pack. */
  readonly life: number;
  readonly episodes: readonly (SolveRecord | UpdateRecord)[];
  /** What each note caused, by task and fact; absent where nobody has asked. */
  readonly uses?: readonly NoteUse[];
}

/** One iteration of training. Arrays by position have one entry per task of the pack. Training metrics, no evaluation. */
export interface IterationRecord {
  /** Counts from 1. */
  readonly iteration: number;
  readonly lives: number;
  /** Share of lives that solved the task, by position. */
  readonly success: readonly number[];
  /** By update position: true facts in notes over facts in the world, mean over lives. */
  readonly coverage: readonly number[];
  /** By update position: true facts over written facts, pooled over lives; null when nothing was written. */
  readonly accuracy: readonly (number | null)[];
  /** By update position: words in the notes, mean. */
  readonly noteLength: readonly number[];
  /** Turns per task, mean; absent in records of earlier versions. */
  readonly turns?: readonly number[];
  /** Share of turns that repeat an earlier turn of the same task word for word; absent in records of earlier versions. */
  readonly repeats?: readonly number[];
  /** Nats per generated token. */
  readonly solveEntropy: number;
  readonly updateEntropy: number;
  readonly loss: number;
  readonly gradientNorm: number;
  /** Mean over trained tokens. */
  readonly klToOld: number;
  readonly klToBase: number;
  readonly clippedShare: number;
  /** In all contexts: prompts, observations and what was generated. */
  readonly tokensSeen: number;
  readonly tokensGenerated: number;
  /** In the contexts trained on: those with an advantage, up to their last generated token. */
  readonly tokensTrained: number;
  /** Both 0 where nobody knows: in a run that came as a file. */
  readonly rolloutSeconds: number;
  readonly trainingSeconds: number;
  /** SHA-256 of the iteration's life log (life-log.ts), 64 hex digits; absent in records of earlier versions. */
  readonly livesHash?: string;
}

/** A mean with its 95 % interval (bootstrap over packs). */
export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

export type ControlTable<T> = Readonly<Partial<Record<Control, T>>>;

/** An evaluation on held-out packs, all controls paired on the same packs and seeds. */
export interface EvaluationRecord {
  readonly environment: string;
  /** Iterations trained before it. */
  readonly iteration: number;
  readonly packs: number;
  readonly length: number;
  /** By control: success by position. */
  readonly success: ControlTable<readonly number[]>;
  /** By control: interval of success by position. */
  readonly intervals: ControlTable<readonly Interval[]>;
  readonly rise: Interval;
  /** Kept minus erased over positions 4..K; in a cheap evaluation of 4 tasks, over positions 3 and 4. */
  readonly lift: Interval;
  readonly liftPositions: readonly number[];
  /** By control: outcomes[pack][position] is 0 or 1. */
  readonly outcomes: ControlTable<readonly (readonly number[])[]>;
  /** 0 where nobody knows: in a run that came as a file. */
  readonly seconds: number;
}

/** Why a run is not simply going on. */
export type RunCondition =
  | { readonly kind: 'no-readers'; readonly coverage: number; readonly iteration: number }
  | { readonly kind: 'visible-lift'; readonly iteration: number; readonly lift: Interval };

/** What trains a run from now on. */
export interface TrainedBy {
  readonly engine: EngineDescription;
  /** Which version of it (`COMPUTATION` in receipt.ts); absent where the first trained, which did not say so. */
  readonly computation?: number;
}

export type RunEvent =
  | ({ readonly type: 'started'; readonly run: string; readonly recipe: Recipe } & TrainedBy)
  | ({ readonly type: 'resumed'; readonly run: string; readonly iteration: number } & TrainedBy)
  | { readonly type: 'iteration'; readonly record: IterationRecord }
  | { readonly type: 'life'; readonly record: LifeRecord }
  | { readonly type: 'evaluation'; readonly record: EvaluationRecord }
  | { readonly type: 'condition'; readonly condition: RunCondition }
  | { readonly type: 'finished'; readonly iterations: number };

/** All lives of an iteration as their canonical log (life-log.ts): stored with the run, told to nobody. */
export interface LivesLogged {
  readonly type: 'lives';
  readonly iteration: number;
  readonly log: Uint8Array;
}
