/** Protects that submits come to take about their budget, on fast devices and slow ones, and stay there. */

import { describe, expect, it } from 'vitest';
import { adapted } from './pace.ts';

const BUDGET = 20;

/** Units of the submits that a device gets which needs so many milliseconds for each. */
function submits(perUnit: number, count: number): readonly number[] {
  const sizes: number[] = [];
  let size = 1;
  for (let index = 0; index < count; index++) {
    const units = Math.max(1, Math.floor(size));
    sizes.push(units);
    size = adapted(size, units, units * perUnit, BUDGET);
  }
  return sizes;
}

describe('the size of submits', () => {
  it.each([0.02, 0.3, 1.9, 6])(
    'comes to between half the budget and all of it at %f ms a unit, and stays',
    (perUnit) => {
      const settled = submits(perUnit, 30).slice(-10);
      expect(new Set(settled).size).toBe(1);
      expect(settled[0] * perUnit).toBeGreaterThan(BUDGET / 2 - perUnit);
      expect(settled[0] * perUnit).toBeLessThanOrEqual(BUDGET);
    },
  );

  it('is one unit where that takes longer than the budget', () => {
    expect(new Set(submits(80, 10))).toEqual(new Set([1]));
  });

  it('falls at once when a submit was too long, and does not grow by one that was only half as short', () => {
    expect(adapted(64, 64, 80, BUDGET)).toBe(16);
    expect(adapted(64, 64, 15, BUDGET)).toBe(64);
    expect(adapted(64, 3, 0.1, BUDGET)).toBe(64);
  });
});
