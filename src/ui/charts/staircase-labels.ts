/** Where the labels of a Staircase stand: near their lines, out of the lines' way, and apart from one another. Pure. */

import type { Frame, Label, LabelPlace, Line, Mark } from './staircase-parts.ts';

/** Room that a label needs above or below a line. */
const GAP = 10;
const HEIGHT = 20;
const AXIS_GAP = 4;
const TOPMOST = 16;
const ASIDE = 8;
/** From the middle of the letters to their baseline. */
const DROP = 5;
/** Half of a mark, and a little air. */
const MARK = 12;

/** About as wide as the text is at 16 px, semi-bold; wide scripts take a whole em. */
export function textWidth(text: string): number {
  return Array.from(text).reduce((sum, character) => sum + (character > '\u2e7f' ? 1 : 0.53), 0) * 16;
}

/**
 * Within the picture: the first line's label above its end, the second's below its own; where the axis is too near, in
 * the gap; where there is no gap either, above everything. Ends at `end` and at the right edge.
 */
function within([first, second]: readonly Line[], frame: Frame, end: number): readonly Label[] {
  /** The marks that a line's label stands above or below. */
  const spanned = (lines: readonly Line[], label: Line, right = frame.right): readonly Mark[] => {
    const left = right - textWidth(label.series.label) - MARK;
    return lines.flatMap(({ marks }) => marks.filter(({ x }, task) => x >= left || task === marks.length - 1));
  };
  const highest = (marks: readonly Mark[]): number =>
    Math.min(...marks.map(({ top, y }) => Math.min(top, y - MARK / 2)));
  const lowest = (marks: readonly Mark[]): number =>
    Math.max(...marks.map(({ bottom, y }) => Math.max(bottom, y + MARK / 2)));
  const label = (line: Line, y: number, x = frame.right): Label => ({
    key: line.series.key,
    x,
    y: Math.max(y, TOPMOST),
    anchor: 'end',
  });

  if (!second) return [label(first, highest(spanned([first], first, end)) - GAP, end)];
  const both = [first, second];
  const upper = label(first, highest(spanned(both, first, end)) - GAP, end);
  const below = lowest(spanned(both, second)) + HEIGHT;
  if (below <= frame.bottom - AXIS_GAP) return [upper, label(second, below)];
  const inGap = highest(spanned([second], second)) - GAP;
  if (inGap - HEIGHT >= lowest(spanned([first], second))) return [upper, label(second, inGap)];
  const above = Math.min(highest(spanned(both, first, end)), highest(spanned(both, second, end))) - GAP;
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
