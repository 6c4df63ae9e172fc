import { describe, expect, it } from 'vitest';
import { VOCABULARY } from '../../src/policy/vocabulary.ts';
import { diary, type PretrainingSequence } from './diaries.ts';
import { drill } from './drills.ts';
import { habitProbe } from './habits.ts';
import { DRILLS_ONLY, EVERYBODY, GOOD_AUTHORS, type Mixture } from './mixtures.ts';
import { pretrainingSequence } from './sequences.ts';

const OPTIONS = { seed: 11, length: 128 };
const COUNT = 200;

const PAGE =
  /^(<solve> (lake|house|alchemy) notes .*task .*act .*(ok|fail)|<update> (lake|house|alchemy) notes .*log .*(ok|fail) write .*) ?<end>$/;

const toWords = (tokens: readonly number[]) => tokens.map((token) => VOCABULARY[token]);

function manyDiaries(mixture: Mixture, count = COUNT): readonly PretrainingSequence[] {
  return Array.from({ length: count }, (_, index) => diary(index, { ...OPTIONS, mixture }));
}

/** Splits a sequence behind each `<end>`, without the `<bos>`. */
function pagesOf({ tokens }: PretrainingSequence): readonly (readonly string[])[] {
  const text = toWords(tokens).slice(1).join(' ');
  return text === '' ? [] : text.split(/(?<=<end>) /).map((page) => page.split(' '));
}

/** The words between two others. */
function section(page: readonly string[], after: string, before: string): readonly string[] {
  return page.slice(page.indexOf(after) + 1, page.lastIndexOf(before));
}

/** Merges lake or house notes by hand: pairs of a known key and a known value, newer values in place. */
function mergedPairs(old: readonly string[], log: readonly string[], keys: RegExp, values: RegExp): string {
  const pairs = `${old.join(' ')} ; ${log.join(' ')}`.matchAll(new RegExp(`(${keys.source}) (${values.source})`, 'g'));
  const merged: Record<string, string> = {};
  for (const [, key, value] of pairs) merged[key] = value;
  return Object.entries(merged)
    .slice(0, 9)
    .map(([key, value]) => `${key} ${value}`)
    .join(' ');
}

describe('diaries', () => {
  it('depend on their index and nothing else', () => {
    const forwards = manyDiaries(EVERYBODY, 50);
    const options = { ...OPTIONS, mixture: EVERYBODY };
    const backwards = Array.from({ length: 50 }, (_, index) => diary(49 - index, options)).reverse();
    expect(backwards).toEqual(forwards);
    expect(diary(0, { ...options, seed: 12 })).not.toEqual(forwards[0]);
    expect(new Set(forwards.map(({ tokens }) => tokens.join(' '))).size).toBe(50);
  });

  it.each([128, 160])('are whole pages within %i tokens', (length) => {
    for (let index = 0; index < COUNT; index++) {
      const sequence = diary(index, { ...OPTIONS, length, mixture: EVERYBODY });
      expect(sequence.tokens.length).toBeLessThanOrEqual(length);
      expect(sequence.agent).toHaveLength(sequence.tokens.length);
      const words = toWords(sequence.tokens);
      expect(words[0]).toBe('<bos>');
      expect(words.lastIndexOf('<bos>')).toBe(0);
      expect(words[words.length - 1]).toBe('<end>');
      for (const page of pagesOf(sequence)) expect(page.join(' ')).toMatch(PAGE);
    }
  });

  it('mark the words of the author: turns on solve pages, new notes and their end on update pages', () => {
    for (const sequence of manyDiaries(EVERYBODY)) {
      let start = 1;
      for (const page of pagesOf(sequence)) {
        const own = sequence.agent.slice(start, start + page.length);
        start += page.length;
        if (page[0] === '<update>') {
          const write = page.lastIndexOf('write');
          expect(own).toEqual(page.map((_, index) => index > write));
        } else {
          const [turn, period] = { lake: [2, 8], house: [2, 5], alchemy: [3, 4] }[page[1]] ?? [0, 1];
          const act = page.lastIndexOf('act');
          const inTurn = (index: number) => index > act && index < page.length - 2 && (index - act - 1) % period < turn;
          expect(own).toEqual(page.map((_, index) => inTurn(index)));
        }
      }
    }
  });

  it('are about lakes, houses and alchemy in the proportion 4 to 4 to 2', () => {
    const pages = manyDiaries({ ...EVERYBODY, noters: [['empty', 1]], actors: [['random', 1]] }, 800).flatMap(pagesOf);
    const share = (word: string) => pages.filter((page) => page[1] === word).length / pages.length;
    // Longer pages are cut off more often, which favours alchemy a little.
    expect(share('lake')).toBeGreaterThan(0.33);
    expect(share('house')).toBeGreaterThan(0.38);
    expect(share('alchemy')).toBeGreaterThan(0.17);
    expect(share('alchemy')).toBeLessThan(0.27);
  });

  it('by a merging author merge on every update page', () => {
    let checked = 0;
    for (const page of manyDiaries({ ...EVERYBODY, noters: [['merge', 1]] }).flatMap(pagesOf)) {
      if (page[0] !== '<update>' || page[1] === 'alchemy') continue;
      const old = section(page, 'notes', 'log');
      const log = page.slice(page.lastIndexOf('log') + 1, page.lastIndexOf('write') - 1);
      const [keys, values] =
        page[1] === 'lake'
          ? [/up|down|left|right/, /b[1-4]/]
          : [/mug|pen|key|book|lamp|sock|apple|phone/, /cabinet|drawer|shelf|fridge|box|sofa|basket|closet/];
      expect(section(page, 'write', '<end>').join(' ')).toBe(mergedPairs(old, log, keys, values));
      checked += 1;
    }
    expect(checked).toBeGreaterThan(100);
  });

  it('by a good author are mostly by merging ones, and never by dreamers', () => {
    expect(GOOD_AUTHORS.actors.map(([name]) => name)).not.toContain('dreamer');
    const copied = (mixture: Mixture) => {
      const updates = manyDiaries(mixture)
        .flatMap(pagesOf)
        .filter((page) => page[0] === '<update>');
      const old = updates.filter((page) => {
        const written = section(page, 'write', '<end>');
        return written.length > 0 && written.every((word) => page.slice(0, page.lastIndexOf('write')).includes(word));
      });
      return old.length / updates.length;
    };
    expect(copied(GOOD_AUTHORS)).toBeGreaterThan(copied(EVERYBODY) + 0.3);
  });
});

