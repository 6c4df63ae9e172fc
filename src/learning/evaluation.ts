/**
 * Evaluation on held-out packs with paired controls: every control meets the same packs with the same random numbers,
 * so that a difference between them can only come from the notes that were read. The packs and the random numbers are
 * the same for everybody: an adapter's evaluation depends on the adapter alone.
 */

import { PURPOSE } from '../core/random.ts';
import { evaluationWorld, parseLevelId } from '../environments/ids.ts';
import type { NoteRule } from '../policy/notes.ts';
import type { Player } from './episodes.ts';
import { figuresOf, type Outcomes } from './figures.ts';
import { liveTogether, type LifePlan, type LivedLife } from './lives.ts';
import type { Control, EvaluationRecord } from './records.ts';

/** The seed of every evaluation's random numbers. */
const EVALUATION_SEED = 1;

/** All controls, in the order in which they are shown. */
export const ALL_CONTROLS = ['kept', 'erased', 'shuffled', 'oracle'] as const;

/** What a cheap evaluation compares. */
export const CHEAP_CONTROLS = ['kept', 'erased'] as const;

export interface EvaluationSettings {
  /** `code-lake/4x4` */
  readonly environment: string;
  readonly packs: number;
  /** Tasks per pack, at least 3. */
  readonly length: number;
  /** Must name `kept` and `erased`. */
  readonly controls: readonly Control[];
  readonly temperature: number;
  readonly noteRule: NoteRule;
  /** Iterations trained before it, for the record. */
  readonly iteration: number;
  /** Seconds, for the record. */
  readonly clock: () => number;
}

/** The lives of an evaluation: all controls of all packs. */
function plansOf(settings: EvaluationSettings): readonly LifePlan[] {
  const level = parseLevelId(settings.environment);
  return settings.controls.flatMap((control) =>
    Array.from({ length: settings.packs }, (_, index): LifePlan => {
      const pack = { ...level, world: evaluationWorld(index), length: settings.length };
      return { pack, control, life: index };
    }),
  );
}

/** 1 where a task was solved, by pack and position, of one control. */
function outcomesOf(lives: readonly LivedLife[], control: Control): Outcomes {
  return lives
    .filter((life) => life.record.control === control)
    .map((life) => life.rewards.solves.map((reward) => (reward > 0 ? 1 : 0)));
}

/** Lives all packs under all controls. Throws `bad-id` for an environment or a number of packs there is not. */
export async function evaluate(player: Player, settings: EvaluationSettings): Promise<EvaluationRecord> {
  const start = settings.clock();
  const lives = await liveTogether(player, plansOf(settings), {
    sampling: { key: [EVALUATION_SEED, PURPOSE.evaluationSampling], temperature: settings.temperature },
    iteration: 0,
    noteRule: settings.noteRule,
    unreadUpdates: 'skip',
  });
  const outcomes: Partial<Record<Control, Outcomes>> = {};
  for (const control of settings.controls) outcomes[control] = outcomesOf(lives, control);
  const figures = figuresOf({ ...outcomes, kept: outcomesOf(lives, 'kept'), erased: outcomesOf(lives, 'erased') });
  return {
    environment: settings.environment,
    iteration: settings.iteration,
    packs: settings.packs,
    length: settings.length,
    ...figures,
    outcomes,
    seconds: settings.clock() - start,
  };
}
