/** Protects agreement with gradients computed by another program: see test/fixtures/reference/README.md. */

import { beforeAll, describe, expect, it } from 'vitest';
import { largestDifference, relativeError } from '../../../test/engine/differences.ts';
import { withStep } from '../../../test/engine/gradient-step.ts';
import { readReference } from '../../../test/fixtures/reference.ts';
import { DEFAULT_LORA, loraLayout, loraView, type LoraLayout } from '../../policy/lora.ts';
import { loadBaseModel, type BaseModel } from '../../policy/model.ts';
import { readSafetensors, type Tensor } from '../../policy/safetensors.ts';
import type { LossSettings, TrainingRow } from '../engine.ts';
import { adapterFeeds, contextFeeds, scalarTensor } from './feeds.ts';
import { scoreGraph } from './policy-gradient-graph.ts';
import { numbersOf, openSession } from './runtime.ts';
import { nativeRuntime } from './runtime-native.ts';

const SETTINGS: LossSettings = {
  kind: 'rec',
  clipLow: 0.2,
  clipHigh: 0.2,
  klCoefficient: 0,
  temperature: 1,
  normaliser: 32,
};
const CLIPPED_TOKENS = 6;

/** The reference's softmax runs over the whole vocabulary. */
const NOTHING_MASKED: readonly number[] = [];

let base: BaseModel;
let layout: LoraLayout;
let adapter: Float32Array;
let rows: readonly TrainingRow[];
let expectedGradient: (matrix: string) => Float32Array;
let expected: (name: string) => Float32Array;

/** `layers.0.self_attn.q_proj.lora_A`, for `model.layers.0.self_attn.q_proj.lora_A`. */
const shortName = (name: string): string => name.replace(/^model\./, '');

beforeAll(async () => {
  base = await loadBaseModel((path) => readReference(`base/${path}`));
  layout = loraLayout(base.config, DEFAULT_LORA);
  const { tensors } = readSafetensors(await readReference('vectors.safetensors'));
  const tensor = (name: string): Tensor => {
    const found = tensors.get(name);
    if (!found) throw new Error(`The reference has no ${name}.`);
    return found;
  };
  expected = (name) => Float32Array.from(tensor(name).data, Number);
  expectedGradient = (matrix) => expected(`${shortName(matrix)}.grad`);
  adapter = new Float32Array(layout.size);
  for (const matrix of layout.matrices) loraView(adapter, matrix).set(expected(shortName(matrix.name)));

  const [count, time] = tensor('tokens').shape;
  const [tokens, valid, generated] = ['tokens', 'valid', 'generated'].map((name) => expected(name));
  const [advantage, oldLogProb] = ['advantage', 'old_logprob'].map((name) => expected(name));
  rows = Array.from({ length: count }, (_, row): TrainingRow => {
    const columns = Array.from({ length: time }, (__, column) => column);
    const positions = columns.filter((column) => generated[row * time + column] === 1);
    return {
      tokens: columns.filter((column) => valid[row * time + column] === 1).map((column) => tokens[row * time + column]),
      positions,
      advantages: positions.map(() => advantage[row]),
      oldLogProbs: positions.map((position) => oldLogProb[row * (time - 1) + position - 1]),
    };
  });
});

describe.each([
  ['float64', 1e-6],
  ['float32', 1e-4],
] as const)('in %s', (real, limit) => {
  it('the loss and the gradient of every matrix are the reference’s', async () => {
    const step = await withStep({ base, layout }, real, SETTINGS, (run) => run(adapter, rows), NOTHING_MASKED);
    expect(relativeError([step.loss], expected('loss'))).toBeLessThan(limit);
    expect(step.clipped).toBe(CLIPPED_TOKENS);
    expect(layout.matrices).toHaveLength(12);
    for (const matrix of layout.matrices) {
      const { offset, shape } = matrix;
      const gradient = step.gradient.subarray(offset, offset + shape[0] * shape[1]);
      expect(relativeError(gradient, expectedGradient(matrix.name)), matrix.name).toBeLessThan(limit);
    }
  });

  it('logits and log-probabilities are the reference’s', async () => {
    const session = await openSession(nativeRuntime, scoreGraph(base, layout, { real, maskedTokens: NOTHING_MASKED }));
    const { feeds, time } = contextFeeds(
      nativeRuntime,
      real,
      rows.map((row) => row.tokens),
    );
    const outputs = await session.run({
      ...feeds,
      ...adapterFeeds(nativeRuntime, real, layout, adapter),
      inverse_temperature: scalarTensor(nativeRuntime, real, 1),
    });
    const vocabulary = base.config.vocab_size;
    const used = (rows[0].tokens.length - 1) * vocabulary;
    const logits = numbersOf(outputs.logits).subarray(0, used);
    // Stored in float32, whose rounding of logits up to 16 is 1e-6.
    const tolerance = real === 'float64' ? 2e-6 : 1e-4;
    expect(largestDifference(logits, expected('logits_row0').subarray(0, used))).toBeLessThan(tolerance);
    rows.forEach(({ tokens }, row) => {
      const length = tokens.length - 1;
      const logProbs = numbersOf(outputs.log_prob).subarray(row * time, row * time + length);
      const wanted = expected('logprob').subarray(row * time, row * time + length);
      expect(largestDifference(logProbs, wanted)).toBeLessThan(tolerance);
    });
    await session.release();
  });
});
