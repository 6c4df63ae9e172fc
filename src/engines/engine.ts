/**
 * The contract between learning and whatever runs the model. Callers never know which engine answers: everything is
 * asynchronous, batched, and free of engine-specific handles.
 *
 * Sampling is the same in every engine: Threefry-2x32 with the key and counters given here, one uniform number per
 * token, inverse of the cumulative distribution in ascending token id (see policy/sampling.ts for its CPU meaning).
 */

import type { LlamaConfig } from '../policy/config.ts';
import type { RowStream, SamplingFilter } from '../policy/sampling.ts';

/** Which engine runs and on what, for people and for run records. */
export interface EngineDescription {
  readonly name: 'onnx-native' | 'onnx-wasm' | 'webgpu';
  /** In words: `ONNX Runtime 1.30, WASM, 2 workers`. */
  readonly detail: string;
}

export type { RowStream };

export interface PromptRow {
  /** Token ids, beginning with `<bos>`. */
  readonly prompt: readonly number[];
  readonly stream: RowStream;
}

/** Of the softmax at the temperature, what the filter leaves. */
export interface SamplingSettings extends SamplingFilter {
  /** The key of Threefry: run seed and purpose. */
  readonly key: readonly [number, number];
  /** 0 takes the most probable token (the lowest id among equals). */
  readonly temperature: number;
}

export interface GenerateRequest {
  /** Rows to go on with, ascending. A row left out is finished: it may not be named again. */
  readonly rows: readonly number[];
  /** For each named row, tokens the environment adds before the agent goes on. */
  readonly append: readonly (readonly number[])[];
  readonly maxTokens: number;
  /** A row that generates this token, which is included, is finished; null never stops early. */
  readonly stopToken: number | null;
}

/** What one row generated. Log-probabilities and entropies (nats) are of the distribution that was sampled from. */
export interface Generated {
  readonly tokens: readonly number[];
  readonly logProbs: readonly number[];
  readonly entropies: readonly number[];
}

/** A batch of contexts that grow in lockstep. Each row remembers its last tokens; nothing is shared between rows. */
export interface Batch {
  /** One `Generated` for each named row, in the same order. */
  generate(request: GenerateRequest): Promise<readonly Generated[]>;
  close(): Promise<void>;
}

/** One context with the tokens the agent generated in it. All arrays but `tokens` have one entry per position. */
export interface TrainingRow {
  readonly tokens: readonly number[];
  /** Indices into `tokens` of generated tokens, ascending, each at least 1. */
  readonly positions: readonly number[];
  readonly advantages: readonly number[];
  /** Log-probabilities when the tokens were sampled. */
  readonly oldLogProbs: readonly number[];
}

/** The loss by its name in design.md: one-sided mask without (`rec`) and with (`rec-is`) importance weight, or PPO's. */
export type LossKind = 'rec' | 'rec-is' | 'ppo';

export interface LossSettings {
  readonly kind: LossKind;
  /** The ratio is clipped to [1 - clipLow, 1 + clipHigh]. */
  readonly clipLow: number;
  readonly clipHigh: number;
  /** Weight of KL(policy || base) per token, over the full distribution; 0 leaves it out. */
  readonly klCoefficient: number;
  /** Weight of a bonus for the entropy of the sampled distribution per token, which the loss falls by; absent is 0. */
  readonly entropyCoefficient?: number;
  readonly temperature: number;
  /** What the sum over tokens is divided by: all generated tokens of the optimiser step. */
  readonly normaliser: number;
}

export interface LossStatistics {
  /** Already divided by the normaliser, so that statistics of several calls add up to the step's. */
  readonly loss: number;
  readonly tokens: number;
  /** Tokens whose gradient the clip removed. */
  readonly clipped: number;
  /** Sum over tokens of old minus new log-probability. */
  readonly klToOld: number;
  /** Sum over tokens of KL(policy || base); 0 where the coefficient is 0. */
  readonly klToBase: number;
}

/** AdamW (Loshchilov and Hutter 2019), after clipping the gradient to a global norm. */
export interface AdamWSettings {
  readonly learningRate: number;
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
  readonly weightDecay: number;
  /** Infinity leaves gradients as they are. */
  readonly maxGradientNorm: number;
}

export interface StepStatistics {
  /** Before clipping. */
  readonly gradientNorm: number;
}

/** All that training changes: the adapter as one flat vector (order of policy/lora.ts) and the optimiser's state. */
export interface TrainableState {
  readonly adapter: Float32Array;
  readonly firstMoment: Float32Array;
  readonly secondMoment: Float32Array;
  readonly steps: number;
}

export interface Engine {
  readonly description: EngineDescription;
  readonly config: LlamaConfig;
  openBatch(rows: readonly PromptRow[], sampling: SamplingSettings): Promise<Batch>;
  /** Log-probability of every token after the first, given those before it: one array of `tokens.length - 1` per row. */
  score(rows: readonly (readonly number[])[], temperature: number): Promise<readonly Float32Array[]>;
  /** Adds the gradient of the loss over these rows to what is held for the next `step`. */
  accumulate(rows: readonly TrainingRow[], loss: LossSettings): Promise<LossStatistics>;
  /** The accumulated gradient, flat as the adapter, without changing anything. */
  gradient(): Promise<Float32Array>;
  /** One optimiser step with the accumulated gradient, which is then zero. */
  step(settings: AdamWSettings): Promise<StepStatistics>;
  snapshot(): Promise<TrainableState>;
  /** Replaces adapter and moments and clears the accumulated gradient. */
  restore(state: TrainableState): Promise<void>;
  close(): Promise<void>;
}
