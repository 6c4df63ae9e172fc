/** Protects that rollouts on a graphics device are what the textbook and the portable engine say. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gpuRollouts } from '../../../../test/engine/gpu-rollouts.ts';
import { KEY, playTurns, raggedPrompts, tinyEngine, type PlayedContext } from '../../../../test/engine/rollouts.ts';
import { openTestGpu, testRuntime } from '../../../../test/engine/test-gpu.ts';
import { ALL_LINEAR, ODD_CONFIG, tinyModel, type TinyModel } from '../../../../test/engine/tiny-model.ts';
import { slowPolicy } from '../../../../test/engine/training-rows.ts';
import type { LlamaConfig } from '../../../policy/config.ts';
import type { SamplingSettings } from '../../engine.ts';
import type { Gpu } from '../gpu.ts';
import { MULTIPLY_VARIANTS, offersMultiply, type MultiplyVariant } from '../multiply.ts';
import type { RolloutContext } from './rollout.ts';
import type { BaseWeights } from '../../../policy/weights.ts';

let gpu: Gpu;
beforeAll(async () => {
  gpu = await openTestGpu();
});
afterAll(() => gpu.close());

const LENGTHS = [3, 7, 1, 12, 5];
const TURNS = [3, 1, 4, 2, 4];
const SAMPLING: SamplingSettings = { key: KEY, temperature: 1.3 };
/** A float32 log-probability behind a few hundred sums and two layers. */
const CLOSE = 1e-4;

const NARROW_HEADS: LlamaConfig = { ...ODD_CONFIG, head_dim: 6, num_key_value_heads: 3, tie_word_embeddings: true };
const ONE_LAYER: LlamaConfig = {
  ...ODD_CONFIG,
  num_hidden_layers: 1,
  num_attention_heads: 1,
  num_key_value_heads: 1,
  head_dim: 10,
  vocab_size: 41,
};
/** SmolLM2-135M with two of its layers and few words. */
const SMOL: LlamaConfig = {
  ...ODD_CONFIG,
  vocab_size: 50,
  hidden_size: 576,
  intermediate_size: 1536,
  num_attention_heads: 9,
  num_key_value_heads: 3,
  head_dim: 64,
  rope_theta: 100_000,
  tie_word_embeddings: true,
};

async function play(
  model: TinyModel,
  {
    prompts = raggedPrompts(LENGTHS),
    turns = TURNS,
    turnLength = 2,
    sampling = SAMPLING,
    settings = {},
  }: {
    readonly prompts?: ReturnType<typeof raggedPrompts>;
    readonly turns?: readonly number[];
    readonly turnLength?: number;
    readonly sampling?: SamplingSettings;
    readonly settings?: Partial<RolloutContext>;
  } = {},
): Promise<readonly PlayedContext[]> {
  const batch = await (await gpuRollouts(gpu, model, settings)).open(prompts, sampling);
  try {
    return await playTurns(batch, prompts, turns, turnLength);
  } finally {
    await batch.close();
  }
}

/** The largest distances of log-probabilities and entropies from those of the textbook. */
function distances({ base, layout, adapter }: TinyModel, contexts: readonly PlayedContext[]): readonly number[] {
  const policy = slowPolicy(base, layout, adapter);
  const all = contexts.map(({ tokens, positions, logProbs, entropies }) => {
    const expected = policy.logProbs(tokens, SAMPLING.temperature);
    return positions.map((place, index) => {
      const line = expected[place - 1];
      const entropy = -line.reduce((sum, logProb) => (logProb > -1e9 ? sum + Math.exp(logProb) * logProb : sum), 0);
      return [Math.abs(line[tokens[place]] - logProbs[index]), Math.abs(entropy - entropies[index])];
    });
  });
  return [0, 1].map((kind) => Math.max(...all.flat().map((pair) => pair[kind])));
}

function withWeights({ base, ...rest }: TinyModel, change: (name: string, value: number) => number): TinyModel {
  const weights: BaseWeights['weights'] = new Map(
    [...base.weights].map(([name, { shape, data }]) => [
      name,
      { shape, data: data.map((value) => change(name, value)) },
    ]),
  );
  return { ...rest, base: { ...base, weights } };
}

