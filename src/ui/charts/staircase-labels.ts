/** Where the labels of a Staircase stand: near their lines, out of the lines' way, and apart from one another. Pure. */

import type { Frame, Label, LabelPlace, Line } from './staircase-parts.ts';

/** Room that a label needs above or below a line. */
const GAP = 10;
const HEIGHT = 20;
const AXIS_GAP = 4;
const TOPMOST = 16;
const ASIDE = 8;
/** From the middle of the letters to their baseline. */
const DROP = 5;

/**
 * Within the picture: the first line's label above its end, the second's below its own; where the axis is too near, in
 * the gap; where there is no gap either, above everything. Ends at `end` and at the right edge.
 */
function within([first, second]: readonly Line[], frame: Frame, end: number): readonly Label[] {
  const half = Math.floor(frame.treads.length / 2);
  const highest = (lines: readonly Line[], from = 0): number =>
    Math.min(...lines.flatMap(({ marks }) => marks.slice(from).map(({ top }) => top)));
  const lowest = (line: Line): number => Math.max(...line.marks.slice(half).map(({ bottom }) => bottom));
  const label = (line: Line, y: number, x = frame.right): Label => ({
    key: line.series.key,
    x,
    y: Math.max(y, TOPMOST),
    anchor: 'end',
  });

  if (!second) return [label(first, highest([first], half) - GAP, end)];
  const upper = label(first, highest([first, second], half) - GAP, end);
  const below = lowest(second) + HEIGHT;
  if (below <= frame.bottom - AXIS_GAP) return [upper, label(second, below)];
  const inGap = highest([second], half) - GAP;
  if (inGap - HEIGHT >= lowest(first)) return [upper, label(second, inGap)];
  const above = highest([first, second]) - GAP;
  return [label(first, above - HEIGHT, end), label(second, Math.max(above, TOPMOST + HEIGHT), end)];
}

/** Beside the picture, each as near to the height of its line's end as the others let it. */
function beside(lines: readonly Line[], frame: Frame): readonly Label[] {
  const wanted = lines
    .map((line) => ({ key: line.series.key, y: (line.marks.at(-1)?.y ?? frame.bottom) + DROP }))
    .sort((one, other) => one.y - other.y);
  let lowest = TOPMOST - HEIGHT;
  const down = wanted.map(({ key, y }) => {
    lowest = Math.max(y, lowest + HEIGHT);
    return { key, y: lowest };
  });
  // What was pushed below the axis pushes back.
  let highest = frame.bottom + DROP + HEIGHT;
  return down
    .reverse()
    .map(({ key, y }): Label => {
      highest = Math.min(y, highest - HEIGHT);
      return { key, x: frame.right + ASIDE, y: highest, anchor: 'start' };
    })
    .reverse();
}

/** `end` is how far right a label may reach that stands above the lines. Below the picture there are none to place. */
export function placeLabels(lines: readonly Line[], frame: Frame, place: LabelPlace, end: number): readonly Label[] {
  if (lines.length === 0 || place === 'below') return [];
  return place === 'beside' || lines.length > 2 ? beside(lines, frame) : within(lines, frame, end);
}
