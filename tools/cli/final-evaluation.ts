/** The evaluation that claims rest on: long held-out packs, all controls. */

import type { Player } from '../../src/learning/episodes.ts';
import { ALL_CONTROLS, evaluate } from '../../src/learning/evaluation.ts';
import type { EvaluationRecord } from '../../src/learning/records.ts';
import type { NoteRule } from '../../src/policy/notes.ts';

/** Tasks per pack: twice as many as in training. */
const LENGTH = 8;
const MILLISECONDS = 1000;

export const DEFAULT_PACKS = '200';
export const MAX_PACKS = 100_000;

export interface FinalEvaluation {
  readonly environment: string;
  readonly packs: number;
  readonly temperature: number;
  readonly noteRule: NoteRule;
  /** Iterations trained. */
  readonly iteration: number;
}

export function evaluateFinally(player: Player, settings: FinalEvaluation): Promise<EvaluationRecord> {
  const clock = (): number => performance.now() / MILLISECONDS;
  return evaluate(player, { ...settings, length: LENGTH, controls: ALL_CONTROLS, clock });
}
