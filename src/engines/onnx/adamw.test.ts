import { describe, expect, it } from 'vitest';
import { largestDifference } from '../../../test/engine/differences.ts';
import { randomNumbers, randomStream } from '../../../test/engine/random.ts';
import type { AdamWSettings, TrainableState } from '../engine.ts';
import { adamWStep, clipFactor, norm } from './adamw.ts';

const SETTINGS: AdamWSettings = {
  learningRate: 0.1,
  beta1: 0.9,
  beta2: 0.99,
  epsilon: 1e-8,
  weightDecay: 0,
  maxGradientNorm: Infinity,
};

function start(...adapter: number[]): TrainableState {
  return {
    adapter: Float32Array.from(adapter),
    firstMoment: new Float32Array(adapter.length),
    secondMoment: new Float32Array(adapter.length),
    steps: 0,
  };
}

describe('adamWStep, by hand', () => {
  it('moves by the learning rate in the first step, whatever the size of the slope', () => {
    const { adapter, firstMoment, secondMoment, steps } = adamWStep(start(1, 1, 1), [0.5, -2e-3, 0], SETTINGS);
    expect(largestDifference(adapter, [0.9, 1.1, 1])).toBeLessThan(1e-6);
    expect(largestDifference(firstMoment, [0.05, -2e-4, 0])).toBeLessThan(1e-8);
    expect(largestDifference(secondMoment, [2.5e-3, 4e-8, 0])).toBeLessThan(1e-9);
    expect(steps).toBe(1);
  });

  it('corrects both moments for having begun at zero', () => {
    const second = adamWStep(adamWStep(start(1), [0.5], SETTINGS), [-0.25], SETTINGS);
    // m = .9 x .05 - .1 x .25 = .02, v = .99 x .0025 + .01 x .0625 = .0031;
    // (.02 / .19) / sqrt(.0031 / .0199) = .266700, so .9 - .0266700.
    expect(second.firstMoment[0]).toBeCloseTo(0.02, 8);
    expect(second.secondMoment[0]).toBeCloseTo(0.0031, 9);
    expect(second.adapter[0]).toBeCloseTo(0.87333, 5);
    expect(second.steps).toBe(2);
  });

  it('lets weights decay by themselves, apart from the slope', () => {
    const { adapter } = adamWStep(start(1, -2), [0.5, 0], { ...SETTINGS, weightDecay: 0.1 });
    // 1 x (1 - .1 x .1) - .1 and -2 x .99.
    expect(largestDifference(adapter, [0.89, -1.98])).toBeLessThan(1e-6);
  });

  it('adds epsilon to the root, not under it', () => {
    const { adapter } = adamWStep(start(0), [0.03], { ...SETTINGS, epsilon: 0.01 });
    // .1 x .03 / (.03 + .01)
    expect(adapter[0]).toBeCloseTo(-0.075, 7);
  });

  it('leaves the state before as it was', () => {
    const before = start(1);
    adamWStep(before, [0.5], SETTINGS);
    expect(before).toEqual(start(1));
  });
});

it('adamWStep is the published algorithm over many steps', () => {
  const random = randomStream(1);
  const settings = { ...SETTINGS, learningRate: 3e-3, weightDecay: 0.02, beta2: 0.95, epsilon: 1e-6 };
  let state: TrainableState = start(...randomNumbers(random, 7));
  const weights = [...state.adapter];
  const m = weights.map(() => 0);
  const v = weights.map(() => 0);
  for (let t = 1; t <= 40; t++) {
    const slopes = randomNumbers(random, 7);
    state = adamWStep(state, slopes, settings);
    slopes.forEach((g, index) => {
      m[index] = settings.beta1 * m[index] + (1 - settings.beta1) * g;
      v[index] = settings.beta2 * v[index] + (1 - settings.beta2) * g * g;
      const mHat = m[index] / (1 - Math.pow(settings.beta1, t));
      const vHat = v[index] / (1 - Math.pow(settings.beta2, t));
      const update = mHat / (Math.sqrt(vHat) + settings.epsilon) + settings.weightDecay * weights[index];
      weights[index] -= settings.learningRate * update;
    });
  }
  // The state is kept in float32: 40 roundings of numbers below 1.
  expect(largestDifference(state.adapter, weights)).toBeLessThan(2e-6);
  expect(state.steps).toBe(40);
});

describe('clipping', () => {
  it('measures the Euclidean norm', () => {
    expect(norm([3, -4, 12])).toBe(13);
    expect(norm([])).toBe(0);
  });

  it('scales gradients that are longer than the limit to it, and no others', () => {
    expect(clipFactor(13, 1)).toBe(1 / 13);
    expect(clipFactor(13, 13)).toBe(1);
    expect(clipFactor(0, 1)).toBe(1);
    expect(clipFactor(1e9, Infinity)).toBe(1);
  });
});
