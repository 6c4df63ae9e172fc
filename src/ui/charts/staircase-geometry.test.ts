import { describe, expect, it } from 'vitest';
import { madeUpEvaluation } from '../testing/scripted-lives.ts';
import { staircase, staircaseFrame } from './staircase-geometry.ts';

/** The plot runs from y = 206 (0 %) to y = 30 (100 %), from x = 48 to the width less 8. */
const evaluation = {
  ...madeUpEvaluation([0.25, 0.75], [0.25, 0.25]),
  length: 2,
  success: { kept: [0.25, 0.75], erased: [0.25, 0.5] },
  intervals: {
    kept: [
      { mean: 0.25, low: 0, high: 0.5 },
      { mean: 0.75, low: 0.5, high: 1 },
    ],
  },
};
const frame = staircaseFrame(256, 2);

describe('the Staircase', () => {
  it('puts a tread of equal width under every task', () => {
    expect(frame.treads).toEqual([98, 198]);
    expect(staircase(evaluation, frame)?.kept.path).toBe('M48 162.0H148.0V74.0H248.0');
  });

  it('draws the gap only where notes help', () => {
    expect(staircase(evaluation, frame)?.gap).toEqual([{ x: 148, y: 74, width: 100, height: 44 }]);
  });

  it('draws each interval at its height', () => {
    expect(staircase(evaluation, frame)?.kept.marks[1]).toEqual({ x: 198, y: 74, top: 30, bottom: 118 });
  });

  it('puts marks that would hide one another side by side', () => {
    const drawing = staircase(evaluation, frame);
    expect(drawing?.kept.marks[0].x).toBeLessThan(98);
    expect(drawing?.erased.marks[0].x).toBeGreaterThan(98);
  });

  it('keeps its labels within the picture and apart, even before anything is learned', () => {
    for (const shares of [
      [0.14, 0.13, 0.15, 0.14],
      [0.3, 0.6, 0.9, 0.98],
      [0, 0, 0, 0],
    ]) {
      const made = madeUpEvaluation(
        shares,
        shares.map((share) => share * 0.8),
      );
      const drawing = staircase(made, staircaseFrame(320, 4));
      if (!drawing) throw new Error('nothing drawn');
      const { keptLabel, erasedLabel } = drawing;
      for (const label of [keptLabel, erasedLabel]) {
        expect(label.y).toBeGreaterThanOrEqual(16);
        expect(label.y).toBeLessThanOrEqual(206);
      }
      expect(Math.abs(keptLabel.y - erasedLabel.y)).toBeGreaterThanOrEqual(20);
    }
  });

  it('draws nothing without both lines', () => {
    expect(staircase({ ...evaluation, success: { kept: [1, 1] } }, frame)).toBeNull();
  });
});
