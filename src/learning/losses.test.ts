import { describe, expect, it } from 'vitest';
import { RandomStream } from '../core/random.ts';
import { tokenLoss } from './losses.ts';

const CLIP = { clipLow: 0.2, clipHigh: 0.3 };
const LN2 = 0.6931471805599453;

describe('losses of one token, by hand', () => {
  it('rec is the plain policy gradient, without importance weight', () => {
    // rho = 1/2 is below 1 - .2, but the advantage is positive: not clipped.
    expect(tokenLoss(-2 - LN2, -2, 3, { kind: 'rec', ...CLIP })).toEqual({
      loss: 3 * (2 + LN2),
      gradient: -3,
      clipped: false,
    });
  });

  it('rec-is weights by the ratio', () => {
    const result = tokenLoss(-2 - LN2, -2, 3, { kind: 'rec-is', ...CLIP });
    expect(result.loss).toBeCloseTo(-1.5, 12);
    expect(result.gradient).toBeCloseTo(-1.5, 12);
  });

  it('ppo takes the smaller of the plain and the clipped objective', () => {
    // rho = 2: min(2 x 1, 1.3 x 1) = 1.3 has no gradient; min(2 x -1, 1.3 x -1) = -2 keeps it.
    const good = tokenLoss(-1, -1 - LN2, 1, { kind: 'ppo', ...CLIP });
    expect(good.loss).toBeCloseTo(-1.3, 12);
    expect(good.gradient).toBe(0);
    expect(good.clipped).toBe(true);
    const bad = tokenLoss(-1, -1 - LN2, -1, { kind: 'ppo', ...CLIP });
    expect(bad.loss).toBeCloseTo(2, 12);
    expect(bad.gradient).toBeCloseTo(2, 12);
    expect(bad.clipped).toBe(false);
  });

  it.each(['rec', 'rec-is', 'ppo'] as const)('%s stops pushing a token down once it has fallen far enough', (kind) => {
    const result = tokenLoss(-1 - LN2, -1, -1, { kind, ...CLIP });
    expect(result.clipped).toBe(true);
    expect(Math.abs(result.gradient)).toBe(0);
  });

  it('an advantage of nothing gives nothing', () => {
    const result = tokenLoss(-1, -3, 0, { kind: 'ppo', ...CLIP });
    expect(Math.abs(result.loss) + Math.abs(result.gradient)).toBe(0);
    expect(result.clipped).toBe(false);
  });
});

describe('losses on random tokens', () => {
  const random = new RandomStream(9, 11);
  const tokens = Array.from({ length: 200 }, () => ({
    logProb: -3 * random.nextUniform(),
    oldLogProb: -3 * random.nextUniform(),
    advantage: 4 * random.nextUniform() - 2,
  }));

  it.each(['rec', 'rec-is', 'ppo'] as const)('%s: the gradient is the slope of the loss', (kind) => {
    const step = 1e-6;
    const settings = { kind, ...CLIP };
    for (const { logProb, oldLogProb, advantage } of tokens) {
      const above = tokenLoss(logProb + step, oldLogProb, advantage, settings).loss;
      const below = tokenLoss(logProb - step, oldLogProb, advantage, settings).loss;
      const { gradient } = tokenLoss(logProb, oldLogProb, advantage, settings);
      // Central differences in float64: truncation and rounding both near 1e-10.
      expect((above - below) / (2 * step)).toBeCloseTo(gradient, 6);
    }
  });

  it.each(['rec', 'rec-is'] as const)('%s is masked by the one-sided rule', (kind) => {
    for (const { logProb, oldLogProb, advantage } of tokens) {
      const rho = Math.exp(logProb - oldLogProb);
      const passes = (advantage >= 0 && rho <= 1.3) || (advantage <= 0 && rho >= 0.8);
      const expected = !passes ? 0 : -advantage * (kind === 'rec' ? logProb : rho);
      expect(tokenLoss(logProb, oldLogProb, advantage, { kind, ...CLIP }).loss).toBeCloseTo(expected, 12);
    }
  });

  it('ppo is the textbook formula', () => {
    for (const { logProb, oldLogProb, advantage } of tokens) {
      const rho = Math.exp(logProb - oldLogProb);
      const clip = rho < 0.8 ? 0.8 : rho > 1.3 ? 1.3 : rho;
      const plain = rho * advantage;
      const bounded = clip * advantage;
      const expected = -(plain < bounded ? plain : bounded);
      expect(tokenLoss(logProb, oldLogProb, advantage, { kind: 'ppo', ...CLIP }).loss).toBeCloseTo(expected, 12);
    }
  });
});
