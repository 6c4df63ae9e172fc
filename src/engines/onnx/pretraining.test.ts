import { describe, expect, it } from 'vitest';
import { largestDifference, relativeError } from '../../../test/engine/differences.ts';
import { randomIntegers, randomNumbers, randomStream } from '../../../test/engine/random.ts';
import { slowLogits, slowLogProbs, slowWeights } from '../../../test/engine/slow-llama.ts';
import { asMatrix, slowMuon } from '../../../test/engine/slow-muon.ts';
import { ODD_CONFIG } from '../../../test/engine/tiny-model.ts';
import type { LlamaConfig } from '../../policy/config.ts';
import { weightShapes } from '../../policy/weights.ts';
import {
  checkpointTensors,
  FullGradient,
  initialParameters,
  parameterLayout,
  PretrainingOptimiser,
  type PretrainingOptimiserSettings,
  type PretrainingState,
  type WeightedSequence,
} from './pretraining.ts';
import { nativeRuntime } from './runtime-native.ts';

const SETTINGS: PretrainingOptimiserSettings = {
  muon: { momentum: 0.9, weightDecay: 0.01 },
  adamW: { beta1: 0.9, beta2: 0.95, epsilon: 1e-8, weightDecay: 0.01 },
  maxGradientNorm: 1,
};

const SEQUENCES: readonly WeightedSequence[] = [
  { tokens: [1, 5, 3, 12, 7, 5], weights: [1, 1, 0.15, 1, 0, 1] },
  { tokens: [1, 2, 9, 4], weights: [1, 0.15, 1, 1] },
];

function startState(config: LlamaConfig, seed: number): PretrainingState {
  const arena = initialParameters(config, seed);
  return {
    arena,
    firstMoment: new Float32Array(arena.length),
    secondMoment: new Float32Array(arena.length),
    steps: 0,
  };
}

describe('the arena', () => {
  it.each([
    ['a head of its own', ODD_CONFIG],
    ['tied embeddings', { ...ODD_CONFIG, tie_word_embeddings: true }],
  ])('holds every tensor of the checkpoint once, without gaps: %s', (_, config) => {
    const { parameters, size } = parameterLayout(config);
    let next = 0;
    for (const { offset, size: count, shape } of parameters) {
      expect(offset).toBe(next);
      expect(count).toBe(shape.reduce((product, length) => product * length, 1));
      next += count;
    }
    expect(size).toBe(next);
    const tensors = checkpointTensors(config, new Float32Array(size));
    expect(Object.fromEntries([...tensors].map(([name, { shape }]) => [name, shape]))).toEqual(
      Object.fromEntries(weightShapes(config)),
    );
  });
});

describe('initialParameters', () => {
  const config = { ...ODD_CONFIG, hidden_size: 60, intermediate_size: 90, vocab_size: 80, num_hidden_layers: 3 };
  const arena = initialParameters(config, 5);

  it('gives each tensor its own spread, around zero', () => {
    for (const { name, shape, offset, size, isProjection } of parameterLayout(config).parameters) {
      const numbers = arena.subarray(offset, offset + size);
      if (shape.length === 1) {
        expect(
          numbers.every((weight) => weight === 1),
          name,
        ).toBe(true);
        continue;
      }
      const residual = /o_proj|down_proj/.test(name) ? Math.sqrt(2 * 3) : 1;
      const expected = isProjection ? 1 / Math.sqrt(shape[0]) / residual : 0.05;
      const mean = numbers.reduce((sum, weight) => sum + weight, 0) / size;
      const deviation = Math.sqrt(numbers.reduce((sum, weight) => sum + (weight - mean) ** 2, 0) / size);
      // Four standard errors of a sample of this size.
      expect(Math.abs(mean / expected), name).toBeLessThan(4 / Math.sqrt(size));
      expect(Math.abs(deviation / expected - 1), name).toBeLessThan(4 / Math.sqrt(2 * size));
    }
  });

  it('is fixed by the seed, and no two tensors of one shape are alike', () => {
    expect(initialParameters(config, 5)).toEqual(arena);
    expect(initialParameters(config, 6)).not.toEqual(arena);
    const { parameters } = parameterLayout(config);
    const firsts = parameters.filter(({ shape }) => shape.length > 1).map(({ offset }) => arena[offset]);
    expect(new Set(firsts).size).toBe(firsts.length);
  });
});

