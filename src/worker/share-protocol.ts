/**
 * What the page asks of the worker to pass a run on, and to check what it was given. Every question has a number, which
 * its answers repeat. All of it is computed on the portable engine, whatever trains; questions wait until training has
 * paused, as those of the lab.
 */

import type { WaymarkErrorKind } from '../core/errors.ts';
import type { Interval } from '../learning/records.ts';
import type { Receipt } from '../learning/receipt.ts';
import type { LinkBits } from '../policy/quantised-lora.ts';
import type { CheckDepth, Verdict } from '../runs/check/verdict.ts';
import type { AgentChoice } from '../runs/links/agent-choices.ts';
import type { RunSummary } from '../runs/store.ts';

/** What somebody has been given. */
export type Given =
  /** Of a link: what stands behind `#open=`. */
  { readonly kind: 'link'; readonly payload: string } | { readonly kind: 'file'; readonly archive: Uint8Array };

export type ShareQuestion = ShareWork | GivenQuestion;

/** What needs the engine. */
export type ShareWork =
  /** The receipt of a stored run at its newest checkpoint, and its link. */
  | { readonly type: 'make-receipt'; readonly request: number; readonly run: string }
  /** The run's adapter in few bits: every choice of bits with what it keeps of the lift, and its link. */
  | { readonly type: 'make-agent'; readonly request: number; readonly run: string }
  /** The file of a run, with its receipt, and with the living agents that the run has, if `agents` says so. */
  | { readonly type: 'make-file'; readonly request: number; readonly run: string; readonly agents: boolean }
  /** Computes a claim again. `draw` is 32 random bits: which part a quick check looks at. */
  | {
      readonly type: 'check-given';
      readonly request: number;
      readonly given: Given;
      readonly depth: CheckDepth;
      readonly draw: number;
    };

/** What is answered beside whatever goes on. */
export type GivenQuestion =
  /** Reads what was given and says what it claims. Runs nothing, stores nothing. */
  | { readonly type: 'read-given'; readonly request: number; readonly given: Given }
  /** Stores the agent or run that was given under an id that is free. */
  | { readonly type: 'keep-given'; readonly request: number; readonly given: Given };

export type ShareCommand = ShareQuestion | { readonly type: 'cancel-share'; readonly request: number };

export type { AgentChoice };

/** A living agent in a file: somebody else's words, to be read before any of it is kept. */
export interface GivenAgent {
  /** Its id in the file. */
  readonly agent: string;
  readonly world: string;
  readonly lived: number;
  readonly solved: number;
  /** What it carries now. */
  readonly notes: readonly string[];
}

/** What a link or file claims, as the page shows it: unverified. */
export type Claim =
  | { readonly kind: 'receipt'; readonly receipt: Receipt; readonly lift: Interval }
  | {
      readonly kind: 'agent';
      readonly receipt: Receipt;
      readonly lift: Interval;
      readonly bits: LinkBits;
    }
  /** `receipt` is null in files of earlier versions. `lives`: whether every life of its training is in it. */
  | {
      readonly kind: 'file';
      readonly summary: RunSummary;
      readonly receipt: Receipt | null;
      readonly lift: Interval | null;
      readonly lives: boolean;
      readonly agents: readonly GivenAgent[];
    };

export type SharePhase = 'opening' | 'training' | 'evaluating' | 'packing';

export type ShareAnswer =
  | { readonly kind: 'progress'; readonly phase: SharePhase; readonly done: number; readonly total: number }
  | { readonly kind: 'receipt'; readonly receipt: Receipt; readonly lift: Interval; readonly payload: string }
  /**
   * `chosen` is the fewest bits that keep 95 % of the lift, or, where none does, those that keep most: an index into
   * `choices`, which has the fewest bits first.
   */
  | {
      readonly kind: 'agent';
      readonly lift: Interval;
      readonly choices: readonly AgentChoice[];
      readonly chosen: number;
    }
  /**
   * `agents` living agents the run has, whether they are in the file or were left out. `unreceipted` is why the file has
   * no receipt: work must get out of a browser that can no longer compute, too. Null where it has one. `omitted` names
   * what of the run this browser can no longer read.
   */
  | {
      readonly kind: 'file';
      readonly name: string;
      readonly archive: Uint8Array;
      readonly agents: number;
      readonly unreceipted: string | null;
      readonly omitted: readonly string[];
    }
  | { readonly kind: 'claim'; readonly claim: Claim }
  | { readonly kind: 'verdict'; readonly verdict: Verdict }
  /** `renamed` is the id in the file, where that was taken. */
  | { readonly kind: 'stored'; readonly run: string; readonly renamed: string | null }
  | { readonly kind: 'cancelled' }
  | {
      readonly kind: 'failed';
      readonly error: { readonly kind: WaymarkErrorKind; readonly message: string; readonly remedy: string };
    };

export interface ShareMessage {
  readonly type: 'share';
  readonly request: number;
  readonly answer: ShareAnswer;
}
