/** What a check can find: exactly one of four things. Data only; words are the page's. */

import type { Control, Interval, LifeRecord } from '../../learning/records.ts';

export type CheckDepth = 'quick' | 'full';

/** What was computed again. */
export interface Checked {
  readonly depth: CheckDepth;
  /** Iterations trained again; 0 where the adapter itself was given. */
  readonly iterations: number;
  /** Of the receipt's packs, lived again. */
  readonly packs: number;
  /** Episodes of the log played again in their worlds, without the engine. */
  readonly episodes: number;
  readonly seconds: number;
}

/** Where a claim and its re-computation part. Positions and iterations count from 1, packs and lives from 0. */
export type Difference =
  /** An outcome of the evaluation. Lives are there where both sides can be looked at. */
  | {
      readonly part: 'outcome';
      readonly control: Control;
      readonly pack: number;
      readonly position: number;
      readonly claimed: number;
      readonly found: number;
      readonly claimedLife: LifeRecord | null;
      readonly foundLife: LifeRecord | null;
    }
  /** A life of the training, or of the evaluation (`iteration` 0), at its first differing episode. */
  | {
      readonly part: 'life';
      readonly iteration: number;
      readonly control: Control;
      readonly life: number;
      readonly position: number;
      readonly episode: 'solve' | 'update';
      readonly claimedLife: LifeRecord;
      readonly foundLife: LifeRecord;
    }
  /** The lives of an iteration, where the sender's log says only their hash. */
  | { readonly part: 'iteration'; readonly iteration: number }
  /** A hash of what cannot be looked into. */
  | { readonly part: 'training-lives' | 'evaluation-lives' | 'adapter' };

export type CannotCheck =
  /** Made by a computation that this page no longer, or not yet, has. */
  | { readonly why: 'computation'; readonly claimed: number; readonly here: number }
  /** The base model is not on this site. */
  | { readonly why: 'base'; readonly base: string }
  /** Trained on from another run, which is not in the link. */
  | { readonly why: 'inherited'; readonly inherited: number }
  /** Nothing to check: the file has no receipt. */
  | { readonly why: 'no-receipt' };

export type Verdict =
  /** Every bit that was computed again is as claimed. */
  | { readonly kind: 'identical'; readonly checked: Checked }
  /** Trained on another kind of engine: the intervals of the lifts overlap, no more can be said. */
  | { readonly kind: 'agrees'; readonly checked: Checked; readonly claimed: Interval; readonly found: Interval }
  /** The first differences in order, and how many there are in what was checked. */
  | {
      readonly kind: 'differs';
      readonly checked: Checked;
      readonly differences: readonly Difference[];
      readonly total: number;
      /** Lifts, where their not overlapping is what differs. */
      readonly lifts: { readonly claimed: Interval; readonly found: Interval } | null;
    }
  | { readonly kind: 'cannot-check'; readonly reason: CannotCheck };
