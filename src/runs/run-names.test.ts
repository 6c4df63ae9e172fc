import { expect, test } from 'vitest';
import { nameRun } from './run-names.ts';

test('a name is never taken twice, whatever is drawn', () => {
  const taken: string[] = [];
  for (let run = 0; run < 200; run++) taken.push(nameRun(taken, run * 7));
  expect(new Set(taken).size).toBe(200);
});

test('the draw chooses the animal and the number counts on', () => {
  expect(nameRun([], 0)).toBe('otter-1');
  expect(nameRun(['otter-1', 'otter-2'], 0)).toBe('otter-3');
  expect(nameRun(['otter-1'], 1)).toBe('heron-1');
  expect(nameRun([], 0xffffffff)).toMatch(/^[a-z]+-1$/);
});
