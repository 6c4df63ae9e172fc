/** What the page knows of the stored runs, and what the visitor does with them. Pure. */

import type { IterationRecord } from '../../learning/records.ts';
import type { LibraryRun } from '../../worker/library-protocol.ts';
import type { StorageSpace } from './conditions-state.ts';
import { Store } from './store.ts';

/** The entry of the run that the site ships, among the ids of stored ones, which have no spaces. */
export const RECORDED = 'the recorded run';

/** More lines than this cannot be told apart in one chart. */
export const MOST_COMPARED = 5;

/** What is open under a run of the list. */
export type LibraryPanel = 'more' | 'rename' | 'fork';

/** What went wrong, and with what: a run of the list, or none in particular. */
export interface LibraryFailure {
  readonly run: string | null;
  readonly message: string;
  readonly remedy: string;
}

/** What has happened, for a line that says so. */
export interface LibraryNews {
  readonly kind: 'saved';
  readonly file: string;
}

export interface LibraryState {
  /** Null until they have been listed. */
  readonly runs: readonly LibraryRun[] | null;
  /** Stored things that cannot be read. */
  readonly damaged: readonly string[];
  /** Ids, in the order in which they were chosen; `RECORDED` among them. */
  readonly compared: readonly string[];
  /** Of runs that were looked into. */
  readonly iterations: ReadonlyMap<string, readonly IterationRecord[]>;
  readonly open: { readonly run: string; readonly panel: LibraryPanel } | null;
  readonly failure: LibraryFailure | null;
  readonly news: LibraryNews | null;
  /** Deleted runs that can be had back, the last one first. */
  readonly deleted: readonly { readonly run: string; readonly name: string }[];
  readonly space: StorageSpace | null;
  readonly persistent: boolean | null;
  /** The browser was asked to keep things safe and would not. */
  readonly refused: boolean;
}

export type LibraryStateMessage =
  | { readonly type: 'listed'; readonly runs: readonly LibraryRun[]; readonly damaged: readonly string[] }
  | { readonly type: 'read'; readonly run: string; readonly iterations: readonly IterationRecord[] }
  | { readonly type: 'compared'; readonly run: string; readonly compared: boolean }
  | { readonly type: 'comparison-cleared' }
  | { readonly type: 'opened'; readonly open: LibraryState['open'] }
  /** Something is begun: what was said of the last one is over. */
  | { readonly type: 'begun' }
  | { readonly type: 'failed'; readonly failure: LibraryFailure | null }
  | { readonly type: 'happened'; readonly news: LibraryNews | null }
  | { readonly type: 'deleted'; readonly run: string; readonly name: string }
  /** Had back, or gone for good. */
  | { readonly type: 'settled'; readonly run: string }
  | { readonly type: 'space'; readonly space: StorageSpace | null; readonly persistent: boolean | null }
  | { readonly type: 'asked-to-keep'; readonly kept: boolean };

export const EMPTY_LIBRARY: LibraryState = {
  runs: null,
  damaged: [],
  compared: [],
  iterations: new Map(),
  open: null,
  failure: null,
  news: null,
  deleted: [],
  space: null,
  persistent: null,
  refused: false,
};

function withListed(state: LibraryState, runs: readonly LibraryRun[], damaged: readonly string[]): LibraryState {
  const isThere = (run: string): boolean => run === RECORDED || runs.some((one) => one.run === run);
  const { open } = state;
  return {
    ...state,
    runs,
    damaged,
    compared: state.compared.filter(isThere),
    open: open && isThere(open.run) ? open : null,
  };
}

export function reduceLibrary(state: LibraryState, message: LibraryStateMessage): LibraryState {
  switch (message.type) {
    case 'listed':
      return withListed(state, message.runs, message.damaged);
    case 'read':
      return { ...state, iterations: new Map([...state.iterations, [message.run, message.iterations]]) };
    case 'compared': {
      const others = state.compared.filter((run) => run !== message.run);
      if (!message.compared) return { ...state, compared: others };
      return others.length < MOST_COMPARED ? { ...state, compared: [...others, message.run] } : state;
    }
    case 'comparison-cleared':
      return { ...state, compared: [] };
    case 'opened':
      return { ...state, open: message.open, failure: null };
    case 'begun':
      return { ...state, failure: null, news: null };
    case 'failed':
      return { ...state, failure: message.failure };
    case 'happened':
      return { ...state, news: message.news };
    case 'deleted': {
      const { run, name } = message;
      const runs = state.runs?.filter((one) => one.run !== run) ?? null;
      const next = { ...state, deleted: [{ run, name }, ...state.deleted], news: null };
      return runs === null ? next : withListed(next, runs, state.damaged);
    }
    case 'settled':
      return { ...state, deleted: state.deleted.filter(({ run }) => run !== message.run) };
    case 'space':
      return { ...state, space: message.space, persistent: message.persistent };
    case 'asked-to-keep':
      return { ...state, persistent: message.kept, refused: !message.kept };
  }
}

export type LibraryStore = Store<LibraryState, LibraryStateMessage>;

export function createLibraryStore(): LibraryStore {
  return new Store(EMPTY_LIBRARY, reduceLibrary);
}
