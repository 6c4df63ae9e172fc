/** Where everything in a small chart of the collapse monitor goes, in pixels of the width that it is given. Pure. */

import type { MonitorChart, MonitorSeries } from '../words/train-monitor.ts';
import { spread } from './training-lines.ts';

export const COLLAPSE_HEIGHT = 124;

const LEFT = 48;
const TOP = 8;
const FOOT = 24;
/** Room for the labels at the right, of about this many pixels a letter. */
const LETTER = 7.6;
const MOST_ASIDE = 0.45;
const LABEL_HEIGHT = 18;
const DROP = 5;

export interface CollapseLine {
  readonly shape: MonitorSeries['shape'];
  readonly path: string;
  readonly label: string;
  /** Of the baseline. */
  readonly labelY: number;
}

export interface CollapseDrawing {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly thresholdY: number | null;
  /** The iterations at the two ends. */
  readonly first: number;
  readonly last: number;
  readonly lines: readonly CollapseLine[];
}

/** `iterations` are the numbers of those that the values belong to. */
export function collapseDrawing(
  { series, top: highest, threshold }: MonitorChart,
  iterations: readonly number[],
  width: number,
): CollapseDrawing {
  const longest = Math.max(0, ...series.map(({ label }) => label.length));
  const right = width - Math.min(longest * LETTER + 8, width * MOST_ASIDE);
  const bottom = COLLAPSE_HEIGHT - FOOT;
  const [first, last] = [iterations.at(0) ?? 0, iterations.at(-1) ?? 0];
  const x = (iteration: number): number => LEFT + ((iteration - first) / Math.max(1, last - first)) * (right - LEFT);
  const y = (value: number): number => bottom - Math.min(1, value / highest) * (bottom - TOP);
  const drawn = series.flatMap(({ shape, label, values }) => {
    const points = values.flatMap((value, index) =>
      value === null ? [] : [[x(iterations[index]), y(value)] as const],
    );
    const end = points.at(-1);
    if (!end) return [];
    const path = points.map(([px, py], index) => `${index === 0 ? 'M' : 'L'}${px.toFixed(1)} ${py.toFixed(1)}`);
    return [{ shape, label, path: path.join(''), y: end[1] + DROP }];
  });
  const labels = spread(
    drawn.map((line) => line.y),
    LABEL_HEIGHT,
    bottom + DROP,
  );
  return {
    left: LEFT,
    right,
    top: TOP,
    bottom,
    thresholdY: threshold === null ? null : y(threshold),
    first,
    last,
    lines: drawn.map(({ shape, label, path }, index) => ({ shape, label, path, labelY: labels[index] })),
  };
}
