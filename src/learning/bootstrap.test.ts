import { describe, expect, it } from 'vitest';
import { RandomStream } from '../core/random.ts';
import { meanInterval, resamplePacks } from './bootstrap.ts';

describe('bootstrap over packs', () => {
  it('has no width where all packs agree', () => {
    expect(meanInterval([0.5, 0.5, 0.5], resamplePacks(3, 1))).toEqual({ mean: 0.5, low: 0.5, high: 0.5 });
  });

  it('is as wide as the normal interval of a mean says', () => {
    // 400 coin tosses of mean .25: standard error sqrt(.25 x .75 / 400) = .02165; 1.96 of them is .0424.
    const tosses = Array.from({ length: 400 }, (_, pack) => (pack % 4 === 0 ? 1 : 0));
    const { mean, low, high } = meanInterval(tosses, resamplePacks(400, 1));
    expect(mean).toBe(0.25);
    // 2,000 resamples place each end within about 5 % of the half-width.
    expect(Math.abs(0.25 - low - 0.0424)).toBeLessThan(0.005);
    expect(Math.abs(high - 0.25 - 0.0424)).toBeLessThan(0.005);
  });

  it('covers the true mean about 95 times in 100', () => {
    const random = new RandomStream(11, 11);
    const resamples = resamplePacks(60, 1);
    let covered = 0;
    for (let trial = 0; trial < 200; trial++) {
      const values = Array.from({ length: 60 }, () => random.nextUniform());
      const { low, high } = meanInterval(values, resamples);
      if (low <= 0.5 && high >= 0.5) covered++;
    }
    // Binomial(200, .95) has a standard deviation of 3.1; percentile intervals of 60 packs cover slightly less.
    expect(covered).toBeGreaterThan(178);
    expect(covered).toBeLessThan(200);
  });

  it('agrees with sorting means computed one by one', () => {
    const values = [0, 1, 0.25, 0.5, 1, 0];
    const resamples = resamplePacks(values.length, 4);
    const means: number[] = [];
    for (let resample = 0; resample < 2000; resample++) {
      const drawn = Array.from({ length: 6 }, (_, draw) => values[resamples.picks[resample * 6 + draw]]);
      means.push(drawn.reduce((sum, value) => sum + value, 0) / 6);
    }
    means.sort((one, other) => one - other);
    const interval = meanInterval(values, resamples);
    // 50 of 2,000 lie outside at each end.
    expect(interval.low).toBe(means[50]);
    expect(interval.high).toBe(means[1949]);
  });

  it('gives the same resamples for the same seed and others for another', () => {
    expect(resamplePacks(9, 5).picks).toEqual(resamplePacks(9, 5).picks);
    expect(resamplePacks(9, 5).picks).not.toEqual(resamplePacks(9, 6).picks);
  });
});
