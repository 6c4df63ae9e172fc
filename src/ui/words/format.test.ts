import { expect, it } from 'vitest';
import { duration, list, numberWord, percent, plural, points } from './format.ts';

it('writes shares and differences as whole points with a sign', () => {
  expect(percent(0.314)).toBe('31');
  expect(points(0.406)).toBe('+41');
  expect(points(-0.02)).toBe('−2');
  expect(points(0.004)).toBe('0');
  expect(points(-0.004)).toBe('0');
});

it('writes lists and counts as one would say them', () => {
  expect(list([])).toBe('none');
  expect(list(['up'])).toBe('up');
  expect(list(['up', 'down', 'left'])).toBe('up, down and left');
  expect(plural(1, 'try', 'tries')).toBe('1 try');
  expect(plural(0, 'move')).toBe('0 moves');
  expect(numberWord(4)).toBe('four');
  expect(numberWord(1, true)).toBe('One');
  expect(numberWord(12)).toBe('12');
});

it('rounds times to what one can rely on', () => {
  expect(duration(0.4)).toBe('about 1 s');
  expect(duration(38)).toBe('about 40 s');
  expect(duration(170)).toBe('about 3 min');
});
