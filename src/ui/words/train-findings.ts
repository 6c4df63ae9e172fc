/** What the Train screen says a run has come to: the headline, what stands under it, the stages, the cost. Pure. */

import { msg, str } from '@lit/localize';
import type { EvaluationRecord } from '../../learning/records.ts';
import { counted } from '../i18n/counted.ts';
import type { RunState, RunView } from '../state/run-state.ts';
import type { Stage } from '../charts/training-series.ts';
import { duration, percent, points, whole } from './format.ts';
import { figure } from './train-values.ts';

/** Iterations averaged for the pace. */
const PACE_WINDOW = 5;

/** `32 % at task 1, 64 % by task 4.`, from the latest evaluation; before there is one, what is going on. */
export function trainHeadline({ run, status }: RunState): string {
  if (!run) return msg('Nothing is trained yet.');
  if (run.evaluation) {
    const { kept = [] } = run.evaluation.success;
    const [first, last] = [percent(kept.at(0) ?? 0), percent(kept.at(-1) ?? 0)];
    if (run.evaluation.lift.low <= 0)
      return msg(str`Not learned yet: ${first} % at task 1, ${last} % by task ${whole(kept.length)}.`);
    return msg(str`${first} % at task 1, ${last} % by task ${whole(kept.length)}.`);
  }
  if (run.iterations.length === 0) return msg('Its first lives have begun.');
  if (status?.state === 'training') return msg('It is learning; nothing is evaluated yet.');
  return msg('It has paused, before its first evaluation.');
}

/** How an evaluation was made, with its counts. */
function evaluationWords({ success, packs, length, iteration }: EvaluationRecord): string {
  const after = counted(iteration, msg('{n} iteration|{n} iterations'));
  const on = counted(packs, msg('{n} pack|{n} packs'));
  const of = counted(length, msg('{n} task|{n} tasks'));
  const { erased } = success;
  if (!erased) return msg(str`Measured after ${after}, on ${on} of ${of} it never trained on.`);
  return msg(
    str`Notes erased: ${percent(erased.at(-1) ?? 0)} %. Measured after ${after}, on ${on} of ${of} it never trained on.`,
  );
}

/** `Its notes are worth 34 points, 27 to 40.`, or that they are worth nothing yet. */
export function liftWords({ lift }: EvaluationRecord): string {
  const [low, high] = [points(lift.low), points(lift.high)];
  if (lift.low <= 0) return msg(str`No lift yet: the interval from ${low} to ${high} points holds 0.`);
  return msg(str`Its notes are worth ${points(lift.mean)} points (95 % interval ${low} to ${high}).`);
}

/** What stands under the headline. */
export function trainCaption({ run }: RunState): string {
  if (!run) return msg('Play trains this recipe, in this tab. Nothing leaves it.');
  if (run.evaluation) return evaluationWords(run.evaluation);
  const { evaluationPacks, evaluationEvery } = run.recipe;
  if (evaluationPacks === 0) return msg('This recipe asks for no evaluation while it trains.');
  const every = counted(evaluationEvery, msg('{n} iteration|{n} iterations'));
  return msg(
    str`The first evaluation comes after ${every} or a little later. Until then there are training figures only.`,
  );
}

/** The name of a stage, in two or three words. */
export function stageWords(kind: Stage['kind']): string {
  switch (kind) {
    case 'few-notes':
      return msg('few notes');
    case 'notes-fill':
      return msg('notes fill');
    case 'pulls-away':
      return msg('later tasks pull away');
  }
}

export interface Cost {
  readonly done: number;
  readonly total: number;
  /** What changes, the most important first. */
  readonly facts: readonly string[];
}

function pace(run: RunView): { readonly seconds: number; readonly lives: number } | null {
  const recent = run.iterations.slice(-PACE_WINDOW);
  const seconds = recent.reduce((sum, record) => sum + record.rolloutSeconds + record.trainingSeconds, 0);
  if (seconds <= 0) return null;
  const lives = recent.reduce((sum, record) => sum + record.lives, 0);
  return { seconds: seconds / recent.length, lives: lives / seconds };
}

/** Slow machines live less than ten lives a second: there a decimal says something. */
function ratePerSecond(rate: number): string {
  return rate < 10 ? figure(Number(rate.toFixed(1))) : whole(rate);
}

/** How long ago, in words that stay true for a while. */
function savedWords(savedAt: number | null, now: number): string[] {
  if (savedAt === null) return [];
  const seconds = Math.round((now - savedAt) / 1000);
  return [seconds < 5 ? msg('saved just now') : msg(str`saved ${duration(seconds)} ago`)];
}

/** The cost line: how far, how much longer, how fast, where, how safe. Null before there is a run. */
export function cost({ run, status }: RunState, savedAt: number | null, now: number): Cost | null {
  if (!run) return null;
  const done = run.iterations.at(-1)?.iteration ?? 0;
  const total = run.recipe.iterations;
  const rate = pace(run);
  const left = total - done;
  const training = status?.state === 'training';
  return {
    done,
    total,
    facts: [
      msg(str`Iteration ${whole(done)} of ${whole(total)}`),
      ...(training && rate && left > 0 ? [msg(str`${duration(rate.seconds * left)} left`)] : []),
      ...(rate ? [msg(str`${ratePerSecond(rate.lives)} lives/s`)] : []),
      run.engine.name === 'webgpu' ? msg('runs on the graphics device') : msg('runs on the CPU'),
      ...savedWords(savedAt, now),
    ],
  };
}
