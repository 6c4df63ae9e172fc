/** How many lives a run has trained on so far. Pure. */

import type { RunView } from './run-state.ts';

export function livesTrained({ iterations, recipe }: RunView): number {
  return iterations.length * recipe.packs * recipe.groupSize;
}
