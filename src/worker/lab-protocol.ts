/**
 * What the page asks of an agent beside training it: one life to watch, its notes put to the test, who got the credit.
 * Every question has a number, which its answers repeat. A question that needs the engine waits until training has
 * paused.
 */

import type { EpisodeCredit, GroupCredit, TokenCredit } from '../learning/credit.ts';
import type { NoteTrial, TrialNotes, TrialResult } from '../learning/note-trial.ts';
import type { Control, EvaluationRecord, LifeRecord } from '../learning/records.ts';
import type { WaymarkErrorKind } from '../core/errors.ts';

/** Whose adapter acts. */
export type AgentSource =
  /** That of a stored run's newest checkpoint. */
  | { readonly kind: 'run'; readonly run: string }
  /** The one of a recording that this site ships: `code-lake`. */
  | { readonly kind: 'recorded'; readonly recording: string };

/** What is asked; `cancel` takes a question back. */
export type LabQuestion = Exclude<LabCommand, { type: 'cancel' }>;

export type LabCommand =
  /** One life of a pack with the notes kept, and what each note caused. */
  | {
      readonly type: 'live-pack';
      readonly request: number;
      readonly agent: AgentSource;
      /** `code-lake/4x4:17x8` */
      readonly pack: string;
      readonly seed: number;
    }
  /** The same held-out packs on the same random numbers under several controls. */
  | {
      readonly type: 'compare-controls';
      readonly request: number;
      readonly agent: AgentSource;
      /** Names `kept` and `erased` at least. */
      readonly controls: readonly Control[];
      readonly packs: number;
      readonly length: number;
    }
  /** Many tasks of one world, on the same random numbers, with notes that do not change: see `NoteTrial`. */
  | {
      readonly type: 'try-notes';
      readonly request: number;
      readonly agent: AgentSource;
      readonly world: string;
      readonly tasks: number;
      readonly notes: readonly string[];
    }
  /** Who got the credit in the last iteration of a run trained in this tab. */
  | {
      readonly type: 'read-credit';
      readonly request: number;
      readonly run: string;
      /** Index of the pack in its iteration, and of the life in its group. */
      readonly group: number;
      readonly life: number;
    }
  | { readonly type: 'cancel'; readonly request: number };

export type { EpisodeCredit, GroupCredit, NoteTrial, TokenCredit, TrialNotes, TrialResult };

export type LabAnswer =
  /** Tasks played so far, of all that will be. */
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'life'; readonly life: LifeRecord }
  /** With one life under each control, in the same pack, to look at. */
  | { readonly kind: 'controls'; readonly evaluation: EvaluationRecord; readonly lives: readonly LifeRecord[] }
  | { readonly kind: 'trial'; readonly trial: NoteTrial }
  /** Null where no iteration of that run was trained in this tab yet. */
  | { readonly kind: 'credit'; readonly credit: GroupCredit | null }
  | { readonly kind: 'cancelled' }
  | {
      readonly kind: 'failed';
      readonly error: { readonly kind: WaymarkErrorKind; readonly message: string; readonly remedy: string };
    };

export interface LabMessage {
  readonly type: 'lab';
  readonly request: number;
  readonly answer: LabAnswer;
}
