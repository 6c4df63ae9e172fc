/**
 * Where everything in a Staircase goes, in pixels of the width it is given: treads, marks, intervals, the gap. For any
 * number of lines, so that the lab and the library draw theirs by it too. Pure, so that a drawing can be checked with
 * numbers.
 */

import type { Interval } from '../../learning/records.ts';
import { placeLabels, textWidth } from './staircase-labels.ts';
import type { Box, Frame, Line, Series, Staircase, StaircaseOptions } from './staircase-parts.ts';

const LEFT = 48;
const RIGHT_MARGIN = 8;
const TOP = 30;
/** Room under the plot for the numbers of the tasks and the name of the axis. */
const FOOT = 62;
/** Marks of nearly equal height stand side by side, this far apart. */
const APART = 17;
const NEARLY_EQUAL = 0.1;
/** Height of a walker, and how far right of the last mark it stands. */
const WALKER_HEIGHT = 50;
const WALKER_ASIDE = 22;
const WALKER_TREAD = 48;
/** What a number with its interval needs of the gap. */
const NUMBER_ROOM = { width: 150, height: 72 } as const;

function yOf(share: number, { top, bottom }: Pick<Frame, 'top' | 'bottom'>): number {
  return bottom - share * (bottom - top);
}

/** Axes and treads. `aside` is the room kept free at the right of the plot. */
function frameOf({ width, height, length }: StaircaseOptions, aside: number): Frame {
  const right = width - RIGHT_MARGIN - aside;
  const tread = (right - LEFT) / length;
  const span = { top: TOP, bottom: height - FOOT };
  return {
    left: LEFT,
    right,
    ...span,
    grid: [0, 0.25, 0.5, 0.75, 1].map((share) => ({
      y: yOf(share, span),
      text: { 0: '0', 0.5: '50', 1: '100 %' }[share] ?? '',
    })),
    treads: Array.from({ length }, (_, index) => LEFT + (index + 0.5) * tread),
  };
}

function treadPath(points: readonly Interval[], frame: Frame): string {
  const tread = (frame.right - frame.left) / frame.treads.length;
  return points
    .map(({ mean }, index) => {
      const y = yOf(mean, frame).toFixed(1);
      const end = (frame.left + (index + 1) * tread).toFixed(1);
      return `${index === 0 ? `M${frame.left} ${y}` : `V${y}`}H${end}`;
    })
    .join('');
}

/** How far from the middle of its tread a line's mark stands, so that marks of nearly equal height do not hide one another. */
function shiftOf(series: readonly Series[], own: Series, task: number, tread: number): number {
  const rivals = series.flatMap((one) => {
    const point = one.points.at(task);
    return point ? [{ one, mean: point.mean }] : [];
  });
  rivals.sort((one, other) => one.mean - other.mean);
  const place = rivals.findIndex(({ one }) => one === own);
  const near = (from: number, to: number): boolean => Math.abs(rivals[from].mean - rivals[to].mean) < NEARLY_EQUAL;
  let first = place;
  while (first > 0 && near(first - 1, first)) first -= 1;
  let last = place;
  while (last < rivals.length - 1 && near(last, last + 1)) last += 1;
  const crowd = rivals.slice(first, last + 1).map(({ one }) => one);
  // Side by side in the order of the series, the same on every tread.
  const order = series.filter((one) => crowd.includes(one));
  const apart = Math.min(APART, tread / order.length);
  return (order.indexOf(own) - (order.length - 1) / 2) * apart;
}

function lineOf(series: readonly Series[], own: Series, frame: Frame): Line {
  const tread = (frame.right - frame.left) / frame.treads.length;
  return {
    series: own,
    path: treadPath(own.points, frame),
    marks: own.points.map(({ mean, low, high }, task) => ({
      x: frame.treads[task] + shiftOf(series, own, task, tread),
      y: yOf(mean, frame),
      top: yOf(high, frame),
      bottom: yOf(low, frame),
    })),
  };
}

function gapOf(upper: Series, lower: Series, frame: Frame): readonly Box[] {
  const width = (frame.right - frame.left) / frame.treads.length;
  return upper.points.flatMap(({ mean }, task) => {
    const below = lower.points.at(task)?.mean;
    if (below === undefined || mean <= below) return [];
    const y = yOf(mean, frame);
    return [{ x: frame.left + task * width, y, width, height: yOf(below, frame) - y }];
  });
}

/** The middle of as many of the last boxes as a number needs, where the lowest of them is high enough for it. */
function middleOf(gap: readonly Box[]): Staircase['gapMiddle'] {
  const last = gap.at(-1);
  if (!last) return null;
  const wanted = Math.ceil(NUMBER_ROOM.width / last.width);
  // The very last tread may carry the walker's eye away; the number stands a little before it.
  const boxes = gap.slice(-wanted - 1, gap.length > wanted ? -1 : undefined);
  const top = Math.max(...boxes.map(({ y }) => y));
  const bottom = Math.min(...boxes.map(({ y, height }) => y + height));
  const [first] = boxes;
  const width = boxes.length * last.width;
  if (width < NUMBER_ROOM.width || bottom - top < NUMBER_ROOM.height) return null;
  return { x: first.x + width / 2, y: (top + bottom) / 2 };
}

function walkerOn(line: Line | undefined, frame: Frame): Staircase['walker'] {
  const mark = line?.marks.at(-1);
  const tread = (frame.right - frame.left) / frame.treads.length;
  if (!mark || tread < WALKER_TREAD || mark.y - WALKER_HEIGHT < 0) return null;
  return { x: Math.min(mark.x + WALKER_ASIDE, frame.right - WALKER_ASIDE / 2), y: mark.y };
}

/** The drawing of some lines; lines without points are left out. */
export function staircase(all: readonly Series[], options: StaircaseOptions): Staircase {
  const series = all.filter(({ points }) => points.length > 0);
  const { gap: wanted, labels: place } = options;
  const aside = place === 'beside' ? Math.max(0, ...series.map(({ label }) => labelWidth(label))) : 0;
  const frame = frameOf(options, aside);
  const lines = series.map((own) => lineOf(series, own, frame));
  const upper = series.find(({ key }) => key === wanted?.upper);
  const lower = series.find(({ key }) => key === wanted?.lower);
  const gap = upper && lower ? gapOf(upper, lower, frame) : [];
  const walker = options.walker
    ? walkerOn(
        lines.find((line) => line.series === upper),
        frame,
      )
    : null;
  return {
    frame,
    lines,
    gap,
    labels: placeLabels(lines, frame, place, walker ? walker.x - WALKER_ASIDE : frame.right),
    walker,
    gapMiddle: middleOf(gap),
  };
}

/** A label beside the picture, with air on both sides. */
function labelWidth(label: string): number {
  return textWidth(label) + 38;
}
