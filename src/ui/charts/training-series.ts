/** The records of a run as smooth series: what the live chart and the collapse monitor draw. No evaluation. Pure. */

import type { IterationRecord } from '../../learning/records.ts';
import { mean } from '../../learning/sums.ts';

/** Iterations averaged into one point: a single one has too few lives to judge by. */
export const SMOOTHING = 5;

/** Mean coverage that parts near-empty notes from notes that hold something. */
const FILLED_COVERAGE = 0.25;
/** By how much the last task must lead the first before it counts as pulling away. */
const LEAD = 0.1;

/** Each value as the mean of itself and the ones before it, `SMOOTHING` in all; unknown ones are left out. */
export function smoothed(values: readonly (number | null)[]): readonly (number | null)[] {
  return values.map((_, index) => {
    const known = values.slice(Math.max(0, index + 1 - SMOOTHING), index + 1).filter((value) => value !== null);
    return known.length === 0 ? null : mean(known);
  });
}

/** Success by task, one series per position in the life. */
export function successSeries(records: readonly IterationRecord[]): readonly (readonly (number | null)[])[] {
  const tasks = records.at(0)?.success.length ?? 0;
  return Array.from({ length: tasks }, (_, task) => smoothed(records.map(({ success }) => success[task] ?? null)));
}

/** Share of a world's facts that stand in the notes, and are true. */
export function coverageSeries(records: readonly IterationRecord[]): readonly (number | null)[] {
  return smoothed(records.map(({ coverage }) => (coverage.length === 0 ? null : mean(coverage))));
}

/** What a run went through, told by two marks: its notes hold a quarter of the facts; its last task leads by ten points. */
export interface Stage {
  readonly kind: 'few-notes' | 'notes-fill' | 'pulls-away';
  /** First and last iteration. */
  readonly from: number;
  readonly to: number;
}

/** The stages so far, in order; a stage that was skipped is absent. */
export function stages(records: readonly IterationRecord[]): readonly Stage[] {
  const last = records.at(-1)?.iteration;
  if (last === undefined) return [];
  const success = successSeries(records);
  const lead = records.map((_, index) => (success.at(-1)?.[index] ?? 0) - (success.at(0)?.[index] ?? 0));
  const coverage = coverageSeries(records);
  // Means of fewer iterations swing too much to name anything by.
  const first = (passes: (index: number) => boolean): number =>
    records.find((_, index) => index + 1 >= SMOOTHING && passes(index))?.iteration ?? Infinity;
  const pulls = first((index) => lead[index] >= LEAD);
  const fills = Math.min(
    pulls,
    first((index) => (coverage[index] ?? 0) >= FILLED_COVERAGE),
  );
  const all: readonly Stage[] = [
    { kind: 'few-notes', from: 0, to: Math.min(fills, last) },
    { kind: 'notes-fill', from: fills, to: Math.min(pulls, last) },
    { kind: 'pulls-away', from: pulls, to: last },
  ];
  return all.filter(({ from, to }) => from < to);
}
