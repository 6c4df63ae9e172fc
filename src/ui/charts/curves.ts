/** Training metrics as series to draw and rows to read. They come from the lives being trained on: no evaluation. */

import { msg, str } from '@lit/localize';
import type { IterationRecord } from '../../learning/records.ts';
import { percent, whole } from '../words/format.ts';
import { tokensPerSecond } from '../words/sentences.ts';
import { figure } from '../words/train-values.ts';

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
      title: msg('Success'),
      unit: msg('%'),
      top: 100,
      series: Array.from({ length: tasks }, (_, task) =>
        line(msg(str`task ${whole(task + 1)}`), (record) => record.success[task] * 100, {
          colour: task === 0 ? '--erased' : '--kept',
          width: 1.5 + (2 * task) / tasks,
          dash: task === 0 ? [7, 5] : task === tasks - 1 ? [] : [2 + 3 * task, 3],
        }),
      ),
    },
    {
      title: msg('Notes'),
      unit: msg('%'),
      top: 100,
      series: [
        line(msg('of the facts noted (coverage)'), (record) => (mean(record.coverage) ?? 0) * 100, {
          colour: '--note-edge',
        }),
        line(msg('of what is noted true'), (record) => times(mean(record.accuracy), 100), {
          colour: '--ink',
          dash: [3, 4],
        }),
      ],
    },
    {
      title: msg('Entropy'),
      unit: msg('nats per word'),
      top: null,
      series: [
        line(msg('of its turns'), (record) => record.solveEntropy),
        line(msg('of its notes'), (record) => record.updateEntropy, { colour: '--note-edge', dash: [7, 5] }),
      ],
    },
    {
      title: msg('Speed'),
      unit: msg('words per second'),
      top: null,
      series: [line(msg('generated'), tokensPerSecond, { colour: '--ink' })],
    },
  ];
}

function share(value = 0): string {
  return msg(str`${percent(value)} %`);
}

function times(value: number | null, factor: number): number | null {
  return value === null ? null : value * factor;
}

/** The table's columns: what each iteration gave, in words and figures. */
export function curveColumns(): readonly string[] {
  return [
    msg('Iteration'),
    msg('First task'),
    msg('Last task'),
    msg('Facts noted'),
    msg('Entropy'),
    msg('Words per second'),
  ];
}

/** Rows for the table twin, newest first; long runs are thinned. */
export function curveRows(records: readonly IterationRecord[]): readonly (readonly string[])[] {
  return [...thinned(records, MOST_ROWS)]
    .reverse()
    .map((record) => [
      whole(record.iteration),
      share(record.success.at(0)),
      share(record.success.at(-1)),
      share(mean(record.coverage) ?? 0),
      figure(Number(record.solveEntropy.toFixed(2))),
      whole(tokensPerSecond(record)),
    ]);
}
