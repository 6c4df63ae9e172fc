/** Whose lives are watched, which there are, and how the visitor moves among them. Pure. */

import { EVALUATION_WORLDS, parsePackId } from '../../environments/ids.ts';
import type { LifeRecord } from '../../learning/records.ts';
import { firstHelp, stillOfUse } from '../replay/telling.ts';
import { openLife, seek } from './playback.ts';
import type { Playback, RunState } from './run-state.ts';
import type { WatchMessage } from './watch-messages.ts';

export interface WatchedLife {
  readonly source: Exclude<Playback['source'], 'lived'>;
  readonly life: LifeRecord;
}

/**
 * The lives of the agent that is watched, as they stand on screen: on top those that the visitor had it live, the newest
 * first; then a run's, the newest first, or a recording's in its own order.
 */
export function watchedLives(state: RunState): readonly WatchedLife[] {
  const { watched, run, recording, rolled } = state;
  const own: readonly WatchedLife[] =
    watched === 'run'
      ? (run?.lives ?? []).toReversed().map((life) => ({ source: 'run', life }))
      : (recording?.lives ?? []).map((life) => ({ source: 'recorded', life }));
  return [...rolled.toReversed().map((life): WatchedLife => ({ source: 'rolled', life })), ...own];
}

/** The number by which a held-out world is rolled; null for one that was trained in. */
export function seedOfLife(life: LifeRecord): number | null {
  const { world } = parsePackId(life.pack);
  return world >= EVALUATION_WORLDS.first ? world - EVALUATION_WORLDS.first : null;
}

/** The seed being lived or on screen; null where the life on screen is from training. */
export function presentSeed({ rolling, playback }: RunState): number | null {
  if (rolling) return rolling.seed;
  return playback ? seedOfLife(playback.life) : null;
}

function open(state: RunState, { source, life }: WatchedLife, task = 0): RunState {
  const same = state.playback?.life === life ? state.playback : openLife(source, life);
  const index = same.stills.findIndex(({ position }) => position === task);
  return { ...state, playback: seek(same, index) };
}

/** The life below or above, from its beginning. At either end, and for a life that is none of these, nothing changes. */
export function stepLife(state: RunState, direction: 1 | -1): RunState {
  const lives = watchedLives(state);
  const place = lives.findIndex(({ life }) => life === state.playback?.life);
  const next = place === -1 ? undefined : lives.at(place + direction);
  return next && place + direction >= 0 ? { ...open(state, next), replaying: false } : state;
}

function toFirstHelp(state: RunState): RunState {
  const { playback } = state;
  const help = playback && firstHelp(playback.life);
  if (!help) return state;
  return { ...state, replaying: false, playback: seek(playback, stillOfUse(playback.stills, help)) };
}

export function reduceWatching(state: RunState, message: WatchMessage): RunState {
  switch (message.type) {
    case 'environment-chosen': {
      const { environment, preset } = message;
      const setup = { ...state.setup, preset, changes: {} };
      // The life on screen plays on until another can take its place.
      return { ...state, watched: 'recorded', environment, setup, recordingProblem: null, rolled: [], rolling: null };
    }
    case 'run-watched': {
      const newest = state.run?.lives.at(-1);
      const next: RunState = { ...state, watched: 'run', rolled: [], rolling: null };
      return newest ? { ...next, playback: openLife('run', newest) } : next;
    }
    case 'life-asked':
      return { ...state, rolling: { request: message.request, seed: message.seed, done: 0, total: null } };
    case 'life-progressed': {
      const { request, done, total } = message;
      return state.rolling?.request === request ? { ...state, rolling: { ...state.rolling, done, total } } : state;
    }
    case 'life-lived': {
      const { request, life } = message;
      if (state.rolling?.request !== request) return state;
      const next = { ...state, rolling: null, rolled: [...state.rolled, life] };
      return open(next, { source: 'rolled', life });
    }
    case 'life-given-up':
      return state.rolling?.request === message.request ? { ...state, rolling: null } : state;
    case 'life-chosen': {
      const chosen = watchedLives(state).find(({ life }) => life === message.life);
      return chosen ? open(state, chosen, message.task) : state;
    }
    case 'help-wanted':
      return toFirstHelp(state);
  }
}
