/**
 * Evaluation on held-out packs with paired controls: every control meets the same packs with the same random numbers,
 * so that a difference between them can only come from the notes that were read. The packs and the random numbers are
 * the same for everybody: an adapter's evaluation depends on the adapter alone.
 */

import { PURPOSE } from '../core/random.ts';
import { evaluationWorld, parseLevelId } from '../environments/ids.ts';
import type { SamplingSettings } from '../engines/engine.ts';
import type { NoteRule } from '../policy/notes.ts';
import type { Player } from './episodes.ts';
import { figuresOf, type Outcomes } from './figures.ts';
import { liveTogether, type LifePlan, type LivedLife, type OnPlayed } from './lives.ts';
import type { Control, EvaluationRecord, LifeRecord } from './records.ts';
import { mean, sum } from './sums.ts';

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
  /** As for lives. */
  readonly onPlayed?: OnPlayed;
}

/** Which held-out packs are lived, and under which controls. */
export type HeldOut = Pick<EvaluationSettings, 'environment' | 'packs' | 'length' | 'controls'> & {
  /** Index of the first pack. */
  readonly first: number;
};

/** The lives of an evaluation: all controls of all packs. Throws `bad-id` for an environment or a pack there is not. */
export function heldOutPlans({ environment, first, packs, length, controls }: HeldOut): readonly LifePlan[] {
  const level = parseLevelId(environment);
  return controls.flatMap((control) =>
    Array.from({ length: packs }, (_, index): LifePlan => {
      const pack = { ...level, world: evaluationWorld(first + index), length };
      return { pack, control, life: first + index };
    }),
  );
}

/** 1 where a task was solved, by pack and position, of one control. */
export function outcomesUnder(lives: readonly LivedLife[], control: Control): Outcomes {
  return lives
    .filter((life) => life.record.control === control)
    .map((life) => life.rewards.solves.map((reward) => (reward > 0 ? 1 : 0)));
}

/** The same of a life as it is logged: 1 where a task was solved, by position. */
export function outcomesOfLife({ episodes }: Pick<LifeRecord, 'episodes'>): readonly number[] {
  return episodes.flatMap((episode) => (episode.kind === 'solve' ? [episode.reward > 0 ? 1 : 0] : []));
}

/** Where the random numbers of every evaluation come from. */
export function evaluationSampling({ temperature }: Pick<EvaluationSettings, 'temperature'>): SamplingSettings {
  return { key: [EVALUATION_SEED, PURPOSE.evaluationSampling], temperature };
}

/** Lives all packs under all controls. Throws `bad-id` for an environment or a number of packs there is not. */
export async function evaluate(player: Player, settings: EvaluationSettings): Promise<EvaluationRecord> {
  return (await evaluateLives(player, settings)).record;
}

/** As `evaluate`, with the lives that were lived: by control in the order of the settings, then by pack. */
export async function evaluateLives(
  player: Player,
  settings: EvaluationSettings,
): Promise<{ readonly record: EvaluationRecord; readonly lives: readonly LifeRecord[] }> {
  const start = settings.clock();
  const { onPlayed } = settings;
  const lives = await liveTogether(player, heldOutPlans({ ...settings, first: 0 }), {
    sampling: evaluationSampling(settings),
    iteration: 0,
    noteRule: settings.noteRule,
    unreadUpdates: 'skip',
    ...(onPlayed && { onPlayed }),
  });
  const outcomes: Partial<Record<Control, Outcomes>> = {};
  for (const control of settings.controls) outcomes[control] = outcomesUnder(lives, control);
  const figures = figuresOf({
    ...outcomes,
    kept: outcomesUnder(lives, 'kept'),
    erased: outcomesUnder(lives, 'erased'),
  });
  const record = {
    environment: settings.environment,
    iteration: settings.iteration,
    packs: settings.packs,
    length: settings.length,
    ...figures,
    outcomes,
    seconds: settings.clock() - start,
  };
  return { record, lives: lives.map((life) => life.record) };
}

/**
 * The pack in which keeping the notes made the difference that is nearest to the mean over packs: the one to look at,
 * because it is neither the best nor the worst. Its index.
 */
export function typicalPack({ outcomes, packs }: Pick<EvaluationRecord, 'outcomes' | 'packs'>): number {
  const solved = (control: Control, pack: number): number => sum(outcomes[control]?.[pack] ?? []);
  const differences = Array.from({ length: packs }, (_, pack) => solved('kept', pack) - solved('erased', pack));
  const middle = mean(differences);
  const distances = differences.map((difference) => Math.abs(difference - middle));
  return distances.indexOf(Math.min(...distances));
}