describe('drills', () => {
  it('mark exactly what can be told from the words before', () => {
    for (let index = 0; index < 100; index++) {
      const { tokens, agent } = drill(index, OPTIONS);
      const words = toWords(tokens);
      expect(tokens.length).toBeLessThanOrEqual(OPTIONS.length);
      let start = 1;
      while (start < words.length) {
        const end = words.indexOf('<end>', start);
        const exercise = words.slice(start, end + 1);
        const marked = agent.slice(start, end + 1);
        const firstMarked = marked.indexOf(true);
        if (marked[marked.length - 1]) {
          const half = (exercise.length - 3) / 2;
          expect(exercise.slice(half + 2, -1)).toEqual(exercise.slice(1, half + 1));
          expect(marked).toEqual(exercise.map((_, at) => at >= half + 2));
        } else {
          const pairs = exercise.slice(1, firstMarked - 2);
          marked.forEach((isMarked, at) => {
            if (!isMarked) return;
            const keyAt = pairs.findIndex((word, pairAt) => pairAt % 2 === 0 && word === exercise[at - 1]);
            expect(exercise[at]).toBe(pairs[keyAt + 1]);
          });
          expect(marked.filter(Boolean)).toHaveLength(pairs.length / 2);
        }
        start = end + 1;
      }
    }
  });

  it('make up the share of sequences that the mixture states', () => {
    const share = (mixture: Mixture) => {
      const isDrill = (index: number) =>
        toWords(pretrainingSequence(index, { ...OPTIONS, mixture }).tokens)[1] === 'notes';
      return Array.from({ length: 400 }, (_, index) => isDrill(index)).filter(Boolean).length / 400;
    };
    expect(share(DRILLS_ONLY)).toBe(1);
    // Standard deviation .022.
    expect(Math.abs(share(GOOD_AUTHORS) - 0.25)).toBeLessThan(0.09);
    expect(share({ ...EVERYBODY, drills: 0 })).toBe(0);
  });
});

describe('probes of habits', () => {
  it.each([
    ['copy', 'code-lake/4x4'],
    ['copy', 'text-house/8x8'],
    ['copy', 'alchemy/4x6'],
    ['merge', 'code-lake/4x4'],
    ['merge', 'text-house/8x8'],
    ['merge', 'alchemy/4x6'],
  ] as const)('%s: end with an update page in %s whose notes are to be predicted', (habit, level) => {
    for (let index = 0; index < 40; index++) {
      const { tokens, predicted } = habitProbe(index, { ...OPTIONS, habit, level });
      expect(tokens.length).toBeLessThanOrEqual(OPTIONS.length);
      const words = toWords(tokens);
      const write = words.lastIndexOf('write');
      expect(predicted).toEqual(words.map((_, at) => at > write));
      expect(predicted.filter(Boolean).length).toBeGreaterThan(1);
      const pages = pagesOf({ tokens, agent: predicted });
      const last = pages[pages.length - 1];
      expect(last.slice(0, 2)).toEqual(['<update>', { c: 'lake', t: 'house', a: 'alchemy' }[level[0]]]);
      expect(pages.slice(0, -1).some((page) => page[0] === '<update>')).toBe(true);
      const written = section(last, 'write', '<end>');
      if (habit === 'copy') expect(written).toEqual(section(last, 'notes', 'log'));
      else for (const word of written) expect(last.slice(0, last.lastIndexOf('write'))).toContain(word);
    }
  });
});
