/** What carries a pretraining run out, step by step: the portable engine or a graphics device. */

import type { PretrainingState, WeightedSequence } from '../../src/engines/onnx/pretraining.ts';
import type { WeightTensor } from '../../src/policy/weights.ts';
import { CONTEXT_WEIGHT, phaseAt, SEQUENCE_TOKENS } from './schedule.ts';
import { pretrainingSequence } from './sequences.ts';

/** Sums over the sequences of one step. */
export interface PretrainingStep {
  readonly tokens: number;
  /** Loss and number of the tokens that are the authors' own. */
  readonly agentLoss: number;
  readonly agentTokens: number;
  /** Before clipping. */
  readonly gradientNorm: number;
}

export interface Pretrainer {
  /** For the model card: the optimiser, and what it ran on. */
  readonly optimiser: string;
  readonly place: string;
  readonly steps: number;
  step(): Promise<PretrainingStep>;
  /** All that changes, to be saved and given back when the run goes on. */
  state(): Promise<PretrainingState>;
  /** The weights as a checkpoint's tensors. */
  tensors(): Promise<ReadonlyMap<string, WeightTensor>>;
  close(): Promise<void>;
}

export interface PretrainingRun {
  readonly seed: number;
  /** Of the whole run. */
  readonly steps: number;
}

/** So many sequences of a step, from the index of the first in the run, with what their tokens count. */
export function weightedSequences(
  { seed, steps }: PretrainingRun,
  step: number,
  first: number,
  count: number,
): readonly WeightedSequence[] {
  const options = { seed, length: SEQUENCE_TOKENS, mixture: phaseAt(step, steps).mixture };
  return Array.from({ length: count }, (_, index) => {
    const { tokens, agent } = pretrainingSequence(first + index, options);
    return { tokens, weights: agent.map((own) => (own ? 1 : CONTEXT_WEIGHT)) };
  });
}

export function tokensIn(sequences: readonly WeightedSequence[]): number {
  return sequences.reduce((total, { tokens }) => total + tokens.length, 0);
}
