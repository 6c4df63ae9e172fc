/** Protects counted things: every language gets the form its own rules ask for. */

import { afterEach, describe, expect, it } from 'vitest';
import { counted } from './counted.ts';
import { setPresentLocale } from './locale.ts';

afterEach(() => setPresentLocale('en'));

describe('counted things', () => {
  it('take the form of English by default', () => {
    const forms = '{n} task|{n} tasks';
    expect([0, 1, 2, 1500].map((count) => counted(count, forms))).toEqual([
      '0 tasks',
      '1 task',
      '2 tasks',
      '1,500 tasks',
    ]);
  });

  it('take the form of the language that is spoken', () => {
    setPresentLocale('ru');
    const forms = '{n} задача|{n} задачи|{n} задач|{n} задачи';
    expect([1, 3, 5, 21].map((count) => counted(count, forms))).toEqual([
      '1 задача',
      '3 задачи',
      '5 задач',
      '21 задача',
    ]);
    setPresentLocale('zh-Hans');
    expect(counted(1, '{n} 个任务')).toBe('1 个任务');
  });

  it('refuse forms of another language', () => {
    expect(() => counted(1, '{n} 个任务')).toThrow(RangeError);
  });
});
