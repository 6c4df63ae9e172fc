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

/** How far a step goes: one still, to the beginning of a task, to a rewriting of the notes, to another life. */
export type StepUnit = 'still' | 'task' | 'update' | 'life';

/** A step within the life. */
export function step(playback: Playback, by: Exclude<StepUnit, 'life'>, direction: 1 | -1): Playback {
  if (by === 'still') return seek(playback, playback.index + direction);
  const kind = by === 'task' ? 'opening' : 'writing';
  const targets = playback.stills.flatMap((still, index) => (still.kind === kind ? [index] : []));
  const target =
    direction === 1
      ? targets.find((index) => index > playback.index)
      : targets.findLast((index) => index < playback.index);
  return seek(playback, target ?? (direction === 1 ? playback.stills.length - 1 : 0));
}

/** After the last still: the newest life of training or of the agent, the next recorded one, or the same again. */
export function nextLife(state: RunState, playback: Playback): Playback {
  switch (playback.source) {
    case 'lived':
      return state.lived ? openLife('lived', state.lived.life, state.lived.task) : seek(playback, 0);
    case 'run': {
      const newest = state.run?.lives.at(-1);
      return newest ? openLife('run', newest) : seek(playback, 0);
    }
    case 'rolled':
      return seek(playback, 0);
    case 'recorded': {
      const lives = state.recording?.lives ?? [];
      if (lives.length === 0) return seek(playback, 0);
      return openLife('recorded', lives[(lives.indexOf(playback.life) + 1) % lives.length]);
    }
  }
}
