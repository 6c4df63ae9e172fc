/** Where the stops of a life go on its trail: a tick for each move, a disc where a task ends, a diamond for new notes. */

import type { Still } from '../replay/still.ts';

export interface Stop {
  /** Index of the still. */
  readonly index: number;
  readonly x: number;
  readonly kind: 'start' | 'move' | 'solved' | 'failed' | 'writing';
}

export interface TrailTask {
  readonly position: number;
  /** Where the task's name stands. */
  readonly x: number;
}

export interface Trail {
  readonly narrow: boolean;
  /** Radius of its marks. */
  readonly mark: number;
  readonly start: number;
  readonly end: number;
  readonly stops: readonly Stop[];
  readonly tasks: readonly TrailTask[];
}

const MARGIN = 14;
/** Below this width a trail shows no ticks for moves, and numbers alone for tasks. */
const NARROW = 560;
/** Room between two marks, and between a rewriting and the next task. */
const SPACE = 3;
const LARGEST_MARK = 8;

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
  const narrow = width < NARROW;
  const mark = Math.min(LARGEST_MARK, stretch / 5.5);
  // From the end of a stretch backwards: the rewriting, and beside it the end of the task.
  const writing = stretch - mark - SPACE;
  const end = writing - 2 * mark - SPACE;
  const turns = (position: number): number =>
    stills.filter((still) => still.position === position && still.kind === 'move').length;
  const stops = stills.map((still, index): Stop => {
    const from = MARGIN + still.position * stretch;
    const moved = still.moves.length / Math.max(1, turns(still.position));
    return { index, x: from + (still.kind === 'writing' ? writing : moved * end), kind: kindOf(still) };
  });
  return {
    narrow,
    mark,
    start: MARGIN,
    end: width - MARGIN,
    stops,
    tasks: Array.from({ length: tasks }, (_, position) => ({
      position,
      x: MARGIN + position * stretch + (narrow ? end : end / 2),
    })),
  };
}
