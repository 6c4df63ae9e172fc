/** What pretraining does when: sizes, mixtures and learning rates, all as data. One clean run from one seed. */

import type { LlamaConfig } from '../../src/policy/config.ts';
import { VOCABULARY } from '../../src/policy/vocabulary.ts';
import { cos } from '../../src/core/math.ts';
import type { LearningRates, PretrainingOptimiserSettings } from '../../src/engines/onnx/pretraining.ts';
import { DRILLS_ONLY, EVERYBODY, GOOD_AUTHORS, type Mixture } from './mixtures.ts';

export const BASE_CONFIG: LlamaConfig = {
  model_type: 'llama',
  vocab_size: VOCABULARY.length,
  hidden_size: 96,
  intermediate_size: 256,
  num_hidden_layers: 3,
  num_attention_heads: 4,
  num_key_value_heads: 4,
  head_dim: 24,
  max_position_embeddings: 320,
  rms_norm_eps: 1e-5,
  rope_theta: 10000,
  tie_word_embeddings: true,
  bos_token_id: 1,
  eos_token_id: 2,
  pad_token_id: 0,
};

/** Most tokens in a sequence. */
export const SEQUENCE_TOKENS = 128;
/** Sequences in an optimiser step. */
export const BATCH_SEQUENCES = 48;
/** Sequences differentiated together; a batch is a whole number of them, added in order. */
export const MICRO_BATCH_SEQUENCES = 8;
/** Weight in the loss of tokens that are not the author's own. */
export const CONTEXT_WEIGHT = 0.1;

export const OPTIMISER: PretrainingOptimiserSettings = {
  muon: { momentum: 0.95, weightDecay: 0.01 },
  adamW: { beta1: 0.9, beta2: 0.98, epsilon: 1e-8, weightDecay: 0 },
  maxGradientNorm: 1,
};

const PEAK: LearningRates = { muon: 0.02, adamW: 0.004 };
const WARM_UP_STEPS = 60;
/** Share of the run after which the learning rate falls along a cosine, and to what share of its peak. */
const DECAY_START = 0.5;
const DECAY_END = 0.02;
const PI = 3.141592653589793;

interface Phase {
  readonly name: string;
  /** Share of the run's steps at which it ends. */
  readonly until: number;
  readonly mixture: Mixture;
}

/** Drills first, then mostly good authors, then everybody. */
export const PHASES: readonly Phase[] = [
  { name: 'drills', until: 0.04, mixture: DRILLS_ONLY },
  { name: 'good authors', until: 0.2, mixture: GOOD_AUTHORS },
  { name: 'everybody', until: 1, mixture: EVERYBODY },
];

export function phaseAt(step: number, steps: number): Phase {
  return PHASES.find(({ until }) => step < until * steps) ?? PHASES[PHASES.length - 1];
}

export function learningRatesAt(step: number, steps: number): LearningRates {
  const warm = Math.min(1, (step + 1) / WARM_UP_STEPS);
  const progress = step / steps;
  const fall = (progress - DECAY_START) / (1 - DECAY_START);
  const share = fall <= 0 ? 1 : DECAY_END + (1 - DECAY_END) * 0.5 * (1 + cos(PI * fall));
  return { muon: PEAK.muon * warm * share, adamW: PEAK.adamW * warm * share };
}
