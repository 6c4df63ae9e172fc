/** Protects what is said of a check: one verdict of four, what it rests on, and where claim and finding part. */

import { describe, expect, it } from 'vitest';
import type { CannotCheck, Difference, Verdict } from '../../runs/check/verdict.ts';
import { FULLY, outcomeDifference, QUICKLY, twoLives } from '../testing/given.ts';
import { checkedWords, differenceCount, differenceWords, placeWords, verdictWords } from './verdict-words.ts';

const claimed = { mean: 0.46, low: 0.4, high: 0.52 };
const found = { mean: 0.43, low: 0.36, high: 0.5 };

function differs(differences: readonly Difference[], changes = {}): Verdict {
  return { kind: 'differs', checked: FULLY, differences, total: differences.length, lifts: null, ...changes };
}

function said(verdict: Verdict): string {
  return Object.values(verdictWords(verdict)).join(' ');
}

describe('a verdict in words', () => {
  it('says identical, what was not looked at, and that it says nothing of who made it', () => {
    expect(said({ kind: 'identical', checked: FULLY })).toMatch(
      /^Checked here: identical\. .*does not say who made it/,
    );
    expect(said({ kind: 'identical', checked: QUICKLY })).toContain('as far as it was looked at');
    expect(checkedWords(QUICKLY).join('; ')).toContain('16 of 64 packs');
    expect(checkedWords(QUICKLY).join('; ')).toContain('a quick check');
    expect(checkedWords({ ...FULLY, iterations: 1, episodes: 200 })).toEqual([
      '1 iteration trained again',
      '64 packs lived again, with notes kept and erased',
      '200 tasks of the log played again',
      'in about 15 secs, on the engine that computes alike everywhere',
    ]);
  });

  it('says both lifts with their intervals where only those can be compared', () => {
    const words = said({ kind: 'agrees', checked: FULLY, claimed, found });
    expect(words).toContain('+46 points (40 to 52)');
    expect(words).toContain('+43 (36 to 50)');
    expect(words).toContain('overlap');
    expect(said(differs([], { lifts: { claimed, found } }))).toContain('do not overlap');
  });

  it('says where it differs first', () => {
    expect(verdictWords(differs([outcomeDifference()])).title).toBe('Differs: pack 13, task 5, notes kept.');
    expect(verdictWords(differs([])).title).toBe('Differs.');
  });

  const reasons: readonly [CannotCheck, RegExp][] = [
    [{ why: 'computation', claimed: 2, here: 1 }, /newer Waymark.*Reload/],
    [{ why: 'computation', claimed: 0, here: 1 }, /older Waymark.*kept/],
    [{ why: 'base', base: 'waymark-0123abcd' }, /waymark-0123abcd.*not on this site/],
    [{ why: 'inherited', inherited: 1 }, /1 iteration of which is not in the link.*Ask/],
    [{ why: 'no-receipt' }, /no receipt.*kept/],
  ];
  it.each(reasons)('says why it cannot check, and what to do: %o', (reason, words) => {
    expect(said({ kind: 'cannot-check', reason })).toMatch(words);
  });
});

describe('a difference in words', () => {
  const { claimed: claimedLife, found: foundLife } = twoLives();
  const life = { part: 'life', control: 'erased', life: 11, position: 5, claimedLife, foundLife } as const;
  const places: readonly [Difference, string][] = [
    [outcomeDifference({ claimed: 1, found: 0 }), 'pack 13, task 5, notes kept: claimed solved, found failed'],
    [outcomeDifference({ claimed: 0, found: 1 }), 'pack 13, task 5, notes kept: claimed failed, found solved'],
    [{ ...life, iteration: 3, episode: 'solve' }, 'iteration 3, life 12, task 5: it acts otherwise than in the log'],
    [
      { ...life, iteration: 0, episode: 'update' },
      'life 12 of the evaluation, task 5, notes erased: it writes other notes than in the log',
    ],
    [{ part: 'iteration', iteration: 7 }, 'the lives of iteration 7: another hash than the one claimed'],
    [{ part: 'training-lives' }, 'the lives of its training: another hash than the one claimed'],
    [{ part: 'evaluation-lives' }, 'the lives of its evaluation: another hash than the one claimed'],
    [{ part: 'adapter' }, 'the adapter, which is what it has learned: another hash than the one claimed'],
  ];
  it.each(places)('says where and what: %#', (difference, words) => {
    expect(`${placeWords(difference)}: ${differenceWords(difference)}`).toBe(words);
  });

  it('says how many there are where not all are listed', () => {
    expect(differenceCount(1, 1)).toBe('1 difference');
    expect(differenceCount(20, 33)).toBe('The first 20 of 33 differences');
  });
});