describe('FullGradient', () => {
  const arena = initialParameters(ODD_CONFIG, 1);

  it('sums the weighted loss of all but first tokens, and that of the agent’s own', async () => {
    const gradient = new Float32Array(arena.length);
    const result = await new FullGradient(nativeRuntime, ODD_CONFIG).differentiate(arena, SEQUENCES, gradient);
    const weights = slowWeights({ config: ODD_CONFIG, weights: checkpointTensors(ODD_CONFIG, arena) });
    const expected = { loss: 0, weight: 0, agentLoss: 0, agentTokens: 0 };
    for (const { tokens, weights: shares } of SEQUENCES) {
      const logits = slowLogits(ODD_CONFIG, weights, tokens);
      for (let place = 1; place < tokens.length; place++) {
        const loss = -slowLogProbs(logits[place - 1], 1, [])[tokens[place]];
        expected.loss += shares[place] * loss;
        expected.weight += shares[place];
        if (shares[place] !== 1) continue;
        expected.agentLoss += loss;
        expected.agentTokens += 1;
      }
    }
    // This also protects that a checkpoint computes what the arena computes: the slow network reads the checkpoint.
    for (const name of ['loss', 'weight', 'agentLoss', 'agentTokens'] as const) {
      expect(result[name]).toBeCloseTo(expected[name], 4);
    }
  });

  it('adds up over sequences, wherever padding falls', async () => {
    const differentiator = new FullGradient(nativeRuntime, ODD_CONFIG);
    const [whole, first, second] = [0, 0, 0].map(() => new Float32Array(arena.length));
    const together = await differentiator.differentiate(arena, SEQUENCES, whole);
    const apart = [
      await differentiator.differentiate(arena, SEQUENCES.slice(0, 1), first),
      await differentiator.differentiate(arena, SEQUENCES.slice(1), second),
    ];
    expect(apart[0].loss + apart[1].loss).toBeCloseTo(together.loss, 4);
    const sum = first.map((slope, index) => slope + second[index]);
    expect(relativeError(sum, whole)).toBeLessThan(1e-5);
  });
});

describe('PretrainingOptimiser', () => {
  it('moves projections by Muon and all else by AdamW, after clipping the whole gradient', async () => {
    const state = startState(ODD_CONFIG, 2);
    const random = randomStream(6);
    state.firstMoment.set(randomNumbers(random, state.arena.length, -0.01, 0.01));
    state.secondMoment.set(randomNumbers(random, state.arena.length, 0, 0.001));
    const before = structuredClone(state);
    const gradient = Float32Array.from(randomNumbers(random, state.arena.length));
    const length = Math.hypot(...gradient);
    const clipped = gradient.map((slope) => slope / length);
    const rates = { muon: 0.02, adamW: 0.003 };
    const optimiser = new PretrainingOptimiser(nativeRuntime, ODD_CONFIG, SETTINGS);
    const result = await optimiser.step(state, gradient, rates);
    expect(result.gradientNorm / length).toBeCloseTo(1, 6);
    expect(result.state.steps).toBe(1);
    expect(result.state.arena).toBe(state.arena);

    for (const { name, shape, offset, size, isProjection } of parameterLayout(ODD_CONFIG).parameters) {
      const part = (vector: Float32Array): Float32Array => vector.subarray(offset, offset + size);
      if (isProjection) {
        const [parameter, slopes, momentum] = [before.arena, clipped, before.firstMoment].map((vector) =>
          asMatrix(part(vector), shape[1]),
        );
        const expected = slowMuon(parameter, slopes, momentum, { ...SETTINGS.muon, learningRate: rates.muon });
        expect(largestDifference(part(state.arena), expected.parameter.flat()), name).toBeLessThan(1e-5);
        expect(largestDifference(part(state.firstMoment), expected.momentum.flat()), name).toBeLessThan(1e-6);
        expect(part(state.secondMoment)).toEqual(part(before.secondMoment));
        continue;
      }
      for (let place = offset; place < offset + size; place++) {
        const m = 0.9 * before.firstMoment[place] + 0.1 * clipped[place];
        const v = 0.95 * before.secondMoment[place] + 0.05 * clipped[place] ** 2;
        const direction = m / 0.1 / (Math.sqrt(v / 0.05) + 1e-8);
        const expected = before.arena[place] * (1 - 0.003 * 0.01) - 0.003 * direction;
        expect(Math.abs(state.arena[place] - expected), name).toBeLessThan(1e-6);
      }
    }
  });

  it('learns a tiny batch by heart in thirty steps', async () => {
    const config: LlamaConfig = { ...ODD_CONFIG, hidden_size: 24, intermediate_size: 32 };
    let state = startState(config, 3);
    const random = randomStream(7);
    const sequences = Array.from({ length: 4 }, (): WeightedSequence => {
      const tokens = [1, ...randomIntegers(random, 9, 2, 13)];
      return { tokens, weights: tokens.map(() => 1) };
    });
    const differentiator = new FullGradient(nativeRuntime, config);
    const optimiser = new PretrainingOptimiser(nativeRuntime, config, SETTINGS);
    const gradient = new Float32Array(state.arena.length);
    const losses: number[] = [];
    for (let step = 0; step < 30; step++) {
      const { loss, weight } = await differentiator.differentiate(state.arena, sequences, gradient);
      losses.push(loss / weight);
      const mean = gradient.map((slope) => slope / weight);
      ({ state } = await optimiser.step(state, mean, { muon: 0.05, adamW: 0.02 }));
    }
    // Begins at chance, log 13 = 2.56.
    expect(losses[0]).toBeGreaterThan(2.2);
    expect(losses[29]).toBeLessThan(0.4);
  });
});
