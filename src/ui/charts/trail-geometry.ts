/** Where the stops of a life go on its trail: a tick for each move, a disc where a task ends, a diamond for new notes. */

import type { Still } from '../still.ts';

export interface Stop {
  /** Index of the still. */
  readonly index: number;
  readonly x: number;
  readonly kind: 'start' | 'move' | 'solved' | 'failed' | 'writing';
}

export interface TrailTask {
  readonly position: number;
  /** Middle of the task's part of the trail. */
  readonly x: number;
}

export interface Trail {
  readonly start: number;
  readonly end: number;
  readonly stops: readonly Stop[];
  readonly tasks: readonly TrailTask[];
}

const MARGIN = 14;
/** The part of a task's stretch in which its moves lie; the rest is for the rewriting. */
const MOVES_SHARE = 0.78;

function kindOf(still: Still): Stop['kind'] {
  if (still.kind === 'writing') return 'writing';
  if (still.kind === 'opening') return 'start';
  if (!still.ending) return 'move';
  return still.ending.solved ? 'solved' : 'failed';
}

/** Every task gets the same stretch of the trail, `width` pixels in all; its moves share the stretch evenly. */
export function trailOf(stills: readonly Still[], width: number): Trail {
  const tasks = stills[0]?.tasks ?? 1;
  const stretch = (width - 2 * MARGIN) / tasks;
  const turns = (position: number): number =>
    stills.filter((still) => still.position === position && still.kind === 'move').length;
  const stops = stills.map((still, index): Stop => {
    const from = MARGIN + still.position * stretch;
    const along =
      still.kind === 'writing' ? 0.93 : (still.moves.length / Math.max(1, turns(still.position))) * MOVES_SHARE;
    return { index, x: from + along * stretch, kind: kindOf(still) };
  });
  return {
    start: MARGIN,
    end: width - MARGIN,
    stops,
    tasks: Array.from({ length: tasks }, (_, position) => ({
      position,
      x: MARGIN + (position + MOVES_SHARE / 2) * stretch,
    })),
  };
}
