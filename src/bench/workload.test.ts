/** Protects that two benchmarks are about the same work: it is drawn from a seed, in the sizes that are promised. */

import { expect, it } from 'vitest';
import type { LlamaConfig } from '../policy/config.ts';
import { DEFAULT_LORA, loraLayout, loraView } from '../policy/lora.ts';
import {
  generatedTokens,
  LONG_TURNS,
  rolloutWorkload,
  rowTokens,
  seenTokens,
  SHORT_TURNS,
  TRAINING_STEP,
  trainingWorkload,
  workloadAdapter,
} from './workload.ts';

const CONFIG: LlamaConfig = {
  model_type: 'llama',
  vocab_size: 50,
  hidden_size: 8,
  intermediate_size: 12,
  num_hidden_layers: 2,
  num_attention_heads: 2,
  num_key_value_heads: 1,
  max_position_embeddings: 320,
  rms_norm_eps: 1e-5,
  rope_theta: 100,
  tie_word_embeddings: true,
  bos_token_id: 1,
  eos_token_id: 2,
  pad_token_id: 0,
};

const uniformScores = async (rows: readonly (readonly number[])[]): Promise<readonly Float32Array[]> =>
  rows.map((row) => new Float32Array(row.length - 1).fill(-3));

it('draws the same rollout every time, of the promised rows, lengths and turns', () => {
  const workload = rolloutWorkload(CONFIG, SHORT_TURNS);
  expect(rolloutWorkload(CONFIG, SHORT_TURNS)).toEqual(workload);
  expect(workload.prompts).toHaveLength(64);
  const lengths = workload.prompts.map(({ prompt }) => prompt.length - 1);
  expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([36, 44]);
  expect(workload.observations).toHaveLength(7);
  expect(new Set(workload.observations.flat().map(({ length }) => length))).toEqual(new Set([5, 6, 7]));
});

it('counts what is generated, and what is read besides', () => {
  const workload = rolloutWorkload(CONFIG, LONG_TURNS);
  expect(generatedTokens(workload)).toBe(64 * 2 * 8);
  const read = workload.prompts.reduce((sum, { prompt }) => sum + prompt.length, 0);
  const observed = workload.observations.flat().reduce((sum, { length }) => sum + length, 0);
  expect(seenTokens(workload)).toBe(64 * 2 * 8 + read + observed);
});

it('uses words only, after <bos>', () => {
  const { prompts } = rolloutWorkload(CONFIG, SHORT_TURNS);
  for (const { prompt } of prompts) {
    expect(prompt[0]).toBe(1);
    expect(prompt.slice(1).every((token) => token > 2 && token < 50)).toBe(true);
  }
});

it('draws a training step whose tokens were generated for about a seventh, some of them clipped on either side', async () => {
  const workload = await trainingWorkload(CONFIG, TRAINING_STEP, uniformScores);
  expect(await trainingWorkload(CONFIG, TRAINING_STEP, uniformScores)).toEqual(workload);
  const positions = workload.rows.flatMap((row) => row.positions);
  expect(positions.length / rowTokens(workload)).toBeCloseTo(0.15, 1);
  expect(workload.loss.normaliser).toBe(positions.length);
  for (const row of workload.rows) {
    expect(row.positions).toEqual([...new Set(row.positions)].sort((a, b) => a - b));
    expect(row.positions[0]).toBeGreaterThan(0);
    expect(row.positions[row.positions.length - 1]).toBeLessThan(row.tokens.length);
  }
  const ratios = workload.rows.flatMap((row) => row.oldLogProbs.map((old) => Math.exp(-3 - old)));
  expect(Math.min(...ratios)).toBeLessThan(1 - workload.loss.clipLow);
  expect(Math.max(...ratios)).toBeGreaterThan(1 + workload.loss.clipHigh);
});

it('begins at an adapter in which neither matrix is zero, so that both have gradients to compare', () => {
  const adapter = workloadAdapter(CONFIG, DEFAULT_LORA);
  for (const matrix of loraLayout(CONFIG, DEFAULT_LORA).matrices) {
    expect(loraView(adapter, matrix).every((value) => value !== 0)).toBe(true);
  }
});
