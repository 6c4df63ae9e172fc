/** The page's only change of state: the next value from the present one and a message. Pure. */

import type { LifeRecord } from '../../learning/records.ts';
import { parseLevelId } from '../../environments/ids.ts';
import type { WorkerStatus } from '../../worker/protocol.ts';
import { initialRunState, type Playback, type RunState } from './run-state.ts';
import type { RunMessage, LocalMessage } from './run-messages.ts';
import type { WatchMessage } from './watch-messages.ts';
import { tellingLife } from '../replay/telling.ts';
import { nextLife, openLife, seek, step, tellingStill } from './playback.ts';
import { LARGEST_SEED } from '../../learning/recipe.ts';
import { foldEvent, foldHistory } from './run-view.ts';
import { Store } from './store.ts';
import { reduceWatching, stepLife } from './watching.ts';

/** Shows a life unless one from the same source is still being watched. */
function show(state: RunState, source: Playback['source'], life: LifeRecord, firstTask = 0): Playback | null {
  if (state.playback?.source === source) return state.playback;
  const playback = openLife(source, life, firstTask);
  return state.replaying ? playback : tellingStill(playback);
}

/** The next run should not repeat this one by accident: its seed is one further. */
function seedAfter(seed: number): number {
  return (seed + 1) % (LARGEST_SEED + 1);
}

function withStatus(state: RunState, status: WorkerStatus): RunState {
  const busy = status.state === 'training' || status.state === 'living' || status.state === 'testing';
  const known = { ...state, status, pausing: state.pausing && busy };
  if (status.state !== 'idle') return known;
  const idle = { ...known, engine: status.engine };
  // The last stored run was deleted.
  return status.latestRun === null ? withoutRun(idle) : idle;
}

function withoutRun(state: RunState): RunState {
  if (!state.run) return state;
  const watched = state.watched === 'run' ? 'recorded' : state.watched;
  return { ...state, run: null, agent: null, lived: null, watched };
}

function withRun(state: RunState, run: RunState['run']): RunState {
  if (!run) return state;
  const isNew = run.id !== state.run?.id;
  const setup = isNew ? { ...state.setup, seed: seedAfter(run.recipe.seed), changes: {} } : state.setup;
  const agent = state.agent?.run === run.id ? state.agent : null;
  const lived = state.lived?.agent === agent?.agent ? state.lived : null;
  const known: RunState = { ...state, run, setup, agent, lived, engine: run.engine };
  // A new run is what is watched from now on, and its first life takes the place of the last run's.
  const next: RunState = isNew ? { ...known, watched: 'run', rolled: [], rolling: null } : known;
  const shown = isNew && state.playback?.source === 'run' ? { ...next, playback: null } : next;
  const newest = run.lives.at(-1);
  const goesOn = shown.playback?.source === 'lived' && state.status?.state !== 'training';
  if (!newest || shown.watched !== 'run' || goesOn) return shown;
  // What the visitor asked for is watched until something else is chosen.
  if (!isNew && shown.playback?.source === 'rolled') return shown;
  return { ...shown, playback: show(shown, 'run', newest) };
}

function onWorkerMessage(state: RunState, message: Exclude<RunMessage, LocalMessage>): RunState {
  switch (message.type) {
    case 'status':
      return withStatus(state, message.status);
    case 'engine':
      return { ...state, engine: message.engine, paths: message.paths };
    case 'rescue':
      return { ...state, rescue: message.rescue };
    case 'storage':
      return { ...state, storage: message.storage };
    case 'history':
      return withRun(state, foldHistory(message.events));
    case 'run':
      return withRun(state, foldEvent(state.run, message.event));
    case 'agent':
      return { ...state, agent: message.agent };
    case 'lived': {
      const { lived } = message;
      // What it lived before a reload is told too, but only a life that goes on takes the screen.
      if (state.status?.state !== 'living') return { ...state, lived };
      return { ...state, lived, playback: show(state, 'lived', lived.life, lived.task) };
    }
    case 'damaged':
      return { ...state, refusal: message };
    case 'refused':
      return { ...state, playWanted: false, refusal: message };
  }
}

function onPageMessage(state: RunState, message: Exclude<LocalMessage, WatchMessage>): RunState {
  const { playback } = state;
  switch (message.type) {
    case 'recording-loaded': {
      const { recording } = message;
      // One that came late, after another was asked for, is not shown.
      if (parseLevelId(recording.recipe.environment).environment !== state.environment) return state;
      const next = { ...state, recording, recordingProblem: null };
      if (playback && state.watched === 'run') return next;
      return { ...next, playback: show({ ...next, playback: null }, 'recorded', tellingLife(recording.lives)) };
    }
    case 'recording-missing': {
      const { environment, problem } = message;
      if (environment !== state.environment) return state;
      const shown = state.watched === 'run' ? playback : null;
      return { ...state, recording: null, recordingProblem: problem, playback: shown };
    }
    case 'setup-chosen':
      return { ...state, setup: message.setup };
    case 'play-wanted':
      return { ...state, playWanted: message.wanted, refusal: null };
    case 'pause-asked':
      return { ...state, pausing: true };
    case 'refusal-read':
      return { ...state, refusal: null };
    case 'rescue-read':
      return { ...state, rescue: null };
    case 'replay-advanced': {
      if (!playback) return state;
      const last = playback.index >= playback.stills.length - 1;
      return { ...state, playback: last ? nextLife(state, playback) : seek(playback, playback.index + 1) };
    }
    case 'still-chosen':
      return playback ? { ...state, replaying: false, playback: seek(playback, message.index) } : state;
    case 'stepped':
      if (message.by === 'life') return stepLife(state, message.direction);
      return playback ? { ...state, replaying: false, playback: step(playback, message.by, message.direction) } : state;
    case 'replay-switched':
      return { ...state, replaying: message.replaying };
    case 'speed-chosen':
      return { ...state, speed: message.speed };
  }
}

/** The next state. */
export function reduceRun(state: RunState, message: RunMessage): RunState {
  switch (message.type) {
    case 'status':
    case 'engine':
    case 'rescue':
    case 'storage':
    case 'history':
    case 'run':
    case 'agent':
    case 'lived':
    case 'damaged':
    case 'refused':
      return onWorkerMessage(state, message);
    case 'environment-chosen':
    case 'run-watched':
    case 'life-asked':
    case 'life-progressed':
    case 'life-lived':
    case 'life-given-up':
    case 'life-chosen':
    case 'help-wanted':
      return reduceWatching(state, message);
    default:
      return onPageMessage(state, message);
  }
}

/** The part of the page's state that runs, lives and their replay make up. */
export type RunStore = Store<RunState, RunMessage>;

export function createRunStore(still: boolean): RunStore {
  return new Store(initialRunState(still), reduceRun);
}
