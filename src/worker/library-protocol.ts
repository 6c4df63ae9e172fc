/**
 * What the page asks of the stored runs: which there are, what one has done, another name, deleting it and
 * having it back. None of this needs the engine, so none of it disturbs training. Every request has a number, which
 * its answer repeats. Opening, taking over and forking a run do need it: they are commands like `start` and `resume`.
 */

import type { WaymarkErrorKind } from '../core/errors.ts';
import type { EvaluationRecord, IterationRecord } from '../learning/records.ts';
import type { Recipe } from '../learning/recipe.ts';
import type { RunSummary } from '../runs/store.ts';

export type LibraryRequest =
  /** All stored runs, the one worked on last first. */
  | { readonly type: 'list-runs'; readonly request: number }
  /** What a run has done: its iterations and its evaluations. */
  | { readonly type: 'read-run'; readonly request: number; readonly run: string }
  /** Gives a run a title of 1 to 60 characters, or, with null, takes it away; its id stays. */
  | { readonly type: 'rename-run'; readonly request: number; readonly run: string; readonly title: string | null }
  /** Puts a run and its agents out of sight. They can be had back until they are purged, or Waymark starts again. */
  | { readonly type: 'delete-run'; readonly request: number; readonly run: string }
  | { readonly type: 'undelete-run'; readonly request: number; readonly run: string }
  /** Removes a deleted run and its agents for good. */
  | { readonly type: 'purge-run'; readonly request: number; readonly run: string };

export type LibraryCommand =
  | LibraryRequest
  /** Makes a stored run the run on the page. What goes on now is paused first and loses nothing. */
  | { readonly type: 'open-run'; readonly run: string }
  /** Goes on with a run that another tab trains; that tab stops at once and loses at most its iteration in progress. */
  | { readonly type: 'take-over'; readonly run: string }
  /**
   * Trains a new run from a stored one with some settings changed: from the newest checkpoint where the adapter fits,
   * else from the beginning. What it began with is told (`forked`).
   */
  | { readonly type: 'fork'; readonly run: string; readonly changes: Partial<Recipe> };

/** A stored run as the library shows it. */
export interface LibraryRun extends RunSummary {
  /** The one that says most: after most iterations, then on most packs. Null where nothing was evaluated. */
  readonly evaluation: EvaluationRecord | null;
  /** Some tab trains it now. */
  readonly inUse: boolean;
}

export type LibraryAnswer =
  /** `damaged` names what could not be read. */
  | { readonly kind: 'runs'; readonly runs: readonly LibraryRun[]; readonly damaged: readonly string[] }
  | {
      readonly kind: 'run';
      readonly run: RunSummary;
      readonly iterations: readonly IterationRecord[];
      /** In the order in which they were made: those of training, then those made apart from it. */
      readonly evaluations: readonly EvaluationRecord[];
    }
  | { readonly kind: 'done' }
  /** `inherited` iterations of its parent's training are part of the fork; null where it begins from the beginning. */
  | { readonly kind: 'forked'; readonly run: string; readonly parent: string; readonly inherited: number | null }
  | {
      readonly kind: 'failed';
      readonly error: { readonly kind: WaymarkErrorKind; readonly message: string; readonly remedy: string };
    };

export interface LibraryMessage {
  readonly type: 'library';
  /** Null for what was not asked by number: `forked`. */
  readonly request: number | null;
  readonly answer: LibraryAnswer;
}
