/** Protects that a turn reads every token once and in order, however it is cut into passes. */

import { describe, expect, it } from 'vitest';
import { feedStages, nextPass, passEntries, type FeedPass, type FeedRow } from './feed.ts';
import { planPrefixes } from './prefixes.ts';
import { FINISHED } from './state.ts';

function rowsOf(lengths: readonly number[]): readonly FeedRow[] {
  return lengths.map((length, slot) => ({
    slot,
    position: 10 * slot,
    tokens: Array.from({ length }, (_, index) => 100 * slot + index),
  }));
}

function passes(rows: readonly FeedRow[], limit: number): readonly FeedPass[] {
  const plan = planPrefixes(rows.map(({ tokens }) => tokens));
  const stages = feedStages(rows, plan.stages, plan.read);
  const result: FeedPass[] = [];
  let place = { stage: 0, token: 0 };
  for (;;) {
    const pass = nextPass(stages, place, limit, rows.length);
    if (pass === null) return result;
    result.push(pass);
    ({ place } = pass);
  }
}

describe('the passes of a turn', () => {
  it.each([8, 9, 13, 1000])(
    'read all but the last token of every row, by row and position, %i rows at a time',
    (limit) => {
      const rows = rowsOf([5, 1, 12, 2, 7]);
      const cut = passes(rows, limit);
      const expected = rows.flatMap(({ slot, position, tokens }) =>
        tokens.slice(0, -1).map((token, index) => ({ slot, position: position + index, token })),
      );
      expect(cut.flatMap(({ tokens }) => tokens)).toEqual(expected);
      // The last one draws, and has room for the cursors and something to read besides.
      expect(cut.map(({ isTail }) => isTail)).toEqual(cut.map((_, index) => index === cut.length - 1));
      for (const { tokens, isTail } of cut) {
        expect(tokens.length).toBeGreaterThan(0);
        expect(tokens.length + (isTail ? rows.length : 0)).toBeLessThanOrEqual(limit);
      }
    },
  );

  it('are none where every row has one token, which the cursors read', () => {
    expect(passes(rowsOf([1, 1, 1]), 100)).toEqual([]);
  });

  it('copy what is shared only once all of it is read', () => {
    const prompt = Array.from({ length: 90 }, (_, index) => index);
    const rows = [0, 1, 2].map((slot) => ({ slot: slot + 4, position: 0, tokens: prompt }));
    const cut = passes(rows, 40);
    expect(cut.map(({ tokens }) => tokens.length)).toEqual([40, 40, 9]);
    expect(cut.map(({ copies }) => copies.length)).toEqual([0, 0, 2]);
    expect(cut[2].copies[0]).toEqual({ from: 4, to: 5, tokens: 89 });
    expect(cut.some(({ isTail }) => isTail)).toBe(false);
  });
});

describe('passEntries', () => {
  it('puts cursors first, tokens at their own rows, and nothing into the rest', () => {
    const cursors = Uint32Array.of(0, 7, 3, 0, 1, 9, 4, FINISHED);
    const entries = passEntries(cursors, [{ slot: 0, position: 6, token: 5 }]);
    expect([...entries.subarray(0, 12)]).toEqual([0, 7, 3, 0, 1, 9, 4, FINISHED, 0, 6, 5, 2]);
    expect(entries.length / 4).toBe(32);
    for (let row = 3; row < 32; row++) expect(entries[4 * row + 3]).toBe(FINISHED);
  });

  it('is empty for nothing', () => {
    expect(passEntries(new Uint32Array(), [])).toHaveLength(0);
  });
});
