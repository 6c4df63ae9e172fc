/**
 * Passing a run on, as far as the visitor has come with it: which run, what has been made ready of the four ways in
 * which it can travel, and the QR code that is shown. Pure.
 */

import type { Interval, IterationRecord } from '../../learning/records.ts';
import type { Receipt } from '../../learning/receipt.ts';
import { recipeDifferences, type Recipe } from '../../learning/recipe.ts';
import type { SharedLink } from '../../runs/links/shared-link.ts';
import type { RunSummary } from '../../runs/store.ts';
import type { AgentChoice, SharePhase } from '../../worker/share-protocol.ts';
import { Store } from './store.ts';

/** The ways in which a run can travel. The first is written in the page; the worker makes the others. */
export const WAYS = ['setup', 'receipt', 'agent', 'file'] as const;
export type Way = (typeof WAYS)[number];
export type MadeWay = Exclude<Way, 'setup'>;

/** What is passed on: a stored run, or a recipe that nothing has been trained by. */
export interface Subject {
  readonly recipe: Recipe;
  readonly run: RunSummary | null;
  /** What training it took, iteration by iteration. */
  readonly iterations: readonly IterationRecord[];
}

export interface ShareFailure {
  readonly message: string;
  readonly remedy: string;
}

/** What the worker has made. */
export interface Made {
  readonly receipt: { readonly payload: string; readonly receipt: Receipt; readonly lift: Interval };
  readonly agent: {
    /** Of the adapter with all its bits. */
    readonly lift: Interval;
    /** Fewest bits first. */
    readonly choices: readonly AgentChoice[];
    /** The fewest bits that keep enough of the lift: an index. */
    readonly proposed: number;
    /** What the visitor takes: an index. */
    readonly chosen: number;
  };
  readonly file: {
    readonly name: string;
    readonly archive: Uint8Array;
    readonly agents: number;
    readonly unreceipted: string | null;
    readonly omitted: readonly string[];
  };
}

/** How far one way is. */
export type Progress<Thing> =
  | { readonly state: 'idle' }
  | {
      readonly state: 'making';
      readonly request: number;
      /** Null until the worker has begun. */
      readonly phase: SharePhase | null;
      readonly done: number;
      readonly total: number;
      readonly cancelling: boolean;
    }
  | { readonly state: 'ready'; readonly made: Thing }
  | { readonly state: 'failed'; readonly failure: ShareFailure };

export type Ways = { readonly [Kind in MadeWay]: Progress<Made[Kind]> };

/** What was going on when something was asked for, which pauses it. */
export type Interrupted = 'training' | 'living';

/** What became of a wish to pass something on: `refused` and `not-shared` where the browser would not. */
export type Passing = 'copied' | 'refused' | 'saved' | 'shared' | 'not-shared';

/** What a QR code leads to, for its heading. */
export type QrTarget =
  | { readonly kind: Exclude<Way, 'file'>; readonly name: string | null }
  | { readonly kind: 'class'; readonly name: null };

export interface ShareState {
  /** The code of the sheet, or of QR codes, could not be fetched when it was last wanted. */
  readonly codeMissing: boolean;
  /** Id of the run that is being looked up. */
  readonly looking: string | null;
  /** Why the run could not be looked up, or its setup not be written. */
  readonly failure: ShareFailure | null;
  readonly subject: Subject | null;
  /** What stands behind `#open=` in the setup link; null until it is written. */
  readonly setup: string | null;
  readonly ways: Ways;
  /** What links hold, read back from them, by what stands behind `#open=`. */
  readonly contents: ReadonlyMap<string, SharedLink>;
  /** Whether living agents go into the file, with their notes. */
  readonly withAgents: boolean;
  /** What became of the last wish to copy or share. */
  readonly passed: { readonly way: Way; readonly how: Passing } | null;
  readonly interrupted: Interrupted | null;
  readonly qr: { readonly link: string; readonly target: QrTarget } | null;
}

export type ShareStateMessage =
  | { readonly type: 'code-wanted' }
  | { readonly type: 'code-missing' }
  | { readonly type: 'run-wanted'; readonly run: string }
  | { readonly type: 'subject-known'; readonly subject: Subject }
  | { readonly type: 'not-known'; readonly failure: ShareFailure }
  | { readonly type: 'setup-written'; readonly recipe: Recipe; readonly payload: string }
  | {
      readonly type: 'asked';
      readonly way: MadeWay;
      readonly request: number;
      readonly interrupts: Interrupted | null;
    }
  | {
      readonly type: 'progressed';
      readonly way: MadeWay;
      readonly phase: SharePhase;
      readonly done: number;
      readonly total: number;
    }
  | { readonly type: 'cancel-asked'; readonly way: MadeWay }
  | { readonly type: 'ended'; readonly way: MadeWay }
  | { readonly type: 'failed'; readonly way: MadeWay; readonly failure: ShareFailure }
  | { readonly type: 'made'; readonly ready: Partial<Ways> }
  | { readonly type: 'bits-chosen'; readonly chosen: number }
  | { readonly type: 'agents-ticked'; readonly withAgents: boolean }
  | { readonly type: 'passed'; readonly passed: ShareState['passed'] }
  | { readonly type: 'read-back'; readonly payload: string; readonly link: SharedLink }
  | { readonly type: 'gone-on' }
  | { readonly type: 'qr-shown'; readonly qr: ShareState['qr'] };

const IDLE = { state: 'idle' } as const;
const NOTHING_MADE: Ways = { receipt: IDLE, agent: IDLE, file: IDLE };

