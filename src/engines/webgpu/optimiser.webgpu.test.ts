/** Protects that steps on the device are AdamW's, and that a gradient that is no number harms nothing. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { relativeError } from '../../../test/engine/differences.ts';
import { randomNumbers, randomStream } from '../../../test/engine/random.ts';
import { openTestGpu } from '../../../test/engine/test-gpu.ts';
import type { AdamWSettings, TrainableState } from '../engine.ts';
import { adamWStep, clipFactor, norm } from '../onnx/adamw.ts';
import type { Gpu } from './gpu.ts';
import { Optimiser } from './optimiser.ts';

let gpu: Gpu;
beforeAll(async () => {
  gpu = await openTestGpu();
});
afterAll(() => gpu.close());

const SETTINGS: AdamWSettings = {
  learningRate: 0.01,
  beta1: 0.9,
  beta2: 0.999,
  epsilon: 1e-6,
  weightDecay: 0.01,
  maxGradientNorm: Infinity,
};

async function openOptimiser(count: number) {
  const vector = (name: string) => gpu.storage(name, count * 4);
  const buffers = {
    parameter: vector('parameter'),
    gradient: vector('gradient'),
    firstMoment: vector('first moment'),
    secondMoment: vector('second moment'),
  };
  const optimiser = await Optimiser.open(gpu, buffers, count);
  const setGradient = (gradient: ArrayLike<number>): void => gpu.write(buffers.gradient, Float32Array.from(gradient));
  const read = async () => {
    const slices = [buffers.parameter, buffers.firstMoment, buffers.secondMoment, buffers.gradient];
    const [adapter, firstMoment, secondMoment, gradient] = (await gpu.read(slices)).map(
      (bytes) => new Float32Array(bytes, 0, count),
    );
    return { state: { adapter, firstMoment, secondMoment }, gradient };
  };
  return { optimiser, buffers, setGradient, read };
}

function randomVector(count: number, seed: number, bound = 1): Float32Array<ArrayBuffer> {
  return Float32Array.from(randomNumbers(randomStream(seed), count, -bound, bound));
}

describe.each([
  ['no clipping', SETTINGS],
  ['clipping', { ...SETTINGS, maxGradientNorm: 0.5 }],
  ['a large decay', { ...SETTINGS, weightDecay: 2 }],
])('with %s', (_, settings) => {
  // One number, a remainder of a vector, more than all partial sums take at once.
  it.each([1, 1003, 300_000])('five steps over %d numbers are those of float64', async (count) => {
    const { optimiser, buffers, setGradient, read } = await openOptimiser(count);
    let expected: TrainableState = {
      adapter: randomVector(count, 1),
      firstMoment: new Float32Array(count),
      secondMoment: new Float32Array(count),
      steps: 0,
    };
    const start = expected.adapter;
    gpu.write(buffers.parameter, Float32Array.from(start));
    for (let step = 1; step <= 5; step++) {
      const gradient = randomVector(count, step + 1, 10 ** (step - 4));
      setGradient(gradient);
      const { gradientNorm } = await optimiser.step(settings, step);
      const length = norm(gradient);
      expect(Math.abs(gradientNorm / length - 1)).toBeLessThan(1e-6);
      const factor = clipFactor(length, settings.maxGradientNorm);
      expected = adamWStep(
        expected,
        gradient.map((slope) => slope * factor),
        settings,
      );
    }
    const { state, gradient } = await read();
    const change = (adapter: Float32Array): Float64Array => Float64Array.from(adapter, (p, index) => p - start[index]);
    // Parameters of 1 are rounded by 6e-8, five times, and move by 5e-2.
    expect(relativeError(change(state.adapter), change(expected.adapter))).toBeLessThan(5e-6);
    expect(relativeError(state.firstMoment, expected.firstMoment)).toBeLessThan(1e-6);
    expect(relativeError(state.secondMoment, expected.secondMoment)).toBeLessThan(1e-6);
    expect(gradient.every((slope) => slope === 0)).toBe(true);
  });
});

it('changes nothing for a gradient that is no number, and says so', async () => {
  const count = 1003;
  const { optimiser, buffers, setGradient, read } = await openOptimiser(count);
  gpu.write(buffers.parameter, randomVector(count, 1));
  setGradient(randomVector(count, 2));
  await optimiser.step(SETTINGS, 1);
  const before = await read();
  for (const poison of [NaN, Infinity, -Infinity, 1e30]) {
    const gradient = randomVector(count, 3);
    gradient[777] = poison;
    setGradient(gradient);
    await expect(optimiser.step(SETTINGS, 2)).rejects.toMatchObject({ kind: 'engine' });
    expect((await read()).state).toEqual(before.state);
  }
  setGradient(randomVector(count, 3));
  await optimiser.step(SETTINGS, 2);
  expect((await read()).state.adapter).not.toEqual(before.state.adapter);
});

it('does nothing without a gradient but let weights decay', async () => {
  const { optimiser, buffers, read } = await openOptimiser(6);
  const start = randomVector(6, 1);
  gpu.write(buffers.parameter, start);
  expect(await optimiser.step({ ...SETTINGS, weightDecay: 1 }, 1)).toEqual({ gradientNorm: 0 });
  const { state } = await read();
  expect(
    relativeError(
      state.adapter,
      start.map((number) => number * 0.99),
    ),
  ).toBeLessThan(1e-7);
});

it('gives the same bits twice', async () => {
  const results = [];
  for (let run = 0; run < 2; run++) {
    const { optimiser, setGradient, read } = await openOptimiser(10_001);
    setGradient(randomVector(10_001, 5));
    const { gradientNorm } = await optimiser.step({ ...SETTINGS, maxGradientNorm: 1 }, 1);
    results.push({ gradientNorm, ...(await read()) });
  }
  expect(results[0]).toEqual(results[1]);
});
