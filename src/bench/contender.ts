/** What can be compared: whoever plays a rollout or takes a training step, ours and others, behind one interface. */

import type { BaseModel } from '../policy/model.ts';
import type { LoraLayout } from '../policy/lora.ts';
import type { RolloutWorkload, TrainingWorkload } from './workload.ts';

/** The model that all contenders run. */
export interface BenchModel {
  readonly base: BaseModel;
  readonly layout: LoraLayout;
  readonly adapter: Float32Array;
  /** Token ids that are never sampled. */
  readonly maskedTokens: readonly number[];
}

/** A context as it was played. */
export interface PlayedContext {
  readonly tokens: readonly number[];
  /** Where the generated tokens stand. */
  readonly positions: readonly number[];
  /** Log-probability of each generated token when it was drawn; empty where nobody asked. */
  readonly logProbs: readonly number[];
}

export interface RolloutContender {
  readonly name: string;
  /** Version and choices, for people. */
  readonly detail: string;
  /** Plays every turn, prompts included. Without `withLogProbs` a contender may leave log-probabilities out. */
  play(workload: RolloutWorkload, withLogProbs: boolean): Promise<readonly PlayedContext[]>;
  close(): Promise<void>;
}

export interface TrainingContender {
  readonly name: string;
  readonly detail: string;
  /** The gradient of the loss, flat as the adapter, which stays as it is. */
  gradient(workload: TrainingWorkload): Promise<Float32Array>;
  /** Gradient, clipping and AdamW; resolves when the device is done. */
  step(workload: TrainingWorkload): Promise<void>;
  close(): Promise<void>;
}
