/** What the Train screen knows beside the run itself: what is open, what was undone, who got the credit. Pure. */

import type { Recipe, RecipeKey } from '../../learning/recipe.ts';
import type { GroupCredit } from '../../worker/lab-protocol.ts';
import type { Refusal, Setup } from './run-state.ts';
import { Store } from './store.ts';

/** The views under the charts. */
export const TRAIN_VIEWS = ['credit', 'monitor', 'metrics'] as const;
export type TrainView = (typeof TRAIN_VIEWS)[number];

/** A value that a setting cannot take; it stays in its field until it is mended or given up. */
export interface SettingProblem {
  readonly key: RecipeKey;
  readonly text: string;
}

/** An episode of a life of a group: `place` counts solves and updates alike. */
export interface CreditPlace {
  readonly group: number;
  readonly life: number;
  readonly place: number;
}

/** Whose credit is asked for. */
export interface CreditQuestion {
  readonly run: string;
  readonly iteration: number;
  readonly group: number;
  readonly life: number;
}

/** The credit that is on screen, or why there is none. */
export interface CreditState {
  readonly at: CreditPlace;
  /** What was asked about last; null before any question. */
  readonly about: CreditQuestion | null;
  /** The number of the question that is not answered yet. */
  readonly request: number | null;
  readonly answer: GroupCredit | null;
  readonly problem: Refusal | null;
}

export interface TrainState {
  /** The setting whose explanation is open. */
  readonly open: RecipeKey | null;
  readonly problem: SettingProblem | null;
  /** What the setup was before each edit, oldest first. */
  readonly past: readonly Setup[];
  readonly view: TrainView;
  readonly credit: CreditState;
  /** What a fork began with, until the next run: iterations of its parent, or null where it began from the beginning. */
  readonly forked: { readonly run: string; readonly parent: string; readonly inherited: number | null } | null;
  /** Milliseconds since 1970: when the last iteration was stored, and what time it was when last looked. */
  readonly savedAt: number | null;
  readonly now: number;
  /** A recipe that came with the address, until a run starts. */
  readonly linked: { readonly preset: string; readonly recipe: Recipe } | null;
}

export type TrainMessage =
  | { readonly type: 'setting-opened'; readonly key: RecipeKey | null }
  | { readonly type: 'value-refused'; readonly problem: SettingProblem }
  | { readonly type: 'edited'; readonly before: Setup }
  | { readonly type: 'undone' }
  | { readonly type: 'view-chosen'; readonly view: TrainView }
  | { readonly type: 'credit-asked'; readonly request: number; readonly about: CreditQuestion }
  | { readonly type: 'credit-told'; readonly answer: GroupCredit | null }
  | { readonly type: 'credit-failed'; readonly problem: Refusal }
  | { readonly type: 'credit-cancelled' }
  | { readonly type: 'credit-place-chosen'; readonly at: CreditPlace }
  | { readonly type: 'forked'; readonly forked: NonNullable<TrainState['forked']> }
  | { readonly type: 'run-changed' }
  | { readonly type: 'saved'; readonly at: number }
  | { readonly type: 'time-passed'; readonly now: number }
  | { readonly type: 'link-opened'; readonly linked: TrainState['linked'] };

/** The first note of the first life: what the view is about. */
const FIRST_PLACE: CreditPlace = { group: 0, life: 0, place: 1 };
const NO_CREDIT: CreditState = { at: FIRST_PLACE, about: null, request: null, answer: null, problem: null };
const MOST_PAST = 100;

const FIRST_TRAIN: TrainState = {
  open: null,
  problem: null,
  past: [],
  view: 'credit',
  credit: NO_CREDIT,
  forked: null,
  savedAt: null,
  now: 0,
  linked: null,
};

function withCredit(state: TrainState, change: Partial<CreditState>): TrainState {
  return { ...state, credit: { ...state.credit, ...change } };
}

function reduceTrain(state: TrainState, message: TrainMessage): TrainState {
  switch (message.type) {
    case 'setting-opened':
      return message.key === state.open ? state : { ...state, open: message.key, problem: null };
    case 'value-refused':
      return { ...state, problem: message.problem };
    case 'edited':
      return { ...state, problem: null, past: [...state.past, message.before].slice(-MOST_PAST) };
    case 'undone':
      return { ...state, problem: null, past: state.past.slice(0, -1) };
    case 'view-chosen':
      return { ...state, view: message.view };
    case 'credit-asked':
      return withCredit(state, { request: message.request, problem: null, about: message.about });
    case 'credit-told':
      return withCredit(state, { request: null, answer: message.answer });
    case 'credit-failed':
      return withCredit(state, { request: null, problem: message.problem });
    case 'credit-cancelled':
      return withCredit(state, { request: null, about: null, problem: null });
    case 'credit-place-chosen':
      return withCredit(state, { at: message.at });
    case 'forked':
      return { ...state, forked: message.forked };
    case 'run-changed':
      return { ...FIRST_TRAIN, view: state.view, forked: state.forked };
    case 'saved':
      return { ...state, savedAt: message.at, now: message.at };
    case 'time-passed':
      return state.savedAt === null ? state : { ...state, now: message.now };
    case 'link-opened':
      return { ...state, linked: message.linked };
  }
}

export type TrainStore = Store<TrainState, TrainMessage>;

export function createTrainStore(): TrainStore {
  return new Store(FIRST_TRAIN, reduceTrain);
}
