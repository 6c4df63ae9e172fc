/** Dispatches whose grids follow the micro-batch: recorded once with their buffers, cut to size at every submit. */

import type { CommandList, Dispatch } from '../command-list.ts';

/** Which rows a kernel runs over: all tokens, or only those that predict a generated one. */
export type View = 'tokens' | 'predicted';

export interface Extent {
  readonly rows: number;
  /** Pairs of a query and a key that it sees, over all rows. */
  readonly pairs: number;
}

export type Sizes = Readonly<Record<View, Extent>>;

export type Grid = readonly [number, number, number];

/** A dispatch with the grid and about the multiplications that it takes for so many rows. */
export interface Step {
  readonly dispatch: Dispatch;
  readonly grid: (sizes: Sizes) => Grid;
  readonly work: (sizes: Sizes) => number;
}

/** What `gpu.prepare` gets as a grid where the real one is known only at the submit. */
export const ANY_GRID: Grid = [1, 1, 1];

/** Steps as one list, cut to size; those without any work are left out. */
export function listOf(steps: readonly Step[], sizes: Sizes): CommandList {
  return {
    dispatches: steps
      .filter(({ work }) => work(sizes) > 0)
      .map(({ dispatch, grid }) => ({ ...dispatch, workgroups: grid(sizes) })),
  };
}
