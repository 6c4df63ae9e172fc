/** Protects who sees whom in contexts that are packed side by side, and that nothing is fed that no loss needs. */

import { describe, expect, it } from 'vitest';
import type { TrainingRow } from '../../engine.ts';
import { microBatches, packedTokens, scoredContext, trainingContext, viewIndex, type Context } from './micro-batch.ts';

const NOWHERE = 0xffffffff;

/** Tokens `first`, `first + 1`, ..., of which those at `predicting` predict something. */
function context(first: number, length: number, predicting: readonly number[]): Context {
  return {
    tokens: Array.from({ length }, (_, index) => first + index),
    predicting,
    predicted: predicting.map((token) => ({ token, advantage: 1, oldLogProb: 0, weight: 1 })),
  };
}

const CONTEXTS = [context(10, 3, [0, 2]), context(20, 5, [1, 2, 4]), context(30, 1, [0]), context(40, 2, [1])];

describe('the index of a view', () => {
  it.each(['tokens', 'predicted'] as const)('pairs the queries of %s with the keys of their own past', (view) => {
    const [batch] = microBatches(CONTEXTS, 100, 100);
    const { queries, keys } = viewIndex(batch, view);
    // Written out: each token with its context and its place in it.
    const places = CONTEXTS.flatMap(({ tokens, predicting }, index) =>
      tokens.map((_, place) => ({ index, place, asks: view === 'tokens' || predicting.includes(place) })),
    );
    const asking = places.flatMap(({ asks }, token) => (asks ? [token] : []));
    expect([...queries].filter((_, index) => index % 2 === 0)).toEqual(asking);

    let pairs = 0;
    places.forEach(({ index, place, asks }, token) => {
      const [first, end, start, own] = keys.subarray(token * 4, token * 4 + 4);
      expect(start).toBe(token - place);
      expect(own).toBe(asks ? asking.indexOf(token) : NOWHERE);
      asking.forEach((asked, query) => {
        const sees = places[asked].index === index && places[asked].place >= place;
        expect(query >= first && query < end, `query ${query}, token ${token}`).toBe(sees);
        if (sees) expect(queries[query * 2 + 1]).toBe(start);
        pairs += sees ? 1 : 0;
      });
    });
    expect(batch.sizes[view]).toEqual({ rows: asking.length, pairs });
  });
});

describe('micro-batches', () => {
  it('hold whole contexts in order, up to so many tokens, and a longer one alone', () => {
    const batches = microBatches([...CONTEXTS, context(50, 9, [8]), context(60, 2, [1])], 8, 9);
    expect(batches.map((batch) => [...packedTokens(batch)])).toEqual([
      [10, 11, 12, 20, 21, 22, 23, 24],
      [30, 40, 41],
      [50, 51, 52, 53, 54, 55, 56, 57, 58],
      [60, 61],
    ]);
  });

  it('refuse a context longer than the model reads', () => {
    expect(() => microBatches([context(10, 9, [8])], 100, 8)).toThrow('the model reads at most 8');
  });
});

describe('what is fed', () => {
  it('ends before the last generated token', () => {
    const row: TrainingRow = { tokens: [1, 5, 6, 7, 8], positions: [1, 3], advantages: [2, -1], oldLogProbs: [-1, -3] };
    expect(trainingContext(row)).toEqual({
      tokens: [1, 5, 6],
      predicting: [0, 2],
      predicted: [
        { token: 5, advantage: 2, oldLogProb: -1, weight: 1 },
        { token: 7, advantage: -1, oldLogProb: -3, weight: 1 },
      ],
    });
  });

  it('is nothing of a row in which nothing was generated, or which has nothing to score', () => {
    expect(trainingContext({ tokens: [1, 5], positions: [], advantages: [], oldLogProbs: [] })).toBeNull();
    expect(scoredContext([1])).toBeNull();
  });
});