export const NOTHING_SHARED: ShareState = {
  codeMissing: false,
  looking: null,
  failure: null,
  subject: null,
  setup: null,
  ways: NOTHING_MADE,
  contents: new Map(),
  withAgents: true,
  passed: null,
  interrupted: null,
  qr: null,
};

/** The way that the worker is busy with. */
export function presentWork({ ways }: Pick<ShareState, 'ways'>): {
  readonly way: MadeWay;
  readonly request: number;
  readonly cancelling: boolean;
} | null {
  for (const way of ['receipt', 'agent', 'file'] as const) {
    const progress = ways[way];
    if (progress.state === 'making') return { way, request: progress.request, cancelling: progress.cancelling };
  }
  return null;
}

function isSameRecipe(one: Recipe, other: Recipe): boolean {
  return Object.keys(recipeDifferences(one, other)).length === 0;
}

/** What was made of a run holds for as long as it is not trained any further. */
function withSubject(state: ShareState, subject: Subject): ShareState {
  const before = state.subject;
  const found = { ...state, subject, looking: null, failure: null };
  const isSameRun = before?.run?.run === subject.run?.run;
  const setup = before && isSameRecipe(before.recipe, subject.recipe) ? state.setup : null;
  if (!isSameRun) return { ...found, setup, ways: NOTHING_MADE, passed: null, interrupted: null };
  const isAsFar = before?.run?.iteration === subject.run?.iteration;
  return { ...found, setup, ways: isAsFar ? state.ways : NOTHING_MADE };
}

function withWay<Kind extends MadeWay>(state: ShareState, way: Kind, progress: Ways[Kind]): ShareState {
  return { ...state, ways: { ...state.ways, [way]: progress } };
}

/** What is being made, changed; nothing where nothing is. */
function whileMaking(
  state: ShareState,
  way: MadeWay,
  changes: Partial<Extract<Progress<never>, { state: 'making' }>>,
): ShareState {
  const progress = state.ways[way];
  return progress.state === 'making' ? withWay(state, way, { ...progress, ...changes }) : state;
}

export function reduceShare(state: ShareState, message: ShareStateMessage): ShareState {
  switch (message.type) {
    case 'code-wanted':
      return { ...state, codeMissing: false };
    case 'code-missing':
      return { ...state, codeMissing: true };
    case 'run-wanted': {
      const kept =
        state.subject?.run?.run === message.run ? state : { ...NOTHING_SHARED, codeMissing: state.codeMissing };
      return { ...kept, looking: message.run, failure: null, passed: null };
    }
    case 'subject-known':
      return withSubject(state, message.subject);
    case 'not-known':
      return { ...state, looking: null, failure: message.failure };
    case 'setup-written':
      return state.subject && isSameRecipe(state.subject.recipe, message.recipe)
        ? { ...state, setup: message.payload }
        : state;
    case 'asked': {
      const { way, request, interrupts } = message;
      const making = { state: 'making', request, phase: null, done: 0, total: 0, cancelling: false } as const;
      const asked = { ...state, passed: null, interrupted: interrupts ?? state.interrupted };
      return withWay(asked, way, making);
    }
    case 'progressed': {
      const { way, phase, done, total } = message;
      return whileMaking(state, way, { phase, done, total });
    }
    case 'cancel-asked':
      return whileMaking(state, message.way, { cancelling: true });
    case 'ended':
      return withWay(state, message.way, IDLE);
    case 'failed':
      return withWay(state, message.way, { state: 'failed', failure: message.failure });
    case 'made':
      return { ...state, ways: { ...state.ways, ...message.ready } };
    case 'bits-chosen': {
      const { agent } = state.ways;
      if (agent.state !== 'ready' || !(message.chosen in agent.made.choices)) return state;
      const made = { ...agent.made, chosen: message.chosen };
      return { ...withWay(state, 'agent', { state: 'ready', made }), passed: null };
    }
    case 'agents-ticked': {
      // What was made holds what was wanted before.
      const { file } = state.ways;
      const ticked = { ...state, withAgents: message.withAgents, passed: null };
      return file.state === 'ready' ? withWay(ticked, 'file', IDLE) : ticked;
    }
    case 'passed':
      return { ...state, passed: message.passed };
    case 'read-back':
      return { ...state, contents: new Map([...state.contents, [message.payload, message.link]]) };
    case 'gone-on':
      return { ...state, interrupted: null };
    case 'qr-shown':
      return { ...state, qr: message.qr };
  }
}

/** What stands behind `#open=`; null where that way is no link, or not ready. */
export function linkedPayload({ setup, ways }: ShareState, way: Way): string | null {
  switch (way) {
    case 'setup':
      return setup;
    case 'receipt':
      return ways.receipt.state === 'ready' ? ways.receipt.made.payload : null;
    case 'agent': {
      if (ways.agent.state !== 'ready') return null;
      const { choices, chosen } = ways.agent.made;
      return choices[chosen].payload;
    }
    case 'file':
      return null;
  }
}

/** Every payload that there is. */
export function allPayloads({ setup, ways }: ShareState): readonly string[] {
  return [
    ...(setup === null ? [] : [setup]),
    ...(ways.receipt.state === 'ready' ? [ways.receipt.made.payload] : []),
    ...(ways.agent.state === 'ready' ? ways.agent.made.choices.map(({ payload }) => payload) : []),
  ];
}

export type ShareStore = Store<ShareState, ShareStateMessage>;

export function createShareStore(): ShareStore {
  return new Store(NOTHING_SHARED, reduceShare);
}
