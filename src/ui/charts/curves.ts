/** Training metrics as series to draw and rows to read. They come from the lives being trained on: no evaluation. */

import type { IterationRecord } from '../../learning/records.ts';
import { percent } from '../words/format.ts';
import { tokensPerSecond } from '../words/sentences.ts';

export interface Series {
  readonly label: string;
  /** Token of the colour, and the line's shape: never colour alone. */
  readonly colour: '--kept' | '--erased' | '--note-edge' | '--ink';
  readonly width: number;
  readonly dash: readonly number[];
  readonly values: readonly (number | null)[];
}

export interface Chart {
  readonly title: string;
  readonly unit: string;
  /** Fixed ends of the vertical axis; null lets the data decide the upper end. */
  readonly top: number | null;
  readonly series: readonly Series[];
}

/** More points than this say nothing more at the width of a page. */
const MOST_POINTS = 400;
const MOST_ROWS = 24;

function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

function thinned(records: readonly IterationRecord[], most: number): readonly IterationRecord[] {
  const stride = Math.ceil(records.length / most);
  return records.filter((_, index) => (records.length - 1 - index) % stride === 0);
}

/** Iterations as drawn, counted from 1. */
export function iterationNumbers(records: readonly IterationRecord[]): readonly number[] {
  return thinned(records, MOST_POINTS).map((record) => record.iteration);
}

/** The four charts, from the same iterations. */
export function curves(records: readonly IterationRecord[]): readonly Chart[] {
  const drawn = thinned(records, MOST_POINTS);
  const tasks = drawn[0]?.success.length ?? 0;
  const line = (
    label: string,
    of: (record: IterationRecord) => number | null,
    style: Partial<Series> = {},
  ): Series => ({
    label,
    colour: '--kept',
    width: 2.5,
    dash: [],
    ...style,
    values: drawn.map(of),
  });
  return [
    {
      title: 'Success',
      unit: '%',
      top: 100,
      series: Array.from({ length: tasks }, (_, task) =>
        line(`task ${task + 1}`, (record) => record.success[task] * 100, {
          colour: task === 0 ? '--erased' : '--kept',
          width: 1.5 + (2 * task) / tasks,
          dash: task === 0 ? [7, 5] : task === tasks - 1 ? [] : [2 + 3 * task, 3],
        }),
      ),
    },
    {
      title: 'Notes',
      unit: '%',
      top: 100,
      series: [
        line('of the facts noted (coverage)', (record) => (mean(record.coverage) ?? 0) * 100, {
          colour: '--note-edge',
        }),
        line('of what is noted true', (record) => times(mean(record.accuracy), 100), { colour: '--ink', dash: [3, 4] }),
      ],
    },
    {
      title: 'Entropy',
      unit: 'nats per token',
      top: null,
      series: [
        line('of its turns', (record) => record.solveEntropy),
        line('of its notes', (record) => record.updateEntropy, { colour: '--note-edge', dash: [7, 5] }),
      ],
    },
    {
      title: 'Speed',
      unit: 'tokens per second',
      top: null,
      series: [line('generated', tokensPerSecond, { colour: '--ink' })],
    },
  ];
}

function times(value: number | null, factor: number): number | null {
  return value === null ? null : value * factor;
}

/** The table's columns: what each iteration gave, in words and figures. */
export const COLUMNS = ['Iteration', 'First task', 'Last task', 'Facts noted', 'Entropy', 'Tokens/s'] as const;

/** Rows for the table twin, newest first; long runs are thinned. */
export function curveRows(records: readonly IterationRecord[]): readonly (readonly string[])[] {
  return [...thinned(records, MOST_ROWS)]
    .reverse()
    .map((record) => [
      String(record.iteration),
      `${percent(record.success[0] ?? 0)} %`,
      `${percent(record.success.at(-1) ?? 0)} %`,
      `${percent(mean(record.coverage) ?? 0)} %`,
      record.solveEntropy.toFixed(2),
      Math.round(tokensPerSecond(record)).toLocaleString('en'),
    ]);
}
