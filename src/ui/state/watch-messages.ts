/** What the visitor does while watching: chooses whose lives, has new ones lived, moves among them. */

import type { LifeRecord } from '../../learning/records.ts';

export type WatchMessage =
  /** The recorded agent of an environment; the preset is what Play would train. */
  | { readonly type: 'environment-chosen'; readonly environment: string; readonly preset: string }
  /** The lives of this tab's run. */
  | { readonly type: 'run-watched' }
  | { readonly type: 'life-asked'; readonly request: number; readonly seed: number }
  | { readonly type: 'life-progressed'; readonly request: number; readonly done: number; readonly total: number }
  | { readonly type: 'life-lived'; readonly request: number; readonly life: LifeRecord }
  /** Cancelled or failed. */
  | { readonly type: 'life-given-up'; readonly request: number }
  /** One of the lives watched, from the beginning of one of its tasks. */
  | { readonly type: 'life-chosen'; readonly life: LifeRecord; readonly task: number }
  /** The moment in which a note first helped. */
  | { readonly type: 'help-wanted' };
