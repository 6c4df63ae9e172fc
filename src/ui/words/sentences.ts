/** What the page says about the state it is in: headline, provenance, progress and the big button. Pure. */

import { msg, str } from '@lit/localize';
import type { EngineDescription } from '../../engines/engine.ts';
import type { EvaluationRecord, IterationRecord } from '../../learning/records.ts';
import { counted } from '../i18n/counted.ts';
import { duration, inSequence, percent, points, whole } from './format.ts';
import type { RunState, RunView } from '../state/run-state.ts';

/** Iterations averaged for the time that is left. */
const PACE_WINDOW = 5;

/** Worlds as people call them; one that has no name yet is called by its id. */
const ENVIRONMENT_NAMES: Readonly<Record<string, () => string>> = {
  'code-lake': () => msg('code lake'),
  'text-house': () => msg('text house'),
  alchemy: () => msg('alchemy'),
};

/** `code lake`, from the id of a level, a world or a pack. */
export function environmentLabel(id: string): string {
  const name = id.split('/')[0];
  return ENVIRONMENT_NAMES[name]?.() ?? name.replaceAll('-', ' ');
}

/** The evaluation to draw: of the run, or of the recorded one, whichever is watched. */
export function shownEvaluation({ watched, run, recording }: RunState): EvaluationRecord | null {
  return watched === 'run' ? (run?.evaluation ?? null) : (recording?.evaluation ?? null);
}

/** `First task 31 %, last task 78 %; with notes erased 33 %.`, or that nothing is learned yet. */
export function finding(evaluation: EvaluationRecord): string {
  const { kept = [], erased } = evaluation.success;
  const [first, last] = [kept[0], kept.at(-1)].map((share) => percent(share ?? 0));
  if (evaluation.lift.low <= 0) return msg(str`Not learned yet: first task ${first} %, last task ${last} %.`);
  return erased
    ? msg(str`First task ${first} %, last task ${last} %; with notes erased ${percent(erased.at(-1) ?? 0)} %.`)
    : msg(str`First task ${first} %, last task ${last} %.`);
}

/** The number beside the Staircase and what it says. */
export function worth(evaluation: EvaluationRecord): {
  readonly number: string;
  readonly meaning: string;
  readonly detail: string;
} {
  const { lift, liftPositions } = evaluation;
  const [low, high] = [lift.low, lift.high].map((end) => points(end).replace('+', ''));
  return {
    number: points(lift.mean),
    meaning: lift.low > 0 ? msg('points is what its notes are worth') : msg('points: its notes are worth nothing yet'),
    detail: msg(str`from task ${liftPositions[0] ?? 1} on; 95 % interval ${low} to ${high}`),
  };
}

/** How an evaluation was made, and what `held out` means in it. */
export function provenance(evaluation: EvaluationRecord, recorded: boolean): string {
  const { environment, packs, length, iteration } = evaluation;
  const when = recorded
    ? counted(iteration, msg('The recorded run, after {n} iteration.|The recorded run, after {n} iterations.'))
    : counted(iteration, msg('Measured after {n} iteration.|Measured after {n} iterations.'));
  const tasks = counted(length, msg('{n} task|{n} tasks'));
  const on = counted(
    packs,
    msg(
      str`{n} pack of ${tasks} it never trained on, the same for both lines.|{n} packs of ${tasks} it never trained on, the same for both lines.`,
    ),
  );
  const lake = environment.startsWith('code-lake');
  return inSequence([
    when,
    on,
    ...(lake ? [msg('Held out are maps and draws; all 24 button codes were met in training.')] : []),
  ]);
}

function learningHeadline(run: RunView, paused: boolean): string {
  const done = run.iterations.length;
  const { iterations } = run.recipe;
  return paused
    ? counted(
        iterations,
        msg(
          str`Paused after ${done} of {n} iteration, before its first evaluation.|Paused after ${done} of {n} iterations, before its first evaluation.`,
        ),
      )
    : counted(
        iterations,
        msg(
          str`It is learning: ${done} of {n} iteration, no evaluation yet.|It is learning: ${done} of {n} iterations, no evaluation yet.`,
        ),
      );
}

/** What all of this is about, where nothing is found yet or nothing may be said of it. */
export function subject(): string {
  return msg('An agent learns to write notes that it can use.');
}

/** In the place of figures while a lesson asks for a prediction of them. */
export function coveredWords(): string {
  return msg('What was measured stays covered until you have predicted it.');
}

