import { describe, expect, it } from 'vitest';
import { largestDifference } from '../../../test/engine/differences.ts';
import { runOnce } from '../../../test/engine/run-graph.ts';
import { slowLogits, slowWeights } from '../../../test/engine/slow-llama.ts';
import { ALL_LINEAR, MASKED_TOKENS, ODD_CONFIG, tinyModel, type TinyModel } from '../../../test/engine/tiny-model.ts';
import { readReference } from '../../../test/fixtures/reference.ts';
import type { LlamaConfig } from '../../policy/config.ts';
import { loraLayout } from '../../policy/lora.ts';
import { loadBaseModel } from '../../policy/model.ts';
import { adapterFeeds, contextFeeds, scalarTensor } from './feeds.ts';
import { transposed } from './llama.ts';
import { scoreGraph } from './policy-gradient-graph.ts';
import { numbersOf, openSession } from './runtime.ts';
import { nativeRuntime } from './runtime-native.ts';

const CONTEXTS = [
  [1, 5, 3, 12, 7],
  [1, 2],
  [1, 9, 9, 4, 11, 6, 8, 10, 3],
];

/** Logits of every context, [tokens - 1, vocab_size], in float64, at temperature 1 and with nothing masked. */
async function engineLogits({ base, layout, adapter }: TinyModel, contexts: readonly (readonly number[])[]) {
  const graph = scoreGraph(base, layout, { real: 'float64', maskedTokens: [] });
  const session = await openSession(nativeRuntime, graph);
  const { feeds, time } = contextFeeds(nativeRuntime, 'float64', contexts);
  const outputs = await session.run({
    ...feeds,
    ...adapterFeeds(nativeRuntime, 'float64', layout, adapter),
    inverse_temperature: scalarTensor(nativeRuntime, 'float64', 1),
  });
  const width = time * base.config.vocab_size;
  const logits = numbersOf(outputs.logits);
  await session.release();
  return contexts.map((context, row) =>
    logits.slice(row * width, row * width + (context.length - 1) * base.config.vocab_size),
  );
}

describe('the network computes what its formulas say', () => {
  it.each<[string, LlamaConfig]>([
    ['grouped queries, wide heads, a head of its own', ODD_CONFIG],
    ['tied embeddings', { ...ODD_CONFIG, tie_word_embeddings: true }],
    ['a key head for every query head', { ...ODD_CONFIG, num_key_value_heads: 6 }],
    ['one key head for all', { ...ODD_CONFIG, num_key_value_heads: 1 }],
    [
      'one layer, one head, another base of rotation',
      {
        ...ODD_CONFIG,
        num_hidden_layers: 1,
        num_attention_heads: 1,
        num_key_value_heads: 1,
        head_dim: 10,
        rope_theta: 10000,
      },
    ],
  ])('%s', async (_, config) => {
    const model = tinyModel(config);
    const weights = slowWeights(model.base, model.layout, model.adapter);
    const logits = await engineLogits(model, CONTEXTS);
    CONTEXTS.forEach((context, row) => {
      const expected = slowLogits(config, weights, context.slice(0, -1)).flat();
      // Sums of a few dozen terms of size 1 in float64, in two orders.
      expect(largestDifference(logits[row], expected)).toBeLessThan(1e-12);
    });
  });

  it('takes head sizes from the width where the config gives none', async () => {
    const base = await loadBaseModel((path) => readReference(`base/${path}`));
    const layout = loraLayout(base.config, { ...ALL_LINEAR, rank: 1 });
    const adapter = new Float32Array(layout.size);
    const context = [1, 17, 40, 8];
    const [logits] = await engineLogits({ base, lora: layout.settings, layout, adapter }, [context]);
    const expected = slowLogits(base.config, slowWeights(base), context.slice(0, -1)).flat();
    expect(largestDifference(logits, expected)).toBeLessThan(1e-11);
  });
});

it('transposed turns rows into columns', () => {
  expect([...transposed(Float32Array.of(1, 2, 3, 4, 5, 6), 2, 3)]).toEqual([1, 4, 2, 5, 3, 6]);
});

it('a score graph gives masked tokens no chance and divides logits by the temperature', async () => {
  const { base, layout, adapter } = tinyModel();
  const graph = scoreGraph(base, layout, { real: 'float64', maskedTokens: MASKED_TOKENS });
  const context = [1, 5, 3];
  const { logits } = await runOnce(graph, {
    tokens: { data: [1, 5], shape: [1, 2] },
    targets: { data: [5, 3], shape: [1, 2] },
    positions: { data: [0, 1], shape: [2] },
    bias: { data: [0, -1e9, 0, 0], shape: [2, 2] },
    inverse_temperature: { data: [0.5], shape: [] },
    ...Object.fromEntries(
      layout.matrices.map(({ name, shape, offset }) => [
        name,
        { data: adapter.subarray(offset, offset + shape[0] * shape[1]), shape },
      ]),
    ),
  });
  const expected = slowLogits(base.config, slowWeights(base, layout, adapter), context.slice(0, -1)).flat();
  expected.forEach((logit, index) => {
    const isMasked = MASKED_TOKENS.includes(index % base.config.vocab_size);
    if (isMasked) expect(logits.data[index]).toBeLessThan(-1e8);
    else expect(logits.data[index]).toBeCloseTo(logit / 2, 12);
  });
});
