/** How much a benchmark does, by what it runs on. */

import type { AdapterIdentity } from '../engines/webgpu/gpu.ts';

export interface BenchSettings {
  /** Rows of a rollout; null for the usual number. */
  readonly rolloutRows: number | null;
  readonly trainingRows: number | null;
  /** Timed runs of each contender at each workload, at most. */
  readonly repeats: number;
  /** Seconds that one contender may take at one workload, after which it repeats no more. */
  readonly budget: number;
}

export const USUAL_SETTINGS: BenchSettings = { rolloutRows: null, trainingRows: null, repeats: 20, budget: 60 };

const ROWS = 64;
/** Some libraries take minutes for a training step of 64 rows on a software adapter. */
const SOFTWARE_TRAINING_ROWS = 16;

export function rowsFor(
  { rolloutRows, trainingRows }: BenchSettings,
  adapter: AdapterIdentity,
): { readonly rolloutRows: number; readonly trainingRows: number } {
  return {
    rolloutRows: rolloutRows ?? ROWS,
    trainingRows: trainingRows ?? (adapter.isSoftware ? SOFTWARE_TRAINING_ROWS : ROWS),
  };
}
