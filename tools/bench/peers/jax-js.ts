/**
 * A training step in jax-js on WebGPU: gradient of the adapter alone and AdamW, each one compiled function, everything
 * on the device; the loss and the gradient's norm are read once per step.
 */

import { defaultDevice, init, jit, numpy as np, tree, valueAndGrad } from '@jax-js/jax';
import { WaymarkError } from '../../../src/core/errors.ts';
import type { BenchModel, TrainingContender } from '../../../src/bench/contender.ts';
import type { TrainingWorkload } from '../../../src/bench/workload.ts';
import type { AdamWSettings } from '../../../src/engines/engine.ts';
import { jaxBatch, jaxLoss, jaxWeights, type JaxBatch, type JaxWeights } from './jax-network.ts';
import { paddedBatches } from './padded-batches.ts';

type Differentiate = (adapter: np.Array, weights: JaxWeights, batch: JaxBatch) => [np.Array, np.Array];

/** `batches` is how many rectangles the rows are cut into, by length. */
export async function jaxJs(model: BenchModel, batches: number): Promise<TrainingContender> {
  const devices = await init('webgpu');
  if (!devices.includes('webgpu')) throw new WaymarkError('engine', 'jax-js finds no WebGPU device.');
  defaultDevice('webgpu');
  const weights = jaxWeights(model);
  const optimiser = new FlatAdamW(model);
  const prepared = new Map<
    TrainingWorkload,
    { readonly differentiate: Differentiate; readonly data: readonly JaxBatch[] }
  >();
  const prepare = (workload: TrainingWorkload) => {
    const known = prepared.get(workload) ?? {
      differentiate: jit(valueAndGrad(jaxLoss(model, workload.loss))),
      data: paddedBatches(workload.rows, batches).map((batch) => jaxBatch(model.base.config, batch)),
    };
    prepared.set(workload, known);
    return known;
  };
  /** Loss and gradient, summed over the batches. */
  const differentiated = (workload: TrainingWorkload): [np.Array, np.Array] => {
    const { differentiate, data } = prepare(workload);
    return data
      .map((batch) => differentiate(optimiser.adapter, tree.ref(weights), tree.ref(batch)))
      .reduce(([loss, gradient], [more, slope]) => [loss.add(more), gradient.add(slope)]);
  };
  return {
    name: 'jax-js',
    detail: `jax-js, WebGPU, jit, rows in ${batches} batch${batches === 1 ? '' : 'es'} by length`,
    gradient: async (workload) => {
      const [loss, gradient] = differentiated(workload);
      loss.dispose();
      const data: unknown = await gradient.data();
      if (!(data instanceof Float32Array)) throw new WaymarkError('engine', 'jax-js gave no float32 gradient.');
      return Float32Array.from(data);
    },
    step: async (workload) => {
      const [loss, gradient] = differentiated(workload);
      const norm = optimiser.step(gradient, workload.optimiser);
      await np.stack([loss, norm]).data();
    },
    close: async () => tree.dispose(weights),
  };
}

/** The adapter as one vector with its moments. */
class FlatAdamW {
  #adapter: np.Array;
  #first: np.Array;
  #second: np.Array;
  #steps = 0;
  #update: ReturnType<typeof compiledUpdate> | null = null;

  constructor({ adapter }: BenchModel) {
    this.#adapter = np.array(adapter);
    this.#first = np.zeros([adapter.length]);
    this.#second = np.zeros([adapter.length]);
  }

  /** Another reference to the adapter, for the caller to use up. */
  get adapter(): np.Array {
    return this.#adapter.ref;
  }

  /** Gives the gradient's norm before clipping. */
  step(gradient: np.Array, settings: AdamWSettings): np.Array {
    this.#update ??= compiledUpdate(settings);
    this.#steps++;
    const corrections = np.array([1 - settings.beta1 ** this.#steps, 1 - settings.beta2 ** this.#steps]);
    const [adapter, first, second, norm] = this.#update(
      this.#adapter,
      this.#first,
      this.#second,
      gradient,
      corrections,
    );
    this.#adapter = adapter;
    this.#first = first;
    this.#second = second;
    return norm;
  }
}

function compiledUpdate(settings: AdamWSettings) {
  const { learningRate, beta1, beta2, epsilon, weightDecay, maxGradientNorm } = settings;
  return jit(
    (adapter: np.Array, first: np.Array, second: np.Array, gradient: np.Array, corrections: np.Array): np.Array[] => {
      const [correction1, correction2] = np.split(corrections, 2);
      const norm = np.sqrt(np.square(gradient.ref).sum());
      const factor = np.minimum(np.reciprocal(norm.ref).mul(maxGradientNorm), 1);
      const clipped = gradient.mul(factor);
      const nextFirst = first.mul(beta1).add(clipped.ref.mul(1 - beta1));
      const nextSecond = second.mul(beta2).add(np.square(clipped).mul(1 - beta2));
      const scale = np.sqrt(nextSecond.ref.div(correction2)).add(epsilon);
      const change = nextFirst.ref.div(correction1).div(scale).mul(learningRate);
      return [adapter.mul(1 - learningRate * weightDecay).sub(change), nextFirst, nextSecond, norm];
    },
  );
}
