/** Figures of a test that an evaluation does not carry: success after the first tasks, and differences of controls. Pure. */

import { meanInterval, resamplePacks } from '../../learning/bootstrap.ts';
import type { Control, EvaluationRecord, Interval } from '../../learning/records.ts';

/** As for an evaluation's own figures, so that the same outcomes always give the same intervals. */
const BOOTSTRAP_SEED = 1;

export interface LabFigures {
  /** Mean success over the positions of the lift, by control. */
  readonly success: Readonly<Partial<Record<Control, Interval>>>;
  /** Another life's notes minus none, over the same positions and packs. */
  readonly swapped: Interval | null;
  /** All that is true minus its own notes. */
  readonly missing: Interval | null;
  /** Mean success after the first task minus at the first, with notes erased. */
  readonly erasedRise: Interval | null;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length;
}

const known = new WeakMap<EvaluationRecord, LabFigures>();

/** Computed once per evaluation. */
export function labFigures(evaluation: EvaluationRecord): LabFigures {
  const before = known.get(evaluation);
  if (before) return before;
  const figures = compute(evaluation);
  known.set(evaluation, figures);
  return figures;
}

function compute({ outcomes, liftPositions, packs }: EvaluationRecord): LabFigures {
  const resamples = resamplePacks(packs, BOOTSTRAP_SEED);
  /** By pack, over the positions of the lift; null where the control was not tested. */
  const late = (control: Control): readonly number[] | null =>
    outcomes[control]?.map((pack) => meanOf(liftPositions.map((position) => pack[position - 1]))) ?? null;
  const difference = (control: Control, other: Control): Interval | null => {
    const [one, two] = [late(control), late(other)];
    return (
      one &&
      two &&
      meanInterval(
        one.map((value, pack) => value - two[pack]),
        resamples,
      )
    );
  };
  const success: Partial<Record<Control, Interval>> = {};
  for (const control of ['kept', 'erased', 'shuffled', 'oracle'] as const) {
    const values = late(control);
    if (values) success[control] = meanInterval(values, resamples);
  }
  const rises = outcomes.erased?.map((pack) => meanOf(pack.slice(1)) - pack[0]);
  return {
    success,
    swapped: difference('shuffled', 'erased'),
    missing: difference('oracle', 'kept'),
    erasedRise: rises ? meanInterval(rises, resamples) : null,
  };
}
