/**
 * The figures of an evaluation: success by position with its interval, the *rise* (do later tasks of a pack go better
 * than the first?) and the *lift* (is it the notes that do it?). Pure arithmetic on outcomes.
 */

import { meanInterval, resamplePacks, type Resamples } from './bootstrap.ts';
import type { Control, ControlTable, Interval } from './records.ts';
import { mean } from './sums.ts';

/** outcomes[pack][position] is 1 where the task was solved. */
export type Outcomes = readonly (readonly number[])[];

export interface Figures {
  readonly success: ControlTable<readonly number[]>;
  readonly intervals: ControlTable<readonly Interval[]>;
  readonly rise: Interval;
  readonly lift: Interval;
  /** Positions, counted from 1, over which the lift is the mean. */
  readonly liftPositions: readonly number[];
}

/** Intervals of figures are those of this seed, so that the same outcomes always give the same figures. */
const BOOTSTRAP_SEED = 1;

/** By position 4 the notes of a long pack are nearly complete; a short one has only positions 3 and 4 to show. */
function positionsOfLift(length: number): readonly number[] {
  const first = length > 4 ? 4 : 3;
  return Array.from({ length: length - first + 1 }, (_, index) => first + index);
}

/** Interval of the success at each position. */
function byPosition(outcomes: Outcomes, resamples: Resamples): readonly Interval[] {
  return outcomes[0].map((_, position) =>
    meanInterval(
      outcomes.map((pack) => pack[position]),
      resamples,
    ),
  );
}

/**
 * Figures of outcomes on the same packs under each control; packs of at least 3 tasks. `kept` gives the rise, and
 * kept minus erased, pack by pack, the lift.
 */
export function figuresOf(outcomes: ControlTable<Outcomes> & Record<'kept' | 'erased', Outcomes>): Figures {
  const { kept, erased } = outcomes;
  const resamples = resamplePacks(kept.length, BOOTSTRAP_SEED);
  const liftPositions = positionsOfLift(kept[0].length);
  const success: Partial<Record<Control, readonly number[]>> = {};
  const intervals: Partial<Record<Control, readonly Interval[]>> = {};
  for (const control of ['kept', 'erased', 'shuffled', 'oracle'] as const) {
    const packs = outcomes[control];
    if (!packs) continue;
    intervals[control] = byPosition(packs, resamples);
    success[control] = intervals[control].map((interval) => interval.mean);
  }
  const rises = kept.map((pack) => mean(pack.slice(1)) - pack[0]);
  const lifts = kept.map((pack, index) =>
    mean(liftPositions.map((position) => pack[position - 1] - erased[index][position - 1])),
  );
  return {
    success,
    intervals,
    rise: meanInterval(rises, resamples),
    lift: meanInterval(lifts, resamples),
    liftPositions,
  };
}
