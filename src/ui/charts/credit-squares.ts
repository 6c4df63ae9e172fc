/** The squares of the credit view: how large each is, and whether it is filled. Pure. */

import { NEGLIGIBLE_ADVANTAGE } from '../../learning/advantages.ts';
import type { EpisodeCredit } from '../../worker/lab-protocol.ts';

/** Sides in pixels: area grows with the advantage, and the smallest can still be seen. */
const LARGEST = 23;
const SMALLEST = 6;

export type Standing = 'above' | 'below' | 'level';

export interface Square {
  readonly standing: Standing;
  readonly side: number;
}

/** Above its group, below it, or, but for rounding, level with it. */
export function standing(advantage: number): Standing {
  if (Math.abs(advantage) < NEGLIGIBLE_ADVANTAGE) return 'level';
  return advantage > 0 ? 'above' : 'below';
}

/** By life and episode, in proportion to the largest advantage of the group. */
export function creditSquares(lives: readonly (readonly EpisodeCredit[])[]): readonly (readonly Square[])[] {
  const most = Math.max(NEGLIGIBLE_ADVANTAGE, ...lives.flat().map(({ advantage }) => Math.abs(advantage)));
  return lives.map((episodes) =>
    episodes.map(({ advantage }) => ({
      standing: standing(advantage),
      side: Math.max(SMALLEST, LARGEST * Math.sqrt(Math.abs(advantage) / most)),
    })),
  );
}
