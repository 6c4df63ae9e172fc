import { afterEach, describe, expect, it } from 'vitest';
import { setPresentLocale } from '../i18n/locale.ts';
import { date, duration, inSequence, list, percent, points, whole } from './format.ts';

afterEach(() => setPresentLocale('en'));

describe('figures', () => {
  it('are whole points, with a sign where they are differences', () => {
    expect(percent(0.314)).toBe('31');
    expect(points(0.406)).toBe('+41');
    expect(points(-0.02)).toBe('−2');
    expect(points(0.004)).toBe('0');
    expect(points(-0.004)).toBe('0');
    expect(whole(12_345)).toBe('12,345');
  });

  it('are grouped as the language does it', () => {
    setPresentLocale('es');
    expect(whole(12_345)).toBe('12.345');
    setPresentLocale('ru');
    expect(whole(12_345).replace(/\s/g, ' ')).toBe('12 345');
  });
});

describe('lists', () => {
  const places = ['row 1, column 2', 'row 3, column 4', 'row 4, column 1'];

  it('read as one would say them', () => {
    expect(list([])).toBe('none');
    expect(list(['up'])).toBe('up');
    expect(list(['up', 'down', 'left'])).toBe('up, down and left');
    expect(list(places, 'semicolon')).toBe('row 1, column 2; row 3, column 4 and row 4, column 1');
  });

  it('read as the language does it', () => {
    setPresentLocale('ru');
    expect(list(['up', 'down', 'left'])).toBe('up, down и left');
    setPresentLocale('zh-Hans');
    expect(list(['up', 'down', 'left'])).toBe('up、down和left');
    expect(list(places, 'semicolon')).toBe('row 1, column 2；row 3, column 4和row 4, column 1');
  });
});

describe('sentences in sequence', () => {
  it('have a space between them, but in Chinese', () => {
    expect(inSequence(['One.', 'Two.'])).toBe('One. Two.');
    setPresentLocale('zh-Hant');
    expect(inSequence(['一。', '二。'])).toBe('一。二。');
  });
});

describe('times', () => {
  it('are rounded to what one can rely on', () => {
    expect(duration(0.4)).toBe('about 1 sec');
    expect(duration(38)).toBe('about 40 secs');
    expect(duration(170)).toBe('about 3 mins');
    expect(duration(7000)).toBe('about 2 hrs');
  });

  it('are dates as the language writes them', () => {
    const noon = new Date(2026, 10, 30, 12, 5).getTime();
    expect(date(noon)).toBe('30 Nov 2026');
    setPresentLocale('es');
    expect(date(noon)).toBe('30 nov 2026');
  });
});
