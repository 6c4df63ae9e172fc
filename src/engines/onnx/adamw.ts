/** AdamW on flat vectors (Loshchilov and Hutter 2019), after clipping the gradient to a global norm. */

import { power } from '../../core/math.ts';
import type { AdamWSettings, TrainableState } from '../engine.ts';

/** The Euclidean norm, summed in order. */
export function norm(vector: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < vector.length; index++) sum += vector[index] * vector[index];
  return Math.sqrt(sum);
}

/** What gradients are multiplied with so that their global norm is at most `limit`. */
export function clipFactor(gradientNorm: number, limit: number): number {
  return gradientNorm > limit ? limit / gradientNorm : 1;
}

/** The state after one step; `gradient` has been clipped already. Arithmetic is float64, stored as float32. */
export function adamWStep(state: TrainableState, gradient: ArrayLike<number>, settings: AdamWSettings): TrainableState {
  const { learningRate, beta1, beta2, epsilon, weightDecay } = settings;
  const steps = state.steps + 1;
  const correction1 = 1 - power(beta1, steps);
  const correction2 = 1 - power(beta2, steps);
  const adapter = new Float32Array(state.adapter.length);
  const firstMoment = new Float32Array(state.adapter.length);
  const secondMoment = new Float32Array(state.adapter.length);
  for (let index = 0; index < adapter.length; index++) {
    const slope = gradient[index];
    const first = beta1 * state.firstMoment[index] + (1 - beta1) * slope;
    const second = beta2 * state.secondMoment[index] + (1 - beta2) * slope * slope;
    const direction = first / correction1 / (Math.sqrt(second / correction2) + epsilon);
    const decayed = state.adapter[index] * (1 - learningRate * weightDecay);
    adapter[index] = decayed - learningRate * direction;
    firstMoment[index] = first;
    secondMoment[index] = second;
  }
  return { adapter, firstMoment, secondMoment, steps };
}
