/**
 * Intervals by the bootstrap over packs (Efron 1979): packs, not tasks, are drawn again with replacement, because the
 * tasks of a pack share their world. All figures of an evaluation use the same resamples, which keeps them paired.
 */

import { PURPOSE, RandomStream } from '../core/random.ts';
import type { Interval } from './records.ts';
import { sum } from './sums.ts';

const RESAMPLES = 2000;
/** Resamples left out at each end: 2.5 %. */
const TAIL = RESAMPLES * 0.025;

/** Which packs each resample draws: `[resample, draw]`, flat. */
export interface Resamples {
  readonly packs: number;
  readonly picks: Uint32Array;
}

/** 2,000 seeded resamples of so many packs. */
export function resamplePacks(packs: number, seed: number): Resamples {
  const random = new RandomStream(seed, PURPOSE.bootstrap);
  const picks = new Uint32Array(RESAMPLES * packs);
  for (let index = 0; index < picks.length; index++) picks[index] = random.nextInteger(packs);
  return { packs, picks };
}

/** Mean over packs of one number per pack, with its 95 % percentile interval. */
export function meanInterval(values: readonly number[], resamples: Resamples): Interval {
  const { packs, picks } = resamples;
  const means = new Float64Array(RESAMPLES);
  for (let resample = 0; resample < RESAMPLES; resample++) {
    let drawn = 0;
    const end = (resample + 1) * packs;
    for (let draw = resample * packs; draw < end; draw++) drawn += values[picks[draw]];
    means[resample] = drawn / packs;
  }
  means.sort();
  return { mean: sum(values) / packs, low: means[TAIL], high: means[RESAMPLES - 1 - TAIL] };
}
