import { describe, expect, it } from 'vitest';
import type { IterationRecord } from '../../learning/records.ts';
import { iteration } from '../testing/run-messages.ts';
import { smoothed, stages } from './training-series.ts';

function records(
  count: number,
  of: (index: number) => Pick<IterationRecord, 'success' | 'coverage'>,
): readonly IterationRecord[] {
  return Array.from({ length: count }, (_, index) => {
    const event = iteration(index + 1, of(index + 1));
    if (event.type !== 'iteration') throw new Error('not an iteration');
    return event.record;
  });
}

describe('smoothing', () => {
  it('averages a value with the four before it', () => {
    expect(smoothed([1, 2, 3, 4, 5, 11])).toEqual([1, 1.5, 2, 2.5, 3, 5]);
  });

  it('leaves out what is unknown', () => {
    expect(smoothed([null, 4, null, 6])).toEqual([null, 4, 4, 5]);
  });
});

describe('the stages of a run', () => {
  it('begin with few notes, however success swings in the first iterations', () => {
    expect(stages(records(3, () => ({ success: [0.1, 0.9], coverage: [0.9] })))).toEqual([
      { kind: 'few-notes', from: 0, to: 3 },
    ]);
  });

  it('are parted where notes hold a quarter of the facts and where the last task leads by ten points', () => {
    const run = records(40, (index) => ({
      success: [0.3, index > 30 ? 0.6 : 0.3],
      coverage: [index > 20 ? 0.5 : 0.1],
    }));
    // Means of five cross a quarter with the second filled iteration, ten points with the second that leads by thirty.
    expect(stages(run)).toEqual([
      { kind: 'few-notes', from: 0, to: 22 },
      { kind: 'notes-fill', from: 22, to: 32 },
      { kind: 'pulls-away', from: 32, to: 40 },
    ]);
  });

  it('leave out the filling of notes where the last task leads first', () => {
    const run = records(20, () => ({ success: [0.3, 0.6], coverage: [0.1] }));
    expect(stages(run).map(({ kind }) => kind)).toEqual(['few-notes', 'pulls-away']);
  });
});
