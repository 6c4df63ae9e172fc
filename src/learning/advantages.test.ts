import { describe, expect, it } from 'vitest';
import { RandomStream } from '../core/random.ts';
import { episodeAdvantages, lifeAdvantages } from './advantages.ts';

function expectClose(actual: readonly number[], expected: readonly number[]): void {
  expect(actual.length).toBe(expected.length);
  expected.forEach((value, index) => expect(actual[index]).toBeCloseTo(value, 10));
}

describe('advantages of the episodes at one position', () => {
  const returns = [1, 0, 0, 1, /* next group */ 3, 3, 3, 1];

  it('subtracts the group mean and does not divide by the deviation', () => {
    expectClose(episodeAdvantages(returns, 4, 'group-mean'), [0.5, -0.5, -0.5, 0.5, 0.5, 0.5, 0.5, -1.5]);
  });

  it('divides by the sample deviation of the group for GRPO', () => {
    // First group: squares 4 x .25 over 3, deviation .57735; second: 3 x .25 + 2.25 = 3 over 3, deviation 1.
    const first = 0.5 / (0.577350269 + 0.001);
    expectClose(
      episodeAdvantages(returns, 4, 'group-standardised')
        .slice(0, 2)
        .map((value) => Math.round(value * 1e6)),
      [Math.round(first * 1e6), Math.round(-first * 1e6)],
    );
    expectClose(episodeAdvantages(returns, 4, 'group-standardised').slice(4), [
      0.5 / 1.001,
      0.5 / 1.001,
      0.5 / 1.001,
      -1.5 / 1.001,
    ]);
  });

  it('compares with the mean of the others for RLOO', () => {
    expectClose(episodeAdvantages([1, 0, 0, 1], 4, 'leave-one-out'), [2 / 3, -2 / 3, -2 / 3, 2 / 3]);
  });

  it('compares with all packs for REINFORCE++', () => {
    // Mean 1.5; squares .25 + 2.25 + 2.25 + .25 + 2.25 x 3 + .25 = 12 over 7.
    const spread = Math.sqrt(12 / 7) + 0.001;
    expectClose(
      episodeAdvantages(returns, 4, 'batch-standardised'),
      returns.map((value) => (value - 1.5) / spread),
    );
  });

  it('is nothing where a group agrees', () => {
    expectClose(episodeAdvantages([2, 2, 2], 3, 'group-standardised'), [0, 0, 0]);
  });

  it('agrees with loops written out on random returns', () => {
    const random = new RandomStream(5, 11);
    const groupSize = 5;
    const values = Array.from({ length: 4 * groupSize }, () => random.nextInteger(5));
    values.forEach((value, index) => {
      const start = index - (index % groupSize);
      let group = 0;
      let others = 0;
      for (let other = start; other < start + groupSize; other++) {
        group += values[other] / groupSize;
        if (other !== index) others += values[other] / (groupSize - 1);
      }
      expect(episodeAdvantages(values, groupSize, 'group-mean')[index]).toBeCloseTo(value - group, 10);
      expect(episodeAdvantages(values, groupSize, 'leave-one-out')[index]).toBeCloseTo(value - others, 10);
    });
  });
});

describe('advantages of lives', () => {
  it('compares each kind and position only with itself', () => {
    const lives = [
      { solves: [2, 1], updates: [1] },
      { solves: [0, 0], updates: [0] },
    ];
    expect(lifeAdvantages(lives, { groupSize: 2, baseline: 'group-mean' })).toEqual([
      { solves: [1, 0.5], updates: [0.5] },
      { solves: [-1, -0.5], updates: [-0.5] },
    ]);
  });
});
