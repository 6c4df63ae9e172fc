import { expect, test } from 'vitest';
import { keepsLives } from './kept-lives.ts';

function keptAfter(newest: number): number[] {
  return Array.from({ length: newest }, (_, index) => index + 1).filter((iteration) => keepsLives(iteration, newest));
}

test('a short run keeps every life', () => {
  expect(keptAfter(100)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
});

test('however long the run, the number of iterations with lives is bounded', () => {
  for (const newest of [101, 150, 999, 4_096, 65_535]) expect(keptAfter(newest).length).toBeLessThanOrEqual(151);
});

test('the recent past is complete and the first iteration is never dropped', () => {
  const kept = keptAfter(1_000);
  expect(kept[0]).toBe(1);
  expect(kept.slice(-50)).toEqual(Array.from({ length: 50 }, (_, index) => 951 + index));
});

test('what has been dropped is never asked for again', () => {
  let kept = new Set(keptAfter(1));
  for (let newest = 2; newest < 700; newest++) {
    const next = keptAfter(newest).filter((iteration) => iteration !== newest);
    expect(next.every((iteration) => kept.has(iteration))).toBe(true);
    kept = new Set([...next, newest]);
  }
});
