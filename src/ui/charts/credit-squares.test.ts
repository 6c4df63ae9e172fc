import { describe, expect, it } from 'vitest';
import type { EpisodeCredit } from '../../worker/lab-protocol.ts';
import { creditSquares } from './credit-squares.ts';

function credit(advantage: number): EpisodeCredit {
  return { kind: 'solve', position: 0, reward: 0, return: 1 + advantage, baseline: 1, advantage };
}

describe('the squares of the credit view', () => {
  it('are filled above the group and hollow below, and neither where it is level but for rounding', () => {
    const [squares] = creditSquares([[credit(0.5), credit(-0.5), credit(0), credit(1e-9)]]);
    expect(squares.map(({ standing }) => standing)).toEqual(['above', 'below', 'level', 'level']);
  });

  it('have areas in proportion to the advantage, across all lives', () => {
    const [[large], [small]] = creditSquares([[credit(-1)], [credit(0.25)]]);
    expect(small.side).toBeCloseTo(large.side / 2);
  });

  it('can be seen, however small the advantage', () => {
    const [[, small]] = creditSquares([[credit(1), credit(0.0001)]]);
    expect(small.side).toBeGreaterThanOrEqual(6);
  });

  it('are drawn where the whole group is level', () => {
    const [[square]] = creditSquares([[credit(0)]]);
    expect(Number.isFinite(square.side)).toBe(true);
  });
});
