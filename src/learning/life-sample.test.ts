import { expect, test } from 'vitest';
import { sampledLives } from './life-sample.ts';

/** Lives as their numbers: 4 packs in groups of 8. */
const LIVES = Array.from({ length: 32 }, (_, life) => life);

test('a sample is spread over the packs', () => {
  expect(sampledLives(LIVES, 3, 2)).toEqual([3, 19]);
  expect(sampledLives(LIVES, 0, 4)).toEqual([0, 8, 16, 24]);
});

test('after as many iterations as there are lives, every one has been in it', () => {
  const seen = new Set(LIVES.flatMap((iteration) => sampledLives(LIVES, iteration, 1)));
  expect(seen.size).toBe(32);
});

test('asked for more lives than there are, gives all of them, in order', () => {
  expect(sampledLives(LIVES, 7, 100)).toEqual(LIVES);
  expect(sampledLives(LIVES, 7, 0)).toEqual([]);
});
