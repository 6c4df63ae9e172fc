import { describe, expect, it } from 'vitest';
import type { IterationRecord } from '../../learning/records.ts';
import { iteration } from '../testing/run-messages.ts';
import { curveRows, curves, iterationNumbers } from './curves.ts';

function record(index: number, changes: Partial<IterationRecord> = {}): IterationRecord {
  const event = iteration(index, changes);
  if (event.type !== 'iteration') throw new Error('not an iteration');
  return event.record;
}

describe('training curves', () => {
  it('draw success by task, notes, entropy and speed', () => {
    const charts = curves([record(1)]);
    expect(charts.map((chart) => [chart.title, chart.series.map((series) => series.values)])).toEqual([
      ['Success', [[30], [40], [50], [60]]],
      ['Notes', [[30], [60]]],
      ['Entropy', [[1.25], [2]]],
      ['Speed', [[4000]]],
    ]);
  });

  it('leave a hole where nothing was written', () => {
    const [, notes] = curves([record(1, { accuracy: [null, null, null] })]);
    expect(notes.series[1].values).toEqual([null]);
  });

  it('tell lines apart by more than colour', () => {
    for (const chart of curves([record(1)])) {
      const shapes = chart.series.map((series) => `${series.width} ${series.dash.join()}`);
      expect(new Set(shapes).size).toBe(shapes.length);
    }
  });

  it('thin long runs evenly and always keep the latest iteration', () => {
    const run = Array.from({ length: 1234 }, (_, index) => record(index + 1));
    const numbers = iterationNumbers(run);
    expect(numbers.length).toBeLessThanOrEqual(400);
    expect(numbers.at(-1)).toBe(1234);
    expect(new Set(numbers.slice(1).map((number, index) => number - numbers[index])).size).toBe(1);
  });

  it('have a table that says the same, newest first', () => {
    const rows = curveRows([record(1), record(2)]);
    expect(rows).toEqual([
      ['2', '30 %', '60 %', '30 %', '1.25', '4,000'],
      ['1', '30 %', '60 %', '30 %', '1.25', '4,000'],
    ]);
    expect(curveRows(Array.from({ length: 500 }, (_, index) => record(index + 1))).length).toBeLessThanOrEqual(24);
  });
});
