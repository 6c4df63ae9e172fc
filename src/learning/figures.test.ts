import { describe, expect, it } from 'vitest';
import { RandomStream } from '../core/random.ts';
import { figuresOf, type Outcomes } from './figures.ts';

const KEPT: Outcomes = [
  [0, 1, 1, 1],
  [1, 1, 0, 1],
];
const ERASED: Outcomes = [
  [0, 0, 1, 0],
  [1, 0, 0, 0],
];

describe('figures of an evaluation', () => {
  const figures = figuresOf({ kept: KEPT, erased: ERASED });

  it('reports success by position for the controls there are', () => {
    expect(figures.success).toEqual({ kept: [0.5, 1, 0.5, 1], erased: [0.5, 0, 0.5, 0] });
    expect(figures.intervals.kept?.[1]).toEqual({ mean: 1, low: 1, high: 1 });
    expect(figures.intervals.kept?.[0]).toEqual({ mean: 0.5, low: 0, high: 1 });
  });

  it('rise: the later positions minus the first, pack by pack', () => {
    // Packs: 1 - 0 and 2/3 - 1.
    expect(figures.rise.mean).toBeCloseTo((1 - 1 / 3) / 2, 12);
    expect(figures.rise.low).toBeCloseTo(-1 / 3, 12);
    expect(figures.rise.high).toBeCloseTo(1, 12);
  });

  it('lift: kept minus erased at positions 3 and 4 of a short pack', () => {
    expect(figures.liftPositions).toEqual([3, 4]);
    expect(figures.lift).toEqual({ mean: 0.5, low: 0.5, high: 0.5 });
  });

  it('lift: at positions 4 to 8 of a long one', () => {
    const kept = [[0, 0, 0, 1, 1, 1, 1, 0]];
    const erased = [[0, 0, 0, 0, 0, 0, 0, 1]];
    const long = figuresOf({ kept, erased });
    expect(long.liftPositions).toEqual([4, 5, 6, 7, 8]);
    expect(long.lift.mean).toBeCloseTo(0.6, 12);
  });

  it('intervals of the lift are paired: what both controls share cancels', () => {
    // Half the worlds are easy whatever the notes; the notes add exactly one task to every pack.
    const random = new RandomStream(4, 11);
    const erased = Array.from({ length: 50 }, () => (random.nextInteger(2) === 0 ? [0, 0, 0, 0] : [1, 1, 0, 1]));
    const kept = erased.map((pack) => [pack[0], pack[1], 1, pack[3]]);
    const { lift } = figuresOf({ kept, erased });
    expect(lift).toEqual({ mean: 0.5, low: 0.5, high: 0.5 });
  });
});
