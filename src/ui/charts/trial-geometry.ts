/** Where everything in the picture of a trial goes, in pixels of the width it is given: one row per kind of notes. Pure. */

import type { Interval } from '../../learning/records.ts';

const LEFT = 12;
const RIGHT_MARGIN = 12;
const TOP = 8;
const ROW = 60;
/** From a row's label to its mark. */
const MARK_BELOW = 19;
const FOOT = 34;

export interface TrialRow {
  /** Baseline of its label. */
  readonly labelY: number;
  readonly y: number;
  readonly x: number;
  /** Ends of the 95 % interval. */
  readonly low: number;
  readonly high: number;
}

export interface TrialPicture {
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly grid: readonly { readonly x: number; readonly text: string; readonly anchor: 'start' | 'middle' | 'end' }[];
  readonly rows: readonly TrialRow[];
}

/** Rows of shares from 0 to 1, in the order given. */
export function trialPicture(shares: readonly Interval[], width: number): TrialPicture {
  const right = width - RIGHT_MARGIN;
  const xOf = (share: number): number => LEFT + share * (right - LEFT);
  const bottom = TOP + shares.length * ROW;
  return {
    height: bottom + FOOT,
    left: LEFT,
    right,
    top: TOP,
    bottom,
    grid: [
      { x: xOf(0), text: '0', anchor: 'start' },
      { x: xOf(0.25), text: '', anchor: 'middle' },
      { x: xOf(0.5), text: '50', anchor: 'middle' },
      { x: xOf(0.75), text: '', anchor: 'middle' },
      { x: xOf(1), text: '100 %', anchor: 'end' },
    ],
    rows: shares.map(({ mean, low, high }, row) => {
      const labelY = TOP + row * ROW + 18;
      return { labelY, y: labelY + MARK_BELOW, x: xOf(mean), low: xOf(low), high: xOf(high) };
    }),
  };
}
