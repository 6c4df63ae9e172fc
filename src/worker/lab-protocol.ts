/**
 * What the page asks of an agent beside training it: one life to watch, its notes put to the test, who got the credit.
 * Every question has a number, which its answers repeat. A question that needs the engine waits until training has
 * paused.
 */

import type { Control, EvaluationRecord, Interval, LifeRecord } from '../learning/records.ts';
import type { WaymarkErrorKind } from '../core/errors.ts';

/** Whose adapter acts. */
export type AgentSource =
  /** That of a stored run's newest checkpoint. */
  | { readonly kind: 'run'; readonly run: string }
  /** The one of a recording that this site ships: `code-lake`. */
  | { readonly kind: 'recorded'; readonly recording: string };

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

/** Which notes were read throughout a trial: the visitor's, none, the agent's own after a life in this world, all that is true. */
export type TrialNotes = 'yours' | 'none' | 'agents' | 'truth';

export interface TrialResult {
  readonly notes: readonly string[];
  /** 1 where the task was solved, by task. */
  readonly outcomes: readonly number[];
  /** Share of tasks solved. */
  readonly success: Interval;
  /** Minus `none`, paired by task. */
  readonly gain: Interval;
}

export interface NoteTrial {
  readonly world: string;
  /** The tasks played: those of the world after the ones that the agent's own notes come from. */
  readonly tasks: readonly number[];
  readonly results: Readonly<Record<TrialNotes, TrialResult>>;
}

/** How one episode was credited. */
export interface EpisodeCredit {
  readonly kind: 'solve' | 'update';
  /** Index of its task in the life. */
  readonly position: number;
  readonly reward: number;
  readonly return: number;
  /** What the return was compared with: for instance the mean over the group at this position and kind. */
  readonly baseline: number;
  readonly advantage: number;
}

/** One token of an episode's context. */
export interface TokenCredit {
  readonly word: string;
  /** Of a generated token: its probability when it was sampled and after the iteration's steps; null for the world's words. */
  readonly before: number | null;
  readonly after: number | null;
  /** 1 where the loss reinforced or weakened the token, 0 where its mask or its clip left it out, null for the world's words. */
  readonly mask: 0 | 1 | null;
}

export interface GroupCredit {
  readonly run: string;
  readonly iteration: number;
  /** The pack that the group lived. */
  readonly pack: string;
  /** Index of the pack in its iteration, and how many there were. */
  readonly group: number;
  readonly groups: number;
  /** By life of the group, by episode in order. */
  readonly lives: readonly (readonly EpisodeCredit[])[];
  /** The life whose tokens follow, and its record. */
  readonly life: number;
  readonly record: LifeRecord;
  /** By episode. */
  readonly tokens: readonly (readonly TokenCredit[])[];
}

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