/** The sentence at the top: what is found or, before that, what is happening. */
export function headline(state: RunState): string {
  const { status, agent, run } = state;
  if (status?.state === 'living') {
    if (!agent || agent.lived === 0) return msg('It lives on, with the notes it keeps.');
    return counted(
      agent.lived,
      msg(str`It lives on: ${agent.solved} of {n} task solved.|It lives on: ${agent.solved} of {n} tasks solved.`),
    );
  }
  const evaluation = shownEvaluation(state);
  if (evaluation) return finding(evaluation);
  if (run && state.watched === 'run') return learningHeadline(run, status?.state !== 'training');
  return subject();
}

/** Tokens the agent generated per second while it lived. */
export function tokensPerSecond(record: IterationRecord): number {
  return record.rolloutSeconds > 0 ? record.tokensGenerated / record.rolloutSeconds : 0;
}

/** Where training runs. */
export function enginePlace({ name }: EngineDescription): string {
  return name === 'webgpu'
    ? msg('It runs in this tab, on the GPU, through WebGPU.')
    : msg('It runs in this tab, on the CPU, through ONNX Runtime.');
}

export interface Progress {
  /** Iterations done, and in the whole run. */
  readonly done: number;
  readonly total: number;
  /** Short facts, the most important first. */
  readonly facts: readonly string[];
}

const PHASES = {
  restoring: () => msg('restoring'),
  rollout: () => msg('living'),
  training: () => msg('learning'),
  evaluating: () => msg('evaluating'),
  saving: () => msg('saving'),
} as const;

function timeLeft(run: RunView): string[] {
  const recent = run.iterations.slice(-PACE_WINDOW);
  const left = run.recipe.iterations - run.iterations.length;
  const seconds = recent.reduce((sum, record) => sum + record.rolloutSeconds + record.trainingSeconds, 0);
  // Runs from a file do not say how long anything took.
  if (seconds <= 0 || left <= 0) return [];
  return [msg(str`${duration((seconds / recent.length) * left)} left`)];
}

/** How far the run is; null before there is one. */
export function progress(state: RunState): Progress | null {
  const { run, status } = state;
  if (!run) return null;
  const done = run.iterations.length;
  const total = run.recipe.iterations;
  const last = run.iterations.at(-1);
  const training = status?.state === 'training';
  return {
    done,
    total,
    facts: [
      msg(str`Iteration ${done} of ${total}`),
      ...(training ? [PHASES[status.phase](), ...timeLeft(run)] : []),
      ...(last ? [msg(str`${whole(tokensPerSecond(last))} tokens/s`)] : []),
    ],
  };
}

/** What the big button does now. */
export interface BigButton {
  readonly action: 'start' | 'resume' | 'pause' | 'pause-living' | 'wait' | 'none';
  readonly icon: 'play' | 'pause';
  readonly hint: string;
}

/** One button, whose meaning follows from the state. */
export function bigButton(state: RunState): BigButton {
  const { status, run, setup, playWanted, pausing } = state;
  const fresh = msg(str`train your own, seed ${setup.seed}`);
  const another = msg(str`train another, seed ${setup.seed}`);
  const goOn = (iterations: number): string =>
    counted(iterations, msg('go on after {n} iteration|go on after {n} iterations'));
  switch (status?.state) {
    case undefined:
    case 'loading': {
      const waiting =
        status?.what === 'engine' ? msg('starts when the engine is loaded') : msg('starts when the model is loaded');
      return { action: 'wait', icon: 'play', hint: playWanted ? waiting : fresh };
    }
    case 'idle':
      return status.latestRun && !status.latestRun.finished
        ? { action: 'resume', icon: 'play', hint: goOn(status.latestRun.iteration) }
        : { action: 'start', icon: 'play', hint: run ? another : fresh };
    case 'training':
      return { action: 'pause', icon: 'pause', hint: pausing ? msg('after this iteration') : msg('loses nothing') };
    case 'paused':
      return { action: 'resume', icon: 'play', hint: goOn(status.iteration) };
    case 'finished':
      return { action: 'start', icon: 'play', hint: run ? another : fresh };
    case 'living':
      return {
        action: 'pause-living',
        icon: 'pause',
        hint: pausing ? msg('after this episode') : msg('its notes are kept'),
      };
    case 'testing':
      return { action: 'none', icon: 'play', hint: msg('when this is done') };
    case 'watching':
      return { action: 'none', icon: 'play', hint: msg('another tab trains') };
    case 'failed':
      return { action: 'none', icon: 'play', hint: msg('not possible now') };
  }
}
