/**
 * The stills a life is shown as: before the first move of a task, after every move, and after every rewriting of the
 * notes. Recomputed from the record by replay.ts; pictures, captions and the notebook read nothing else.
 */

import { msg, str } from '@lit/localize';
import type { Fact, Turn } from '../../environments/environment.ts';
import type { Scene } from '../../environments/scene.ts';
import type { UpdateRecord } from '../../learning/records.ts';

/** One turn of the agent and what it brought about. */
export interface Move {
  readonly turn: Turn;
  readonly observation: readonly string[];
  readonly before: Scene;
  readonly after: Scene;
  /** The fact of its notes that the turn acted on, if it did. */
  readonly used: Fact | null;
}

/** How a task ended. */
export interface Ending {
  readonly solved: boolean;
  /** The environment's last word on it: `goal`, `hole`, `out-of-turns`, ... */
  readonly outcome: string;
}

interface StillBase {
  /** Which environment's words and pictures these are: `code-lake`. */
  readonly environment: string;
  /** Tasks of the world that the agent lived before this life: 0 in a pack, more for an agent that lives on. */
  readonly firstTask: number;
  /** Index of the task in its life, and how many tasks the life has. */
  readonly position: number;
  readonly tasks: number;
  /** What the agent carries now, and what it carried before the last rewriting. */
  readonly notes: readonly string[];
  readonly notesBefore: readonly string[];
  /** What every update of the life so far left behind, oldest first. */
  readonly history: readonly (readonly string[])[];
  readonly scene: Scene;
  /** Moves of this task so far. */
  readonly moves: readonly Move[];
  /** The words it sees now: the opening of the task, or the last observation. */
  readonly sight: readonly string[];
  /** Null while the task goes on. */
  readonly ending: Ending | null;
  /** All that is hidden in the world: for a spectator to judge the notes by. */
  readonly truth: readonly Fact[];
}

export type Still =
  | (StillBase & { readonly kind: 'opening' })
  | (StillBase & { readonly kind: 'move'; readonly last: Move })
  | (StillBase & { readonly kind: 'writing'; readonly update: UpdateRecord });

/** The number of a still's task, from 1, as people count the tasks of an agent. */
export function taskNumber({ firstTask, position }: Still): number {
  return firstTask + position + 1;
}

/** `Task 3 of 8`, or where a life goes on without an end, `Task 14`. */
export function taskName(still: Still): string {
  const number = taskNumber(still);
  return still.tasks === 1 ? msg(str`Task ${number}`) : msg(str`Task ${number} of ${still.tasks}`);
}
