import { describe, expect, it } from 'vitest';
import type { Fact } from './environment.ts';
import { findFacts, formatFacts, maskFact, mergeFacts, sameValue, usedFact } from './facts.ts';

const isLetterAndNumber = (key: string, [value]: readonly string[]) => /^[a-z]$/.test(key) && /^\d$/.test(value);
const fact = (key: string, ...value: string[]): Fact => ({ key, value });

describe('facts in words', () => {
  it('are found wherever they begin, and a later one replaces an earlier one in place', () => {
    expect(findFacts('x a 1 b 2 ? a 3 c'.split(' '), 1, isLetterAndNumber)).toEqual([fact('a', '3'), fact('b', '2')]);
  });

  it('are not found where a value is cut off', () => {
    expect(findFacts(['a'], 1, () => true)).toEqual([]);
    expect(findFacts(['a', '1', '2', 'b', '3'], 2, () => true)).toEqual([fact('a', '1', '2')]);
    expect(findFacts([], 1, () => true)).toEqual([]);
  });

  it('are written as long as they fit, leaving out what does not', () => {
    const facts = [fact('a', '1'), fact('b', '2', '3', '4'), fact('c', '5')];
    expect(formatFacts(facts, 8)).toEqual(['a', '1', 'b', '2', '3', '4', 'c', '5']);
    expect(formatFacts(facts, 5)).toEqual(['a', '1', 'c', '5']);
    expect(formatFacts(facts, 1)).toEqual([]);
  });

  it('merge so that the newer value stands in the older place and new keys come last', () => {
    const merged = mergeFacts([fact('a', '1'), fact('b', '2')], [fact('c', '3'), fact('a', '4')]);
    expect(merged).toEqual([fact('a', '4'), fact('b', '2'), fact('c', '3')]);
  });

  it('have the same value only when all words agree', () => {
    expect(sameValue(['fire', 'air'], ['fire', 'air'])).toBe(true);
    expect(sameValue(['fire', 'air'], ['air', 'fire'])).toBe(false);
    expect(sameValue(['fire'], ['fire', 'air'])).toBe(false);
  });

  it('are used by a turn that wishes for the key and does the value, in any order', () => {
    const facts = [fact('left', 'b1'), fact('smoke', 'fire', 'air')];
    expect(usedFact(['smoke', 'air', 'fire'], facts)).toBe(facts[1]);
    expect(usedFact(['smoke', 'fire', 'fire'], facts)).toBeNull();
    expect(usedFact(['hm', 'b1'], facts)).toBeNull();
    expect(usedFact(['left', 'b1'], facts)).toBe(facts[0]);
  });

  it('leave every other word in its place when one is masked', () => {
    const parse = (words: readonly string[]) => findFacts(words, 1, isLetterAndNumber);
    const masked = (words: string) => maskFact(words.split(' '), fact('a', '2'), parse, ['?', '!']).join(' ');
    expect(masked('x a 2 b 1')).toBe('x ? ! b 1');
    // An earlier statement about the same key would take its place.
    expect(masked('a 1 b 1 a 2')).toBe('? ! b 1 ? !');
    expect(masked('a a 2 3 b 1')).toBe('a ? ! 3 b 1');
    expect(masked('b 1 a')).toBe('b 1 a');
  });
});
