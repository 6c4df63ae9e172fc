/** Compared runs as lines of one Staircase: told apart by mark and dash before colour, in the order of choice. */

import type { EvaluationRecord } from '../../learning/records.ts';
import type { Series } from './staircase-parts.ts';

export type Look = Pick<Series, 'marker' | 'dash' | 'tone'>;

/** One for each run that can be compared. Rings and the colour of erased notes are left out: they mean something else. */
export const LOOKS: readonly Look[] = [
  { marker: 'disc', dash: 'solid', tone: 'kept' },
  { marker: 'square', dash: 'dashed', tone: 'ink' },
  { marker: 'triangle', dash: 'dash-dot', tone: 'oracle' },
  { marker: 'cross', dash: 'dotted', tone: 'shuffled' },
  { marker: 'diamond', dash: 'dashed', tone: 'quiet' },
];

export interface ComparedRun {
  readonly key: string;
  readonly name: string;
  readonly evaluation: EvaluationRecord | null;
}

/** The line of each run that was evaluated, with its notes kept. */
export function comparedSeries(runs: readonly ComparedRun[]): readonly Series[] {
  return runs.flatMap(({ key, name, evaluation }, index): readonly Series[] => {
    const shares = evaluation?.success.kept;
    if (!shares) return [];
    const points = shares.map((mean, task) => {
      const { low, high } = evaluation.intervals.kept?.[task] ?? { low: mean, high: mean };
      return { mean, low, high };
    });
    return [{ key, label: name, ...LOOKS[index % LOOKS.length], points }];
  });
}
