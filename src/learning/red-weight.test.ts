import { describe, expect, it } from 'vitest';
import { RandomStream } from '../core/random.ts';
import { redWeighted } from './red-weight.ts';

/** cod.md's pseudocode, line by line, with the platform's exponential. */
function transcribed(advantages: readonly number[], tokens: readonly number[]): readonly number[] {
  if (advantages.reduce((sum, advantage, e) => sum + tokens[e] * advantage, 0) >= 0) return advantages;
  let lo = 0.8;
  let hi = 100;
  let T = NaN;
  let repeats = 0;
  do {
    T = (lo + hi) / 2;
    const M = advantages.reduce((sum, A, e) => sum + tokens[e] * A * Math.exp(A / T), 0);
    if (M < 0) hi = T;
    else lo = T;
    repeats++;
  } while (repeats < 20 && !(hi - lo < 0.05));
  return advantages.map((A) => A * Math.exp(A / T));
}

describe('adaptive RED weight', () => {
  it('leaves advantages alone while their token mean is not negative', () => {
    const advantages = [1, -1];
    expect(redWeighted(advantages, [3, 3])).toEqual({ advantages, temperature: null });
  });

  it('counts tokens, not episodes', () => {
    expect(redWeighted([1, -1], [2, 3]).temperature).not.toBeNull();
    expect(redWeighted([1, -1], [3, 2]).temperature).toBeNull();
  });

  it('finds the temperature at which the token mean vanishes', () => {
    // exp(1/T) - 2 exp(-2/T) = 0 at T = 3 / ln 2 = 4.328.
    const { advantages, temperature } = redWeighted([1, -2], [1, 1]);
    expect(Math.abs((temperature ?? 0) - 4.328)).toBeLessThan(0.05);
    expect(Math.abs(advantages[0] + advantages[1])).toBeLessThan(0.02);
  });

  it('stops near .8 when no temperature suffices', () => {
    // Every halving lowers the upper end: .8 + 99.2 / 2^11, after which the bracket is under .05.
    const { advantages, temperature } = redWeighted([-1], [1]);
    expect(temperature).toBeCloseTo(0.8484375, 12);
    expect(advantages[0]).toBeCloseTo(-0.3077, 4);
  });

  it('agrees with the published pseudocode on random episodes', () => {
    const random = new RandomStream(7, 11);
    let changed = 0;
    for (let repeat = 0; repeat < 50; repeat++) {
      const advantages = Array.from({ length: 12 }, () => 3 * random.nextUniform() - 1.7);
      const tokens = Array.from({ length: 12 }, () => 1 + random.nextInteger(20));
      const result = redWeighted(advantages, tokens);
      if (result.temperature !== null) changed++;
      transcribed(advantages, tokens).forEach((value, e) => expect(result.advantages[e]).toBeCloseTo(value, 9));
    }
    expect(changed).toBeGreaterThan(10);
  });
});
