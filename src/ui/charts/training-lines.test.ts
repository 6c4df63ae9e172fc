import { describe, expect, it } from 'vitest';
import type { IterationRecord } from '../../learning/records.ts';
import { iteration } from '../testing/run-messages.ts';
import { TRAINING_HEIGHT, spread, trainingDrawing } from './training-lines.ts';

function records(count: number): readonly IterationRecord[] {
  return Array.from({ length: count }, (_, index) => {
    const event = iteration(index + 1);
    if (event.type !== 'iteration') throw new Error('not an iteration');
    return event.record;
  });
}

const WIDE = 590;

function draw(count: number, total = 60, width = WIDE) {
  return trainingDrawing(records(count), total, { width, height: TRAINING_HEIGHT, nameWidth: () => 60 });
}

describe('the chart of every iteration', () => {
  it('draws one line per task and one for the notes, later tasks thicker', () => {
    const { lines } = draw(30);
    expect(lines.map(({ of }) => of)).toEqual([0, 1, 2, 3, 'notes']);
    const widths = lines.slice(0, 4).map(({ width }) => width);
    expect(widths).toEqual([...widths].sort((one, other) => one - other));
    expect(new Set(widths).size).toBe(4);
  });

  it('ends where the run has got to, and leaves the rest of the axis free', () => {
    const { left, right, lines } = draw(30);
    expect(lines[0].end.x).toBeCloseTo((left + right) / 2);
  });

  it('keeps its labels apart and above the axis, even where lines end together', () => {
    const { lines, bottom } = draw(30);
    const baselines = lines.map(({ labelY }) => labelY).sort((one, other) => one - other);
    for (const [index, y] of baselines.entries()) {
      expect(y).toBeLessThanOrEqual(bottom);
      if (index > 0) expect(y - baselines[index - 1]).toBeGreaterThanOrEqual(19.99);
    }
  });

  it('numbers the axis with round iterations and the last one', () => {
    expect(draw(3, 60).ticks.map(({ iteration: number }) => number)).toEqual([0, 20, 40, 60]);
    expect(draw(3, 3).ticks.map(({ iteration: number }) => number)).toEqual([0, 1, 2, 3]);
    expect(draw(3, 65).ticks.map(({ iteration: number }) => number)).toEqual([0, 20, 40, 60]);
    expect(draw(3, 95).ticks.map(({ iteration: number }) => number)).toEqual([0, 20, 40, 60, 80, 95]);
  });

  it('fits a phone', () => {
    const { narrow, right, lines } = draw(30, 60, 328);
    expect(narrow).toBe(true);
    expect(right).toBeLessThan(328 - 60);
    for (const { end } of lines) expect(end.y).toBeLessThan(TRAINING_HEIGHT);
  });

  it('draws nothing but its frame before the first iteration', () => {
    const { lines, stages, blazes, grid } = draw(0);
    expect([lines, stages, blazes]).toEqual([[], [], []]);
    expect(grid).toHaveLength(5);
  });
});

describe('spreading labels', () => {
  it('moves only what is too near, and pushes back from the bottom', () => {
    expect(spread([10, 12, 100], 20, 200)).toEqual([10, 30, 100]);
    expect(spread([195, 190], 20, 200)).toEqual([200, 180]);
  });
});
