/** What the living agent is doing, as the lab shows it. Pure. */

import { replayLife } from '../replay/replay.ts';
import type { Still } from '../replay/still.ts';
import type { RunState } from './run-state.ts';

/** The moment of its life on screen; where its life is not being replayed, the end of its last task. Null before one. */
export function livingStill({ playback, lived }: RunState): Still | null {
  if (playback?.source === 'lived') return playback.stills[playback.index] ?? null;
  return lived ? (replayLife(lived.life, lived.task).at(-1) ?? null) : null;
}
