/** An evaluation as lines of a Staircase, each control with the shape, dash and colour it has on every screen. */

import { msg } from '@lit/localize';
import type { Control, EvaluationRecord, Interval } from '../../learning/records.ts';
import type { Gap, Series } from './staircase-parts.ts';

type Look = Pick<Series, 'marker' | 'dash' | 'tone'> & { readonly label: () => string };

/** In the order in which they are drawn and listed. */
const LOOKS: Readonly<Record<Control, Look>> = {
  kept: { marker: 'disc', dash: 'solid', tone: 'kept', label: () => msg('notes kept') },
  erased: { marker: 'ring', dash: 'dashed', tone: 'erased', label: () => msg('same tasks, notes erased') },
  shuffled: { marker: 'cross', dash: 'dotted', tone: 'shuffled', label: () => msg("another life's notes") },
  oracle: { marker: 'triangle', dash: 'dash-dot', tone: 'oracle', label: () => msg('true notes') },
};
const CONTROLS = Object.keys(LOOKS) as readonly Control[];

/** What the notes are worth: from the same tasks with them erased, up to the notes kept. */
export const NOTES_GAP: Gap = { upper: 'kept', lower: 'erased' };

/** A control's line through shares and their intervals; where there is no interval, it is the share alone. */
export function controlSeries(
  control: Control,
  shares: readonly number[],
  intervals: readonly Interval[] = [],
): Series {
  const { label, ...look } = LOOKS[control];
  const points = shares.map((mean, task) => intervals[task] ?? { mean, low: mean, high: mean });
  return {
    key: control,
    label: label(),
    ...look,
    points: points.map((point, task) => ({ ...point, mean: shares[task] })),
  };
}

/** The lines of an evaluation, of the controls wanted that it has. */
export function evaluationSeries(evaluation: EvaluationRecord, controls = CONTROLS): readonly Series[] {
  return CONTROLS.flatMap((control) => {
    const shares = controls.includes(control) ? evaluation.success[control] : undefined;
    return shares ? [controlSeries(control, shares, evaluation.intervals[control])] : [];
  });
}
