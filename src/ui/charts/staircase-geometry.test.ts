import { describe, expect, it } from 'vitest';
import type { Control } from '../../learning/records.ts';
import { controlSeries, NOTES_GAP } from './evaluation-series.ts';
import { staircase } from './staircase-geometry.ts';
import { textWidth } from './staircase-labels.ts';
import type { Series, Staircase, StaircaseOptions } from './staircase-parts.ts';

/** With these the plot runs from y = 206 (0 %) to y = 30 (100 %), from x = 48 to 248. */
const OPTIONS: StaircaseOptions = {
  width: 256,
  height: 268,
  length: 2,
  gap: NOTES_GAP,
  labels: 'within',
  walker: false,
};
const KEPT = controlSeries(
  'kept',
  [0.25, 0.75],
  [
    { mean: 0.25, low: 0, high: 0.5 },
    { mean: 0.75, low: 0.5, high: 1 },
  ],
);
const ERASED = controlSeries('erased', [0.25, 0.5]);

function draw(series: readonly Series[], options: Partial<StaircaseOptions> = {}): Staircase {
  return staircase(series, { ...OPTIONS, ...options });
}

/** Several controls, level all along. */
function level(shares: Partial<Record<Control, number>>): readonly Series[] {
  const controls = Object.entries(shares) as [Control, number][];
  return controls.map(([control, share]) => controlSeries(control, [share, share, share, share]));
}

describe('the Staircase', () => {
  it('puts a tread of equal width under every task', () => {
    const { frame, lines } = draw([KEPT, ERASED]);
    expect(frame.treads).toEqual([98, 198]);
    expect(lines[0].path).toBe('M48 162.0H148.0V74.0H248.0');
  });

  it('draws the gap only where notes help', () => {
    expect(draw([KEPT, ERASED]).gap).toEqual([{ x: 148, y: 74, width: 100, height: 44 }]);
    expect(draw([KEPT]).gap).toEqual([]);
    expect(draw([KEPT, ERASED], { gap: null }).gap).toEqual([]);
  });

  it('draws each interval at its height', () => {
    expect(draw([KEPT]).lines[0].marks[1]).toEqual({ x: 198, y: 74, top: 30, bottom: 118 });
  });

  it('puts marks that would hide one another side by side, however many', () => {
    const xs = draw([KEPT, ERASED]).lines.map(({ marks }) => marks[0].x);
    expect(xs[0]).toBeLessThan(98);
    expect(xs[1]).toBeGreaterThan(98);
    const crowd = draw(level({ kept: 0.3, erased: 0.31, shuffled: 0.35, oracle: 0.9 }), { length: 4, width: 400 });
    const [kept, erased, shuffled, oracle] = crowd.lines.map(({ marks }) => marks[2].x);
    expect(erased).toBe(crowd.frame.treads[2]);
    expect(erased - kept).toBeGreaterThanOrEqual(12);
    expect(shuffled - erased).toBeGreaterThanOrEqual(12);
    expect(oracle).toBe(crowd.frame.treads[2]);
  });

  it('keeps its two labels within the picture and apart, even before anything is learned', () => {
    for (const shares of [
      [0.14, 0.13, 0.15, 0.14],
      [0.3, 0.6, 0.9, 0.98],
      [0, 0, 0, 0],
    ]) {
      const low = shares.map((share) => share * 0.8);
      const { labels } = draw([controlSeries('kept', shares), controlSeries('erased', low)], { width: 320, length: 4 });
      expect(labels).toHaveLength(2);
      for (const { y } of labels) {
        expect(y).toBeGreaterThanOrEqual(16);
        expect(y).toBeLessThanOrEqual(206);
      }
      expect(Math.abs(labels[0].y - labels[1].y)).toBeGreaterThanOrEqual(20);
    }
  });

  it('lets no label run across a mark, however far to the left it reaches', () => {
    const kept = [0.3, 0.5, 0.9, 0.95];
    const erased = [0.3, 0.1, 0.4, 0.4];
    const { labels, lines } = draw([controlSeries('kept', kept), controlSeries('erased', erased)], {
      width: 320,
      length: 4,
    });
    const label = labels[1];
    for (const { x, top, bottom } of lines.flatMap(({ marks }) => marks)) {
      const reaches = x >= label.x - textWidth(lines[1].series.label);
      expect(reaches && top <= label.y && bottom >= label.y - 14, `the mark at ${x}`).toBe(false);
    }
  });

  it('keeps labels beside the picture apart and on the picture, and makes room for them', () => {
    for (const shares of [
      { kept: 0.02, erased: 0.02, shuffled: 0, oracle: 0.03 },
      { kept: 0.99, erased: 1, shuffled: 0.98, oracle: 1 },
    ]) {
      const { labels, frame } = draw(level(shares), { labels: 'beside', length: 4, width: 720 });
      const ys = labels.map(({ y }) => y).sort((one, other) => one - other);
      expect(ys).toHaveLength(4);
      expect(ys[0]).toBeGreaterThanOrEqual(16);
      expect(ys[3]).toBeLessThanOrEqual(frame.bottom + 10);
      ys.slice(1).forEach((y, index) => expect(y - ys[index]).toBeGreaterThanOrEqual(20));
      expect(Math.min(...labels.map(({ x }) => x))).toBeGreaterThan(frame.right);
    }
  });

  it('stands a walker on the last tread, unless there is no room above it', () => {
    const wide = { length: 2, walker: true } as const;
    const { walker, lines } = draw([KEPT, ERASED], wide);
    expect(walker?.y).toBe(lines[0].marks[1].y);
    expect(draw([controlSeries('kept', [0.9, 1]), ERASED], wide).walker).toBeNull();
    expect(draw([KEPT, ERASED], { ...wide, width: 140 }).walker).toBeNull();
  });

  it('finds room for a number only in a gap that is large enough', () => {
    const wide = { length: 4, width: 640, height: 400 } as const;
    const large = draw(level({ kept: 0.8, erased: 0.3 }), wide);
    expect(large.gapMiddle?.y).toBeCloseTo((large.lines[0].marks[0].y + large.lines[1].marks[0].y) / 2);
    expect(draw(level({ kept: 0.4, erased: 0.3 }), wide).gapMiddle).toBeNull();
  });

  it('draws axes and nothing else without lines', () => {
    expect(draw([])).toMatchObject({ lines: [], gap: [], labels: [], walker: null, gapMiddle: null });
  });
});
