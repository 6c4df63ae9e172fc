/**
 * What somebody has given the visitor, a link or a file: what it claims, what a check of it has found, and whether it is
 * kept. Nothing of it runs, and nothing is stored, before the visitor asks for it. A verdict is never stored. Pure.
 */

import type { WaymarkErrorKind } from '../../core/errors.ts';
import type { CheckDepth, Verdict } from '../../runs/check/verdict.ts';
import type { Claim, Given, SharePhase } from '../../worker/share-protocol.ts';
import { Store } from './store.ts';

/** What was given, and for a file what it is called. */
export type NamedGiven =
  Extract<Given, { kind: 'link' }> | (Extract<Given, { kind: 'file' }> & { readonly name: string });

export interface OpenProblem {
  readonly kind: WaymarkErrorKind;
  readonly message: string;
  readonly remedy: string;
}

/** How far a check has come. */
export type CheckState =
  | { readonly state: 'none' }
  | {
      readonly state: 'checking';
      readonly request: number;
      readonly depth: CheckDepth;
      /** Null until the worker has begun. */
      readonly phase: SharePhase | null;
      readonly done: number;
      readonly total: number;
      readonly stopping: boolean;
    }
  | { readonly state: 'checked'; readonly verdict: Verdict }
  | { readonly state: 'failed'; readonly problem: OpenProblem };

/** Whether it stands in the library. */
export type KeepState =
  | { readonly state: 'none' }
  | { readonly state: 'keeping'; readonly request: number }
  /** `renamed` is the name that it came with, where that was taken. */
  | { readonly state: 'kept'; readonly run: string; readonly renamed: string | null }
  | { readonly state: 'failed'; readonly problem: OpenProblem };

export interface OpenState {
  readonly given: NamedGiven | null;
  /** Null until it has been read. */
  readonly claim: Claim | null;
  /** Why it cannot be read, or what was pasted is no link. */
  readonly problem: OpenProblem | null;
  readonly check: CheckState;
  readonly keep: KeepState;
  /** Of the differences that were found, the one that is looked at: its index. */
  readonly place: number;
  /** Files that were given with this one and wait for their turn. */
  readonly waiting: readonly File[];
  /** A file is held over the page. */
  readonly hovered: boolean;
  /** Training was under way when the check was asked for, which paused it. */
  readonly interrupted: boolean;
}

export type OpenMessage =
  | { readonly type: 'given'; readonly given: NamedGiven }
  | { readonly type: 'put-away' }
  | { readonly type: 'queued'; readonly waiting: readonly File[] }
  | { readonly type: 'claimed'; readonly claim: Claim }
  | { readonly type: 'unreadable'; readonly problem: OpenProblem }
  | {
      readonly type: 'check-asked';
      readonly request: number;
      readonly depth: CheckDepth;
      readonly interrupts: boolean;
    }
  | { readonly type: 'check-progressed'; readonly phase: SharePhase; readonly done: number; readonly total: number }
  | { readonly type: 'check-stopping' }
  | { readonly type: 'check-stopped' }
  | { readonly type: 'check-failed'; readonly problem: OpenProblem }
  | { readonly type: 'checked'; readonly verdict: Verdict }
  | { readonly type: 'gone-on' }
  | { readonly type: 'keep-asked'; readonly request: number }
  | { readonly type: 'keep-failed'; readonly problem: OpenProblem }
  | { readonly type: 'kept'; readonly run: string; readonly renamed: string | null }
  | { readonly type: 'place-chosen'; readonly place: number }
  | { readonly type: 'hovered'; readonly hovered: boolean };

export const NOTHING_OPEN: OpenState = {
  given: null,
  claim: null,
  problem: null,
  check: { state: 'none' },
  keep: { state: 'none' },
  place: 0,
  waiting: [],
  hovered: false,
  interrupted: false,
};

export function reduceOpen(state: OpenState, message: OpenMessage): OpenState {
  switch (message.type) {
    case 'given':
      return { ...NOTHING_OPEN, waiting: state.waiting, interrupted: state.interrupted, given: message.given };
    case 'put-away':
      return { ...NOTHING_OPEN, waiting: state.waiting, interrupted: state.interrupted };
    case 'queued':
      return { ...state, waiting: message.waiting, hovered: false };
    case 'claimed':
      return { ...state, claim: message.claim, problem: null };
    case 'unreadable':
      return { ...state, problem: message.problem };
    case 'check-asked': {
      const { request, depth, interrupts } = message;
      const check = { state: 'checking', request, depth, phase: null, done: 0, total: 0, stopping: false } as const;
      return { ...state, check, place: 0, interrupted: interrupts || state.interrupted };
    }
    case 'check-progressed': {
      const { phase, done, total } = message;
      return state.check.state === 'checking' ? { ...state, check: { ...state.check, phase, done, total } } : state;
    }
    case 'check-stopping':
      return state.check.state === 'checking' ? { ...state, check: { ...state.check, stopping: true } } : state;
    case 'check-stopped':
      return { ...state, check: { state: 'none' } };
    case 'check-failed':
      return { ...state, check: { state: 'failed', problem: message.problem } };
    case 'checked':
      return { ...state, check: { state: 'checked', verdict: message.verdict }, place: 0 };
    case 'gone-on':
      return { ...state, interrupted: false };
    case 'keep-asked':
      return { ...state, keep: { state: 'keeping', request: message.request } };
    case 'keep-failed':
      return { ...state, keep: { state: 'failed', problem: message.problem } };
    case 'kept':
      return { ...state, keep: { state: 'kept', run: message.run, renamed: message.renamed } };
    case 'place-chosen':
      return { ...state, place: message.place };
    case 'hovered':
      return state.hovered === message.hovered ? state : { ...state, hovered: message.hovered };
  }
}

export type OpenStore = Store<OpenState, OpenMessage>;

export function createOpenStore(): OpenStore {
  return new Store(NOTHING_OPEN, reduceOpen);
}
