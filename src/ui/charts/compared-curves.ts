/** Where the training curves of compared runs go, in pixels of the width given. Training figures, no evaluation. Pure. */

import type { IterationRecord } from '../../learning/records.ts';
import { LOOKS, type Look } from './compared-series.ts';

export const CURVES_HEIGHT = 220;

const LEFT = 48;
const RIGHT_MARGIN = 12;
const TOP = 12;
const BOTTOM = CURVES_HEIGHT - 46;
/** More points than this say nothing more at the width of a page. */
const MOST_POINTS = 200;
const ROWS = 8;

export interface CurveRun {
  readonly name: string;
  readonly iterations: readonly IterationRecord[];
}

export interface Curve {
  readonly look: Look;
  readonly path: string;
  /** A mark where the line ends. */
  readonly end: { readonly x: number; readonly y: number };
}

export interface CurvesDrawing {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly grid: readonly { readonly y: number; readonly text: string }[];
  readonly ends: readonly [first: number, last: number];
  /** Of the runs that have trained, each with the look of its place among all that are compared. */
  readonly curves: readonly Curve[];
}

/** Success at the last task of a life, averaged over an iteration's lives. */
function lastTask({ success }: IterationRecord): number {
  return success.at(-1) ?? 0;
}

export function comparedCurves(runs: readonly CurveRun[], width: number): CurvesDrawing {
  const right = width - RIGHT_MARGIN;
  const last = Math.max(1, ...runs.map(({ iterations }) => iterations.at(-1)?.iteration ?? 0));
  const x = (iteration: number): number => LEFT + ((right - LEFT) * (iteration - 1)) / Math.max(1, last - 1);
  const y = (share: number): number => BOTTOM - share * (BOTTOM - TOP);
  return {
    left: LEFT,
    right,
    bottom: BOTTOM,
    grid: [0, 0.25, 0.5, 0.75, 1].map((share) => ({
      y: y(share),
      text: { 0: '0', 0.5: '50', 1: '100 %' }[share] ?? '',
    })),
    ends: [1, last],
    curves: runs.flatMap(({ iterations }, index): readonly Curve[] => {
      const end = iterations.at(-1);
      if (!end) return [];
      const stride = Math.ceil(iterations.length / MOST_POINTS);
      const points = iterations.filter((_, at) => (iterations.length - 1 - at) % stride === 0);
      const path = points
        .map(
          (record, at) => `${at === 0 ? 'M' : 'L'}${x(record.iteration).toFixed(1)} ${y(lastTask(record)).toFixed(1)}`,
        )
        .join('');
      return [{ look: LOOKS[index % LOOKS.length], path, end: { x: x(end.iteration), y: y(lastTask(end)) } }];
    }),
  };
}

/** A few iterations with the share of every run, for the table; null where a run has not got that far. */
export function curveTable(
  runs: readonly CurveRun[],
): readonly { readonly iteration: number; readonly shares: readonly (number | null)[] }[] {
  const last = Math.max(0, ...runs.map(({ iterations }) => iterations.at(-1)?.iteration ?? 0));
  const stride = Math.max(1, Math.ceil(last / ROWS));
  const wanted = Array.from({ length: Math.ceil(last / stride) }, (_, index) => last - index * stride).reverse();
  return wanted.map((iteration) => ({
    iteration,
    shares: runs.map(({ iterations }) => {
      const found = iterations.find((record) => record.iteration === iteration);
      return found ? lastTask(found) : null;
    }),
  }));
}