describe('what is drawn', () => {
  it.each([
    ['grouped queries', ODD_CONFIG],
    ['heads that need padding, under a tied head', NARROW_HEADS],
    ['one layer with one head', ONE_LAYER],
    ['the shape of SmolLM2-135M', SMOL],
  ])(
    'has the textbook’s log-probabilities and entropies with %s',
    async (_, config) => {
      const model = tinyModel(config);
      // The textbook takes its time over wide models.
      const rows = config === SMOL ? { prompts: raggedPrompts([3, 6]), turns: [2, 1], turnLength: 1 } : {};
      const [logProb, entropy] = distances(model, await play(model, rows));
      expect(logProb).toBeLessThan(CLOSE);
      expect(entropy).toBeLessThan(CLOSE);
    },
    120_000,
  );

  it.each(MULTIPLY_VARIANTS)('is the same with the product %s wherever the device offers it', async (variant) => {
    const model = tinyModel();
    const chosen: MultiplyVariant = offersMultiply(variant, gpu.features) ? variant : 'register';
    const contexts = await play(model, { settings: { products: { few: chosen, many: chosen } } });
    expect(Math.max(...distances(model, contexts))).toBeLessThan(CLOSE);
  });

  it('has them in long contexts, over several chunks of attention', async () => {
    const model = tinyModel({ ...ODD_CONFIG, max_position_embeddings: 320 });
    const prompts = raggedPrompts([290, 3, 131]);
    for (const few of ['register', 'tiled'] as const) {
      const contexts = await play(model, { prompts, turns: [2, 2, 2], settings: { products: { few, many: few } } });
      expect(Math.max(...distances(model, contexts))).toBeLessThan(CLOSE);
    }
  });

  it('has them where logits, scores and gates are large', async () => {
    const model = withWeights(tinyModel(), (name, value) => {
      if (/q_proj|gate_proj/.test(name)) return value * 20;
      return name === 'lm_head.weight' ? value * 30 : value;
    });
    const contexts = await play(model);
    expect(Math.max(...contexts.flatMap(({ entropies }) => entropies))).toBeLessThan(1);
    // Rounding is as large as the logits are, here about a hundred.
    expect(Math.max(...distances(model, contexts))).toBeLessThan(100 * CLOSE);
  });

  it('is, token by token, what the portable engine draws, at any temperature and with filters', async () => {
    const model = tinyModel();
    const prompts = raggedPrompts(LENGTHS);
    const engine = tinyEngine(model, await testRuntime());
    const settings: readonly SamplingSettings[] = [
      SAMPLING,
      { key: [9, 9], temperature: 0 },
      { key: [1, 2], temperature: 0.8, topK: 4 },
      { key: [3, 4], temperature: 1.5, topP: 0.7 },
    ];
    for (const sampling of settings) {
      const batch = await engine.openBatch(prompts, sampling);
      const expected = await playTurns(batch, prompts, TURNS);
      await batch.close();
      const contexts = await play(model, { sampling });
      expect(contexts.map(({ tokens }) => tokens)).toEqual(expected.map(({ tokens }) => tokens));
      contexts.forEach(({ logProbs, entropies }, row) => {
        logProbs.forEach((logProb, index) => expect(logProb).toBeCloseTo(expected[row].logProbs[index], 4));
        entropies.forEach((entropy, index) => expect(entropy).toBeCloseTo(expected[row].entropies[index], 4));
      });
    }
    await engine.close();
  });

  it('is the same for one row alone, down to the bits', async () => {
    const model = tinyModel();
    const together = await play(model);
    const prompts = raggedPrompts(LENGTHS);
    expect(await play(model, { prompts: [prompts[0]], turns: [TURNS[0]] })).toEqual([together[0]]);
  });

  it('is the same when it is drawn again, down to the bits', async () => {
    const model = tinyModel(ODD_CONFIG, ALL_LINEAR, 5);
    const rollouts = await gpuRollouts(gpu, model);
    const prompts = raggedPrompts(LENGTHS);
    const again = async (): Promise<readonly PlayedContext[]> => {
      const batch = await rollouts.open(prompts, SAMPLING);
      const contexts = await playTurns(batch, prompts, TURNS);
      await batch.close();
      return contexts;
    };
    const first = await again();
    // The second and third time in the room of the first.
    expect(await again()).toEqual(first);
    expect(await again()).toEqual(first);
  });
});
