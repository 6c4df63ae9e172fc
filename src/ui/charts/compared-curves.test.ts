/** Protects the curves of compared runs: one scale for all, each run in its own look, no point where there is none. */

import { expect, test } from 'vitest';
import type { IterationRecord } from '../../learning/records.ts';
import { iteration } from '../testing/run-messages.ts';
import { comparedCurves, curveTable } from './compared-curves.ts';
import { LOOKS } from './compared-series.ts';

function trained(shares: readonly number[]): readonly IterationRecord[] {
  return shares.flatMap((share, index) => {
    const event = iteration(index + 1, { success: [0.1, share] });
    return event.type === 'iteration' ? [event.record] : [];
  });
}

const RUNS = [
  { name: 'untrained', iterations: [] },
  { name: 'short', iterations: trained([0, 1]) },
  { name: 'long', iterations: trained([0.5, 0.5, 0.5, 0.25]) },
];

test('runs share one scale of iterations, and a run that has not begun draws nothing', () => {
  const { curves, ends, left, right, bottom } = comparedCurves(RUNS, 400);
  expect(ends).toEqual([1, 4]);
  expect(curves.map(({ look }) => look)).toEqual([LOOKS[1], LOOKS[2]]);
  expect(curves[0].path.startsWith(`M${left.toFixed(1)} ${bottom.toFixed(1)}`)).toBe(true);
  expect(curves[0].end.x).toBeCloseTo(left + (right - left) / 3);
  expect(curves[1].end.x).toBe(right);
});

test('the table says the same, and nothing where a run has not got', () => {
  expect(curveTable(RUNS)).toEqual([
    { iteration: 1, shares: [null, 0, 0.5] },
    { iteration: 2, shares: [null, 1, 0.5] },
    { iteration: 3, shares: [null, null, 0.5] },
    { iteration: 4, shares: [null, null, 0.25] },
  ]);
  expect(curveTable([])).toEqual([]);
});
