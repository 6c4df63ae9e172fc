/** A run apart from where it is stored: as it is read out, passed on and taken in. */

import type { Receipt } from '../learning/receipt.ts';
import type { Checkpoint } from '../learning/checkpoint.ts';
import type { EvaluationRecord, LifeRecord, RunEvent } from '../learning/records.ts';
import type { AgentContent } from './agent-files.ts';
import type { RunSummary } from './store.ts';

/** Everything that there is of a run. */
export interface RunContent {
  /** `iteration` and `events` are those of the checkpoint. */
  readonly summary: RunSummary;
  readonly events: readonly RunEvent[];
  readonly lives: readonly LifeRecord[];
  readonly checkpoint: Checkpoint;
  /** Made apart from training. */
  readonly evaluations: readonly EvaluationRecord[];
  /** Those that live with its adapter. */
  readonly agents: readonly AgentContent[];
  /** By iteration: every life lived in training, as its canonical log. None where the run is older than these logs. */
  readonly lifeLogs: ReadonlyMap<number, Uint8Array>;
  /** Null where none was made: receipts are computed when a run is passed on. */
  readonly receipt: Receipt | null;
  /** The canonical log of all lives of the receipt's evaluation, kept then erased, by pack. */
  readonly receiptLives: Uint8Array | null;
}
