/** Protects that what prompts share is read once, and that every token is read somewhere. */

import { describe, expect, it } from 'vitest';
import { planPrefixes } from './prefixes.ts';

/** `count` tokens that no other letter gives. */
function words(letter: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => 1000 * letter + index);
}

/** What each row's cache holds after the plan, following its reads and copies as the device does. */
function caches(prompts: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const cache = prompts.map((): number[] => []);
  for (const { reads, copies } of planPrefixes(prompts).stages) {
    for (const { row, first, end } of reads) {
      expect(cache[row].length).toBe(first);
      cache[row].push(...prompts[row].slice(first, end));
    }
    for (const { from, to, tokens } of copies) {
      expect(cache[from].length).toBeGreaterThanOrEqual(tokens);
      cache[to] = cache[from].slice(0, tokens);
    }
  }
  return cache;
}

describe('planPrefixes', () => {
  const rules = words(1, 40);
  const cases = {
    'groups of the same prompt under common rules': [2, 2, 2, 3, 3, 4].map((letter) => [
      ...rules,
      ...words(letter, 40),
    ]),
    'one prompt for all': [1, 1, 1, 1].map((letter) => words(letter, 50)),
    'different prompts under common rules': [2, 3, 4, 5].map((letter) => [...rules, ...words(letter, letter)]),
    'nothing in common': [2, 3, 4].map((letter) => words(letter, 60)),
    'prompts that are the beginning of others': [70, 40, 40, 100].map((length) => words(1, length)),
    'one row': [words(1, 80)],
    'prompts of one token': [[1], [1], [1]],
  };

  it.each(Object.entries(cases))('leaves every row its own beginning: %s', (_, prompts) => {
    const { read } = planPrefixes(prompts);
    expect(caches(prompts)).toEqual(prompts.map((prompt, row) => prompt.slice(0, read[row])));
    prompts.forEach((prompt, row) => expect(read[row]).toBeLessThan(prompt.length));
  });

  it('reads rules once, and a prompt once for all that begin with it', () => {
    const prompts = cases['groups of the same prompt under common rules'];
    const { stages, read } = planPrefixes(prompts);
    const tokens = stages.flatMap(({ reads }) => reads).reduce((sum, { first, end }) => sum + end - first, 0);
    // The rules, and the rest of the two prompts that others share.
    expect(tokens).toBe(40 + 2 * 39);
    expect(read).toEqual([79, 79, 79, 79, 79, 40]);
  });

  it('leaves rows alone that share too little', () => {
    expect(planPrefixes([2, 3].map((letter) => [...words(1, 40), ...words(letter, 9)])).stages).toEqual([]);
    expect(planPrefixes(cases['nothing in common']).stages).toEqual([]);
  });
});
