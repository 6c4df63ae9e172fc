/** Contexts that grow turn by turn, for contenders that keep the books of a rollout themselves. */

import { sampleToken, samplingUniform, type SampledToken } from '../policy/sampling.ts';
import type { RolloutWorkload } from './workload.ts';

export interface GrowingContext {
  readonly tokens: number[];
  readonly positions: number[];
  readonly logProbs: number[];
}

export function beginContexts({ prompts }: RolloutWorkload): readonly GrowingContext[] {
  return prompts.map(({ prompt }) => ({ tokens: [...prompt], positions: [], logProbs: [] }));
}

/** Adds what the environment says before a turn; nothing before the first. Gives the chunk that each row has to read. */
export function observe(
  contexts: readonly GrowingContext[],
  { prompts, observations }: RolloutWorkload,
  turn: number,
): readonly (readonly number[])[] {
  if (turn === 0) return prompts.map(({ prompt }) => prompt);
  return contexts.map(({ tokens }, row) => {
    const observation = observations[turn - 1][row];
    const newest = tokens[tokens.length - 1];
    tokens.push(...observation);
    return [newest, ...observation];
  });
}

/** Draws each row's next token from logits [rows, vocabulary], by the one rule of policy/sampling.ts. */
export function drawTokens(
  contexts: readonly GrowingContext[],
  { prompts, sampling }: RolloutWorkload,
  logits: Float32Array,
  maskedTokens: readonly number[],
): void {
  const vocabulary = logits.length / contexts.length;
  const rule = { temperature: sampling.temperature, masked: maskedTokens };
  const sample: SampledToken = { token: 0, logProb: 0, entropy: 0 };
  contexts.forEach(({ tokens, positions, logProbs }, row) => {
    const draw = samplingUniform(sampling.key, prompts[row].stream, tokens.length);
    sampleToken(logits, row * vocabulary, vocabulary, rule, draw, sample);
    positions.push(tokens.length);
    tokens.push(sample.token);
    logProbs.push(sample.logProb);
  });
}
