/**
 * A training step in TensorFlow.js on WebGPU: gradient of the adapter alone, clipping and AdamW on one flat vector,
 * everything on the device; the loss and the gradient's norm are read once per step.
 */

import * as tf from '@tensorflow/tfjs-core';
import '@tensorflow/tfjs-core/dist/register_all_gradients';
import '@tensorflow/tfjs-backend-webgpu';
import type { BenchModel, TrainingContender } from '../../../src/bench/contender.ts';
import type { TrainingWorkload } from '../../../src/bench/workload.ts';
import type { AdamWSettings } from '../../../src/engines/engine.ts';
import { paddedBatches } from './padded-batches.ts';
import {
  disposeBatch,
  disposeNetwork,
  tfBatch,
  tfLoss,
  tfNetwork,
  type TfBatch,
  type TfNetwork,
} from './tfjs-network.ts';

/** `batches` is how many rectangles the rows are cut into, by length. */
export async function tfjs(model: BenchModel, batches: number): Promise<TrainingContender> {
  await tf.setBackend('webgpu');
  await tf.ready();
  const network = tfNetwork(model);
  const optimiser = new FlatAdamW(model);
  const cached = new Map<TrainingWorkload, readonly TfBatch[]>();
  const batchesOf = (workload: TrainingWorkload): readonly TfBatch[] => {
    const known = cached.get(workload) ?? paddedBatches(workload.rows, batches).map((batch) => tfBatch(network, batch));
    cached.set(workload, known);
    return known;
  };
  return {
    name: 'TensorFlow.js',
    detail: `TensorFlow.js ${tf.version_core}, WebGPU, rows in ${batches} batch${batches === 1 ? '' : 'es'} by length`,
    gradient: async (workload) => {
      const { gradient, loss } = lossAndGradient(network, workload, batchesOf(workload), optimiser.matrices());
      const data = await gradient.data();
      tf.dispose([gradient, loss]);
      return Float32Array.from(data);
    },
    step: async (workload) => {
      const { gradient, loss } = lossAndGradient(network, workload, batchesOf(workload), optimiser.matrices());
      const norm = optimiser.step(gradient, workload.optimiser);
      const statistics = tf.tidy(() => tf.stack([loss, norm]));
      await statistics.data();
      tf.dispose([gradient, loss, norm, statistics]);
    },
    close: async () => {
      optimiser.close();
      disposeNetwork(network);
      for (const batch of [...cached.values()].flat()) disposeBatch(batch);
    },
  };
}

function lossAndGradient(
  network: TfNetwork,
  { loss: settings }: TrainingWorkload,
  batches: readonly TfBatch[],
  matrices: readonly tf.Tensor2D[],
): { readonly gradient: tf.Tensor1D; readonly loss: tf.Scalar } {
  return tf.tidy(() => {
    const results = batches.map((batch) =>
      tf.tidy(() => {
        const { value, grads } = tf.valueAndGrads((...adapter: tf.Tensor[]) =>
          tfLoss(network, batch, settings, adapter as tf.Tensor2D[]),
        )([...matrices]);
        return {
          loss: value,
          gradient: tf.concat<tf.Tensor1D>(grads.map((slope) => tf.reshape<tf.Rank.R1>(slope, [-1]))),
        };
      }),
    );
    tf.dispose([...matrices]);
    return {
      gradient: tf.addN(results.map(({ gradient }) => gradient)),
      loss: tf.addN(results.map(({ loss }) => loss)),
    };
  });
}

/** The adapter as one vector with its moments. */
class FlatAdamW {
  readonly #model: BenchModel;
  readonly #adapter: tf.Variable<tf.Rank.R1>;
  readonly #first: tf.Variable<tf.Rank.R1>;
  readonly #second: tf.Variable<tf.Rank.R1>;
  #steps = 0;

  constructor(model: BenchModel) {
    this.#model = model;
    this.#adapter = tf.variable(tf.tensor1d(model.adapter));
    this.#first = tf.variable(tf.zeros([model.layout.size]));
    this.#second = tf.variable(tf.zeros([model.layout.size]));
  }

  /** Its matrices, in the order of the arena; for the caller to dispose of. */
  matrices(): readonly tf.Tensor2D[] {
    const { layout } = this.#model;
    return tf.tidy(() => {
      const parts = tf.split(
        this.#adapter,
        layout.matrices.map(({ shape }) => shape[0] * shape[1]),
      );
      return parts.map((part, index) => tf.reshape<tf.Rank.R2>(part, [...layout.matrices[index].shape]));
    });
  }

  close(): void {
    tf.dispose([this.#adapter, this.#first, this.#second]);
  }

  /** Gives the gradient's norm before clipping. */
  step(gradient: tf.Tensor1D, settings: AdamWSettings): tf.Scalar {
    const { learningRate, beta1, beta2, epsilon, weightDecay, maxGradientNorm } = settings;
    this.#steps++;
    const correction1 = 1 - beta1 ** this.#steps;
    const correction2 = 1 - beta2 ** this.#steps;
    return tf.tidy(() => {
      const norm: tf.Scalar = tf.sqrt(tf.sum<tf.Scalar>(tf.square(gradient)));
      const clipped = tf.mul(gradient, tf.minimum(1, tf.div(maxGradientNorm, norm)));
      const first = tf.add<tf.Tensor1D>(tf.mul(this.#first, beta1), tf.mul(clipped, 1 - beta1));
      const second = tf.add<tf.Tensor1D>(tf.mul(this.#second, beta2), tf.mul(tf.square(clipped), 1 - beta2));
      const scale = tf.add(tf.sqrt(tf.div(second, correction2)), epsilon);
      const change = tf.div(tf.mul(first, learningRate / correction1), scale);
      this.#adapter.assign(tf.sub<tf.Tensor1D>(tf.mul(this.#adapter, 1 - learningRate * weightDecay), change));
      this.#first.assign(first);
      this.#second.assign(second);
      return norm;
    });
  }
}
