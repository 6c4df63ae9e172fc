/** Which of several evaluations to show where there is room for one. */

import type { EvaluationRecord } from './records.ts';

/** The evaluation that says most about a run as it is now: after most iterations, then on most packs, then the last. */
export function tellingEvaluation(evaluations: readonly EvaluationRecord[]): EvaluationRecord | null {
  return evaluations.reduce<EvaluationRecord | null>((best, next) => {
    if (best === null || next.iteration > best.iteration) return next;
    return next.iteration === best.iteration && next.packs >= best.packs ? next : best;
  }, null);
}
