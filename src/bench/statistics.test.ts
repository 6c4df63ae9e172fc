/** Protects what a comparison rests on: the middle of a handful of timings, and how far they scatter. */

import { expect, it } from 'vitest';
import { median, scatter } from './statistics.ts';

it('takes the middle of an odd number of timings, whatever their order', () => {
  expect(median([9, 1, 100])).toBe(9);
});

it('takes the mean of the two in the middle of an even number', () => {
  expect(median([4, 1, 100, 2])).toBe(3);
});

it('leaves one outlier out of the scatter', () => {
  expect(scatter([10, 10, 11, 11, 12, 500])).toBeCloseTo(2 / 11, 12);
});

it('sees no scatter in equal timings', () => {
  expect(scatter([5, 5, 5, 5])).toBe(0);
});
