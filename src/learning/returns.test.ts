import { describe, expect, it } from 'vitest';
import { RandomStream } from '../core/random.ts';
import { lifeReturns, type PerEpisode } from './returns.ts';

const REWARDS: PerEpisode = { solves: [1, 0, 1], updates: [0, -0.1] };

/** Independent of the code under test: the recurrence return_k = reward_k + return_(k+1), from the end backwards. */
function recurrence(solves: readonly number[], updates: readonly number[]): PerEpisode {
  const ahead = new Array<number>(solves.length + 1).fill(0);
  for (let task = solves.length - 1; task >= 0; task--) ahead[task] = solves[task] + ahead[task + 1];
  return { solves: ahead.slice(0, -1), updates: updates.map((format, task) => format + ahead[task + 1]) };
}

describe('returns of a life', () => {
  it('credits a solve with its own and later rewards, an update with later ones and its format', () => {
    const returns = lifeReturns(REWARDS, { credit: 'per-episode', returns: 'sum' });
    expect(returns.solves).toEqual([2, 1, 1]);
    expect(returns.updates).toEqual([1, 0.9]);
  });

  it('averages over the rewards in each return when asked for the mean', () => {
    const returns = lifeReturns(REWARDS, { credit: 'per-episode', returns: 'mean' });
    expect(returns.solves).toEqual([2 / 3, 1 / 2, 1]);
    expect(returns.updates[0]).toBeCloseTo(1 / 3, 12);
    expect(returns.updates[1]).toBeCloseTo(0.45, 12);
  });

  it('never credits an update with the task before it', () => {
    const returns = lifeReturns({ solves: [1, 0], updates: [0] }, { credit: 'per-episode', returns: 'sum' });
    expect(returns.updates).toEqual([0]);
  });

  it('credits solve and update with their own task under per-task credit', () => {
    const returns = lifeReturns(REWARDS, { credit: 'per-task', returns: 'sum' });
    expect(returns).toEqual({ solves: [1, 0, 1], updates: [1, -0.1] });
  });

  it('gives every episode the whole life under one summed reward', () => {
    const sum = lifeReturns(REWARDS, { credit: 'per-life', returns: 'sum' });
    expect([...sum.solves, ...sum.updates]).toEqual([1.9, 1.9, 1.9, 1.9, 1.9]);
    const mean = lifeReturns(REWARDS, { credit: 'per-life', returns: 'mean' });
    expect(mean.updates[1]).toBeCloseTo(1.9 / 3, 12);
  });

  it('agrees with the backward recurrence on random lives of every length', () => {
    const random = new RandomStream(3, 11);
    for (let tasks = 2; tasks <= 8; tasks++) {
      for (let repeat = 0; repeat < 20; repeat++) {
        const solves = Array.from({ length: tasks }, () => random.nextUniform());
        const updates = Array.from({ length: tasks - 1 }, () => -random.nextUniform());
        const expected = recurrence(solves, updates);
        const sum = lifeReturns({ solves, updates }, { credit: 'per-episode', returns: 'sum' });
        const mean = lifeReturns({ solves, updates }, { credit: 'per-episode', returns: 'mean' });
        expected.solves.forEach((value, task) => {
          expect(sum.solves[task]).toBeCloseTo(value, 12);
          expect(mean.solves[task]).toBeCloseTo(value / (tasks - task), 12);
        });
        expected.updates.forEach((value, task) => {
          expect(sum.updates[task]).toBeCloseTo(value, 12);
          expect(mean.updates[task]).toBeCloseTo(value / (tasks - task), 12);
        });
      }
    }
  });
});
