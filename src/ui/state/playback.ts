/** Which life is on screen and which of its stills: pure steps, forwards, backwards and on to the next life. */

import type { LifeRecord } from '../../learning/records.ts';
import { replayLife } from '../replay/replay.ts';
import type { RunState, LifeSource, Playback } from './run-state.ts';

/** A life from its beginning. `firstTask` as in `replayLife`. */
export function openLife(source: LifeSource, life: LifeRecord, firstTask = 0): Playback {
  return { source, life, stills: replayLife(life, firstTask), index: 0 };
}

/** The still that says most when nothing moves: the first rewriting of the notes. */
export function tellingStill(playback: Playback): Playback {
  const index = playback.stills.findIndex((still) => still.kind === 'writing');
  return { ...playback, index: Math.max(0, index) };
}

/** The same life at another still, as near to `index` as there is one. */
export function seek(playback: Playback, index: number): Playback {
  return { ...playback, index: Math.min(Math.max(index, 0), playback.stills.length - 1) };
}

/** One still, or to the beginning of the next or previous task. */
export function step(playback: Playback, by: 'still' | 'task', direction: 1 | -1): Playback {
  if (by === 'still') return seek(playback, playback.index + direction);
  const openings = playback.stills.flatMap((still, index) => (still.kind === 'opening' ? [index] : []));
  const target =
    direction === 1
      ? openings.find((index) => index > playback.index)
      : openings.findLast((index) => index < playback.index);
  return seek(playback, target ?? (direction === 1 ? playback.stills.length - 1 : 0));
}

/** After the last still: the newest life from the same source, or the next recorded one, or the same again. */
export function nextLife(state: RunState, playback: Playback): Playback {
  if (playback.source === 'lived' && state.lived) {
    return openLife('lived', state.lived.life, state.lived.task);
  }
  if (playback.source === 'run' && state.run?.life) return openLife('run', state.run.life);
  const lives = state.recording?.lives ?? [];
  if (playback.source !== 'recorded' || lives.length === 0) return seek(playback, 0);
  const index = lives.findIndex((life) => life === playback.life);
  return openLife('recorded', lives[(index + 1) % lives.length]);
}
