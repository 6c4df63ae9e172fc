/**
 * Where everything in the Staircase goes, in pixels of the width it is given: treads, marks, intervals, the gap, and
 * labels that keep out of the lines' way. Pure, so that the drawing can be checked with numbers.
 */

import type { EvaluationRecord, Interval } from '../../learning/records.ts';

export const STAIRCASE_HEIGHT = 268;
const LEFT = 48;
const RIGHT_MARGIN = 8;
const TOP = 30;
const BOTTOM = 206;
/** Marks of nearly equal height stand side by side, this far from the middle. */
const APART = 8.5;
const NEARLY_EQUAL = 0.1;
/** Room that a label needs above or below a line. */
const LABEL_GAP = 10;
const LABEL_HEIGHT = 20;
const AXIS_GAP = 4;
const TOPMOST_LABEL = 16;

export interface Mark {
  readonly x: number;
  readonly y: number;
  /** Ends of the 95 % interval: `top` is the smaller y. */
  readonly top: number;
  readonly bottom: number;
}

export interface Line {
  /** An SVG path of treads and risers. */
  readonly path: string;
  readonly marks: readonly Mark[];
}

/** The right end of a label's baseline. */
export interface Label {
  readonly x: number;
  readonly y: number;
}

export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Horizontal lines: y, and the text beside it where it has one. */
  readonly grid: readonly { readonly y: number; readonly text: string }[];
  /** Middle of each tread. */
  readonly treads: readonly number[];
}

export interface Staircase {
  readonly kept: Line;
  readonly erased: Line;
  /** Where kept lies above erased. */
  readonly gap: readonly { readonly x: number; readonly y: number; readonly width: number; readonly height: number }[];
  readonly keptLabel: Label;
  readonly erasedLabel: Label;
}

function yOf(share: number): number {
  return BOTTOM - share * (BOTTOM - TOP);
}

/** Axes and treads for packs of `length` tasks. */
export function staircaseFrame(width: number, length: number): Frame {
  const right = width - RIGHT_MARGIN;
  const tread = (right - LEFT) / length;
  const shares = [0, 0.25, 0.5, 0.75, 1];
  return {
    left: LEFT,
    right,
    top: TOP,
    bottom: BOTTOM,
    grid: shares.map((share) => ({ y: yOf(share), text: { 0: '0', 0.5: '50', 1: '100 %' }[share] ?? '' })),
    treads: Array.from({ length }, (_, index) => LEFT + (index + 0.5) * tread),
  };
}

function treadPath(shares: readonly number[], frame: Frame): string {
  const tread = (frame.right - frame.left) / shares.length;
  return shares
    .map((share, index) => {
      const y = yOf(share).toFixed(1);
      return `${index === 0 ? 'M' : 'V'}${index === 0 ? `${frame.left} ${y}` : y}H${(frame.left + (index + 1) * tread).toFixed(1)}`;
    })
    .join('');
}

function marksOf(
  shares: readonly number[],
  intervals: readonly Interval[],
  others: readonly number[],
  shift: number,
  frame: Frame,
): readonly Mark[] {
  return shares.map((share, index) => {
    const beside = Math.abs(share - (others[index] ?? share + 1)) < NEARLY_EQUAL;
    const interval = intervals[index] ?? { low: share, high: share };
    return {
      x: frame.treads[index] + (beside ? shift : 0),
      y: yOf(share),
      top: yOf(interval.high),
      bottom: yOf(interval.low),
    };
  });
}

/**
 * The kept label stands above the end of its line. The erased one stands below its own; where the axis is too near, in
 * the gap; where there is no gap either, above everything, with the kept label above it.
 */
function labels(kept: readonly Mark[], erased: readonly Mark[], frame: Frame): readonly [Label, Label] {
  const half = Math.floor(kept.length / 2);
  const [keptEnd, erasedEnd] = [kept.slice(half), erased.slice(half)];
  const highest = (marks: readonly Mark[]): number => Math.min(...marks.map((mark) => mark.top));
  const lowest = (marks: readonly Mark[]): number => Math.max(...marks.map((mark) => mark.bottom));
  const atEnd = (y: number): Label => ({ x: frame.right, y: Math.max(y, TOPMOST_LABEL) });

  const keptLabel = atEnd(highest([...keptEnd, ...erasedEnd]) - LABEL_GAP);
  const below = lowest(erasedEnd) + LABEL_HEIGHT;
  if (below <= frame.bottom - AXIS_GAP) return [keptLabel, atEnd(below)];
  const inGap = highest(erasedEnd) - LABEL_GAP;
  if (inGap - LABEL_HEIGHT >= lowest(keptEnd)) return [keptLabel, atEnd(inGap)];
  const above = highest([...kept, ...erased]) - LABEL_GAP;
  return [atEnd(above - LABEL_HEIGHT), atEnd(Math.max(above, TOPMOST_LABEL + LABEL_HEIGHT))];
}

/** Null when the evaluation lacks one of the two lines. */
export function staircase(evaluation: EvaluationRecord, frame: Frame): Staircase | null {
  const { kept, erased } = evaluation.success;
  if (!kept || !erased || kept.length === 0) return null;
  const keptMarks = marksOf(kept, evaluation.intervals.kept ?? [], erased, -APART, frame);
  const erasedMarks = marksOf(erased, evaluation.intervals.erased ?? [], kept, APART, frame);
  const tread = (frame.right - frame.left) / kept.length;
  const gap = kept.flatMap((share, index) => {
    const below = erased[index];
    if (share <= below) return [];
    const y = yOf(share);
    return [{ x: frame.left + index * tread, y, width: tread, height: yOf(below) - y }];
  });
  const [keptLabel, erasedLabel] = labels(keptMarks, erasedMarks, frame);
  return {
    kept: { path: treadPath(kept, frame), marks: keptMarks },
    erased: { path: treadPath(erased, frame), marks: erasedMarks },
    gap,
    keptLabel,
    erasedLabel,
  };
}
