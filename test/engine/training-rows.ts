/** Training rows with every case of the clip, and the loss over them written as its formula is. */

import type { LossSettings, LossStatistics, TrainingRow } from '../../src/engines/engine.ts';
import type { LoraLayout } from '../../src/policy/lora.ts';
import { randomIntegers, randomNumbers, randomStream } from './random.ts';
import { slowLogits, slowLogProbs, slowWeights } from './slow-llama.ts';
import { MASKED_TOKENS, type TinyModel } from './tiny-model.ts';
import type { BaseWeights } from '../../src/policy/weights.ts';

/**
 * New minus old log-probability: on both sides of log(0.8) = -.22 and log(1.3) = .26, also between them and what a clip
 * to [0.7, 1.2] would do, never near any of these.
 */
const SHIFTS = [-0.6, -0.28, -0.1, 0.1, 0.22, 0.5];
const ADVANTAGES = [1.5, -0.75, 0, -2];

export interface SlowPolicy {
  /** Log-probabilities of all tokens after each of the context's: [tokens, vocab_size]. */
  logProbs(tokens: readonly number[], temperature: number): readonly (readonly number[])[];
}

export function slowPolicy(base: BaseWeights, layout?: LoraLayout, adapter?: ArrayLike<number>): SlowPolicy {
  const weights = slowWeights(base, layout, adapter);
  return {
    logProbs: (tokens, temperature) =>
      slowLogits(base.config, weights, tokens).map((logits) => slowLogProbs(logits, temperature, MASKED_TOKENS)),
  };
}

/**
 * Contexts of different lengths, some of whose tokens were generated: shifts and advantages go through all their
 * combinations, so that each loss meets clipped and unclipped tokens of either sign.
 */
export function trainingRows(
  { base, layout, adapter }: TinyModel,
  lengths: readonly number[],
  temperature: number,
): readonly TrainingRow[] {
  const random = randomStream(lengths.length);
  const policy = slowPolicy(base, layout, adapter);
  let generated = 0;
  return lengths.map((length) => {
    const tokens = [1, ...randomIntegers(random, length - 1, 2, base.config.vocab_size)];
    const positions = Array.from({ length: length - 1 }, (_, index) => index + 1).filter(
      (position) => position % 4 !== 2,
    );
    const logProbs = policy.logProbs(tokens, temperature);
    const first = generated;
    generated += positions.length;
    const jitter = randomNumbers(random, positions.length, -0.01, 0.01);
    return {
      tokens,
      positions,
      advantages: positions.map(
        (_, index) => ADVANTAGES[Math.floor((first + index) / SHIFTS.length) % ADVANTAGES.length],
      ),
      oldLogProbs: positions.map(
        (position, index) =>
          logProbs[position - 1][tokens[position]] - SHIFTS[(first + index) % SHIFTS.length] + jitter[index],
      ),
    };
  });
}

/** The statistics of a step, one token at a time. */
export function slowStatistics(
  rows: readonly TrainingRow[],
  settings: LossSettings,
  policy: SlowPolicy,
  base: SlowPolicy,
): LossStatistics {
  const total = { loss: 0, tokens: 0, clipped: 0, klToOld: 0, klToBase: 0 };
  for (const row of rows) {
    const policyLogProbs = policy.logProbs(row.tokens, settings.temperature);
    const baseLogProbs = settings.klCoefficient === 0 ? [] : base.logProbs(row.tokens, settings.temperature);
    row.positions.forEach((position, index) => {
      const logProb = policyLogProbs[position - 1][row.tokens[position]];
      const { loss, clipped } = slowTokenLoss(logProb, row.oldLogProbs[index], row.advantages[index], settings);
      total.loss += loss / settings.normaliser;
      total.tokens += 1;
      total.clipped += clipped ? 1 : 0;
      total.klToOld += row.oldLogProbs[index] - logProb;
      const spread = entropy(policyLogProbs[position - 1]);
      total.loss -= ((settings.entropyCoefficient ?? 0) * spread) / settings.normaliser;
      if (settings.klCoefficient === 0) return;
      const kl = divergence(policyLogProbs[position - 1], baseLogProbs[position - 1]);
      total.klToBase += kl;
      total.loss += (settings.klCoefficient * kl) / settings.normaliser;
    });
  }
  return total;
}

/** The formulas of the papers, each case written out. */
function slowTokenLoss(
  logProb: number,
  oldLogProb: number,
  advantage: number,
  { kind, clipLow, clipHigh }: LossSettings,
): { readonly loss: number; readonly clipped: boolean } {
  const ratio = Math.exp(logProb - oldLogProb);
  const goesTooFar = advantage > 0 ? ratio > 1 + clipHigh : advantage < 0 ? ratio < 1 - clipLow : false;
  if (kind === 'ppo') {
    const bounded = ratio < 1 - clipLow ? 1 - clipLow : ratio > 1 + clipHigh ? 1 + clipHigh : ratio;
    return { loss: Math.max(-ratio * advantage, -bounded * advantage), clipped: goesTooFar };
  }
  if (goesTooFar) return { loss: 0, clipped: true };
  return { loss: -advantage * (kind === 'rec' ? logProb : ratio), clipped: false };
}

function entropy(policy: readonly number[]): number {
  return policy.reduce((sum, logP) => (logP === -Infinity ? sum : sum - Math.exp(logP) * logP), 0);
}

function divergence(policy: readonly number[], base: readonly number[]): number {
  return policy.reduce((sum, logP, id) => (logP === -Infinity ? sum : sum + Math.exp(logP) * (logP - base[id])), 0);
}
