/** What must be kept of a run to go on with it later and get the same bits as if it had never stopped. */

import type { TrainableState } from '../engines/engine.ts';
import type { MonitorState } from './monitors.ts';

/** With the recipe, all of a run's state: every random draw depends only on the recipe and the iteration. */
export interface Checkpoint {
  /** Iterations completed. */
  readonly iteration: number;
  readonly trainable: TrainableState;
  readonly monitors: MonitorState;
}
