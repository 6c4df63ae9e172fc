/**
 * What the page stands in, apart from any run: the network, newer versions, storage, the tab being hidden, the link that
 * led here. Words for it are in words/notices.ts. Pure.
 */

import type { WaymarkErrorKind } from '../../core/errors.ts';
import { Store } from './store.ts';

/** What a visitor can be told and put away. */
export type Condition =
  | 'no-webgpu'
  | 'software-adapter'
  | 'storage-blocked'
  | 'storage-full'
  | 'not-persistent'
  | 'away'
  | 'offline'
  | 'update-later'
  | 'link';

/** Told once a visit: they are worth knowing and nothing can be done about them at once. */
export const TOLD_ONCE: readonly Condition[] = ['no-webgpu', 'software-adapter', 'storage-full', 'not-persistent'];

/** What is wrong with the settings in an address. */
export interface LinkProblem {
  readonly kind: WaymarkErrorKind;
  readonly message: string;
  readonly remedy: string;
}

/** Bytes that this site uses, and that the browser gives it. */
export interface StorageSpace {
  readonly usage: number;
  readonly quota: number;
}

export interface ConditionsState {
  readonly online: boolean;
  /** All of the site is kept in this browser and works without a network. */
  readonly siteKept: boolean;
  readonly updateReady: boolean;
  readonly space: StorageSpace | null;
  /** Whether the browser promises not to throw work away when space runs low; null before it was asked. */
  readonly persistent: boolean | null;
  /** While the tab is hidden, what had been lived when it was; back in sight, how many lives came in between. */
  readonly away: { readonly run: string; readonly lives: number } | null;
  readonly livedAway: number;
  readonly link: LinkProblem | null;
  readonly read: ReadonlySet<Condition>;
}

export type ConditionsMessage =
  | { readonly type: 'connection'; readonly online: boolean }
  | { readonly type: 'site-kept' }
  | { readonly type: 'update-ready' }
  | { readonly type: 'space'; readonly space: StorageSpace }
  | { readonly type: 'persistence'; readonly persistent: boolean }
  | { readonly type: 'hidden'; readonly run: string; readonly lives: number }
  | { readonly type: 'shown'; readonly run: string | null; readonly lives: number }
  | { readonly type: 'link'; readonly problem: LinkProblem | null }
  | { readonly type: 'read'; readonly condition: Condition };

export function firstConditions(read: readonly Condition[] = []): ConditionsState {
  return {
    online: true,
    siteKept: false,
    updateReady: false,
    space: null,
    persistent: null,
    away: null,
    livedAway: 0,
    link: null,
    read: new Set(read),
  };
}

function unread(state: ConditionsState, condition: Condition): ReadonlySet<Condition> {
  return new Set([...state.read].filter((one) => one !== condition));
}

export function reduceConditions(state: ConditionsState, message: ConditionsMessage): ConditionsState {
  switch (message.type) {
    case 'connection':
      return { ...state, online: message.online, read: unread(state, 'offline') };
    case 'site-kept':
      return { ...state, siteKept: true };
    case 'update-ready':
      return { ...state, updateReady: true, read: unread(state, 'update-later') };
    case 'space':
      return { ...state, space: message.space };
    case 'persistence':
      return { ...state, persistent: message.persistent };
    case 'hidden':
      return { ...state, away: { run: message.run, lives: message.lives }, livedAway: 0 };
    case 'shown': {
      const { away } = state;
      const livedAway = away !== null && away.run === message.run ? message.lives - away.lives : 0;
      return { ...state, away: null, livedAway, read: unread(state, 'away') };
    }
    case 'link':
      return { ...state, link: message.problem, read: unread(state, 'link') };
    case 'read':
      return { ...state, read: new Set([...state.read, message.condition]) };
  }
}

export type ConditionsStore = Store<ConditionsState, ConditionsMessage>;

export function createConditionsStore(read?: readonly Condition[]): ConditionsStore {
  return new Store(firstConditions(read), reduceConditions);
}
