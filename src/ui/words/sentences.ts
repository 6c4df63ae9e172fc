/** What the page says about the state it is in: headline, provenance, progress and the big button. Pure. */

import type { EngineDescription } from '../../engines/engine.ts';
import type { EvaluationRecord, IterationRecord } from '../../learning/records.ts';
import { duration, percent, plural, points } from './format.ts';
import type { RunState, RunView } from '../state/run-state.ts';

/** Iterations averaged for the time that is left. */
const PACE_WINDOW = 5;

/** `code lake`, from the id of a level, a world or a pack. */
export function environmentLabel(id: string): string {
  return id.split('/')[0].replaceAll('-', ' ');
}

/** The evaluation to draw: of the run on screen, or before there is one, of the recorded run. */
export function shownEvaluation(state: RunState): EvaluationRecord | null {
  return state.run ? state.run.evaluation : (state.recording?.evaluation ?? null);
}

/** `First task 31 %, last task 78 %; with notes erased 33 %.`, or that nothing is learned yet. */
export function finding(evaluation: EvaluationRecord): string {
  const { kept = [], erased } = evaluation.success;
  const figures = `irst task ${percent(kept[0] ?? 0)} %, last task ${percent(kept.at(-1) ?? 0)} %`;
  if (evaluation.lift.low <= 0) return `Not learned yet: f${figures}.`;
  return erased ? `F${figures}; with notes erased ${percent(erased.at(-1) ?? 0)} %.` : `F${figures}.`;
}

/** The number beside the Staircase and what it says. */
export function worth(evaluation: EvaluationRecord): {
  readonly number: string;
  readonly meaning: string;
  readonly detail: string;
} {
  const { lift, liftPositions } = evaluation;
  const [low, high] = [lift.low, lift.high].map((end) => points(end).replace('+', ''));
  const range = `95 % interval ${low} to ${high}`;
  return {
    number: points(lift.mean),
    meaning: lift.low > 0 ? 'points is what its notes are worth' : 'points: its notes are worth nothing yet',
    detail: `from task ${liftPositions[0] ?? 1} on; ${range}`,
  };
}

/** How an evaluation was made, and what `held out` means in it. */
export function provenance(evaluation: EvaluationRecord, recorded: boolean): string {
  const { environment, packs, length, iteration } = evaluation;
  const whose = recorded ? 'The recorded run, ' : '';
  const when = `${whose}after ${plural(iteration, 'iteration')}`;
  const held = environment.startsWith('code-lake')
    ? ' Held out are maps and draws; all 24 button codes were met in training.'
    : '';
  const start = when[0].toUpperCase() + when.slice(1);
  return `${start}: ${plural(packs, 'pack')} of ${plural(length, 'task')} it never trained on, the same for both lines.${held}`;
}

function learningHeadline(run: RunView, paused: boolean): string {
  const done = `${run.iterations.length} of ${plural(run.recipe.iterations, 'iteration')}`;
  return paused ? `Paused after ${done}, before its first evaluation.` : `It is learning: ${done}, no evaluation yet.`;
}

/** The sentence at the top: what is found or, before that, what is happening. */
export function headline(state: RunState): string {
  const { status, agent, run } = state;
  if (status?.state === 'living') {
    if (!agent || agent.lived === 0) return 'It lives on, with the notes it keeps.';
    return `It lives on: ${agent.solved} of ${plural(agent.lived, 'task')} solved.`;
  }
  const evaluation = shownEvaluation(state);
  if (evaluation) return finding(evaluation);
  if (run) return learningHeadline(run, status?.state !== 'training');
  return 'An agent learns to write notes that it can use.';
}

/** Which life is on screen. */
export function badge(state: RunState): string {
  const { playback, run, recordingProblem } = state;
  if (!playback) {
    return recordingProblem === null
      ? 'A recorded life is on its way.'
      : 'There is no recorded life to show. Press Play to train your own.';
  }
  const where = environmentLabel(playback.life.pack);
  switch (playback.source) {
    case 'recorded':
      return `Recorded life in ${where}. Press Play to train your own.`;
    case 'run':
      return `A life from iteration ${playback.life.iteration} of training in ${where}, seed ${run?.recipe.seed ?? 0}.`;
    case 'lived':
      return `The agent's own life goes on in ${where}, with the notes it keeps.`;
  }
}

/** Tokens the agent generated per second while it lived. */
export function tokensPerSecond(record: IterationRecord): number {
  return record.rolloutSeconds > 0 ? record.tokensGenerated / record.rolloutSeconds : 0;
}

/** Where training runs, for people. */
export function enginePlace({ name }: EngineDescription): string {
  return name === 'webgpu' ? 'on the GPU, through WebGPU' : 'on the CPU, through ONNX Runtime';
}

export interface Progress {
  /** Iterations done, and in the whole run. */
  readonly done: number;
  readonly total: number;
  /** Short facts, the most important first. */
  readonly facts: readonly string[];
}

const PHASES = {
  restoring: 'restoring',
  rollout: 'living',
  training: 'learning',
  evaluating: 'evaluating',
  saving: 'saving',
} as const;

function timeLeft(run: RunView): string[] {
  const recent = run.iterations.slice(-PACE_WINDOW);
  const left = run.recipe.iterations - run.iterations.length;
  if (recent.length === 0 || left <= 0) return [];
  const seconds = recent.reduce((sum, record) => sum + record.rolloutSeconds + record.trainingSeconds, 0);
  return [`${duration((seconds / recent.length) * left)} left`];
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
      `Iteration ${done} of ${total}`,
      ...(training ? [PHASES[status.phase], ...timeLeft(run)] : []),
      ...(last ? [`${Math.round(tokensPerSecond(last)).toLocaleString('en')} tokens/s`] : []),
    ],
  };
}

/** What the big button does now. */
export interface BigButton {
  readonly action: 'start' | 'resume' | 'pause' | 'pause-living' | 'wait' | 'none';
  readonly label: 'Play' | 'Pause';
  readonly hint: string;
}

/** One button, whose meaning follows from the state. */
export function bigButton(state: RunState): BigButton {
  const { status, run, setup, playWanted, pausing } = state;
  const fresh = `train your own, seed ${setup.seed}`;
  const another = `train another, seed ${setup.seed}`;
  switch (status?.state) {
    case undefined:
    case 'loading': {
      const what = status?.what === 'engine' ? 'engine' : 'model';
      return { action: 'wait', label: 'Play', hint: playWanted ? `starts when the ${what} is loaded` : fresh };
    }
    case 'idle':
      return status.latestRun && !status.latestRun.finished
        ? { action: 'resume', label: 'Play', hint: `go on after ${plural(status.latestRun.iteration, 'iteration')}` }
        : { action: 'start', label: 'Play', hint: run ? another : fresh };
    case 'training':
      return { action: 'pause', label: 'Pause', hint: pausing ? 'after this iteration' : 'loses nothing' };
    case 'paused':
      return { action: 'resume', label: 'Play', hint: `go on after ${plural(status.iteration, 'iteration')}` };
    case 'finished':
      return { action: 'start', label: 'Play', hint: run ? another : fresh };
    case 'living':
      return { action: 'pause-living', label: 'Pause', hint: pausing ? 'after this episode' : 'its notes are kept' };
    case 'testing':
      return { action: 'none', label: 'Play', hint: 'when its notes are tested' };
    case 'watching':
      return { action: 'none', label: 'Play', hint: 'another tab trains' };
    case 'failed':
      return { action: 'none', label: 'Play', hint: 'not possible now' };
  }
}
