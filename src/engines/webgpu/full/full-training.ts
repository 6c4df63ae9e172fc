/**
 * Training of every weight of a model on the device, as pretraining and full fine-tuning need it: weighted
 * cross-entropy of the next token, its gradient, AdamW.
 */

import { WaymarkError } from '../../../core/errors.ts';
import { type BaseWeights, weightShapes } from '../../../policy/weights.ts';
import type { AdamWSettings, StepStatistics } from '../../engine.ts';
import type { WeightedLoss, WeightedSequence } from '../../onnx/pretraining.ts';
import type { CommandList } from '../command-list.ts';
import type { Gpu, Slice } from '../gpu.ts';
import type { MultiplyVariant } from '../multiply.ts';
import { packNetwork, type PackedNetwork } from '../network.ts';
import { Optimiser } from '../optimiser.ts';
import { vocabularyMask } from '../training/loss.ts';
import { microBatches, type Context, type MicroBatch } from '../training/micro-batch.ts';
import { Pacer } from '../training/pacer.ts';
import { bytesPerToken } from '../training/tape.ts';
import { workspaceRoom } from '../training/workspace.ts';
import { tensorSlices, weightLayout, withGaps, withoutGaps, type WeightLayout } from './arena.ts';
import { unfoldList } from './unfold.ts';
import { allocateGradients, clearGradients, type PackedGradients } from './weight-gradients.ts';
import { FullWorkspace } from './workspace.ts';

/** All that training changes. Vectors hold the tensors of the checkpoint in the order of policy/weights.ts. */
export interface FullState {
  readonly weights: Float32Array;
  readonly firstMoment: Float32Array;
  readonly secondMoment: Float32Array;
  readonly steps: number;
}

export interface FullTrainingOptions {
  readonly gpu: Gpu;
  readonly base: BaseWeights;
  readonly multiply: MultiplyVariant;
  /** Tokens of a micro-batch, by default what memory allows. */
  readonly microBatchTokens?: number;
}

/** Bytes that the tapes of a micro-batch may take. */
const TAPE_BYTES = 2 ** 28;
/** More at once gains nothing: the device is busy with fewer. */
const MOST_TOKENS = 8192;

interface Vectors {
  readonly parameter: Slice;
  readonly gradient: Slice;
  readonly firstMoment: Slice;
  readonly secondMoment: Slice;
}

interface Parts {
  readonly options: FullTrainingOptions;
  readonly layout: WeightLayout;
  readonly vectors: Vectors;
  readonly packed: PackedNetwork;
  readonly gradients: PackedGradients;
  readonly unfold: CommandList;
  readonly optimiser: Optimiser;
}

export class FullTraining {
  readonly #parts: Parts;
  readonly #mask: Slice;
  readonly #pacer: Pacer;
  readonly #tokens: number;
  #workspace: FullWorkspace | null = null;
  #steps = 0;

  private constructor(parts: Parts) {
    const { gpu, microBatchTokens } = parts.options;
    const { shape } = parts.packed.network;
    this.#parts = parts;
    this.#pacer = new Pacer(gpu);
    this.#mask = gpu.storage('mask', shape.vocabulary * 4);
    // Nothing but padding is masked: any token may follow any other in what is read.
    gpu.write(this.#mask, vocabularyMask(shape, []));
    const fitting = Math.floor(TAPE_BYTES / bytesPerToken(shape));
    this.#tokens = microBatchTokens ?? Math.max(1, Math.min(MOST_TOKENS, fitting));
  }

  /** Begins from the weights of a base, without moments. Throws `gpu-memory` for a model that one binding cannot hold. */
  static async open(options: FullTrainingOptions): Promise<FullTraining> {
    const { gpu, base } = options;
    const layout = weightLayout(base.config);
    const bytes = layout.deviceSize * 4;
    const limit = gpu.largestBinding;
    if (bytes > limit) {
      throw new WaymarkError('gpu-memory', `The weights take ${bytes} bytes, and this device binds at most ${limit}.`);
    }
    const vector = (label: string): Slice => gpu.storage(label, bytes);
    const vectors = {
      parameter: vector('weights'),
      gradient: vector('gradient'),
      firstMoment: vector('first moment'),
      secondMoment: vector('second moment'),
    };
    gpu.write(vectors.parameter, withGaps(layout, flatWeights(base, layout)));
    const tensors = tensorSlices(layout, vectors.parameter);
    const packed = await packNetwork(gpu, base, tensors, null, vectors.parameter);
    gpu.submit([packed.packAll]);
    const gradients = allocateGradients(gpu, packed.network.shape);
    const [unfold, optimiser] = await Promise.all([
      unfoldList(gpu, base.config, gradients, tensors, tensorSlices(layout, vectors.gradient)),
      Optimiser.open(gpu, vectors, layout.deviceSize),
    ]);
    return new FullTraining({ options, layout, vectors, packed, gradients, unfold, optimiser });
  }

  /**
   * Adds the gradient of the weighted cross-entropy over the normaliser to what is held for the next step, and gives
   * the sums before that division. Throws `bad-request` for a sequence longer than the model reads.
   */
  async accumulate(sequences: readonly WeightedSequence[], normaliser: number): Promise<WeightedLoss> {
    const { gpu } = this.#parts.options;
    const { shape } = this.#parts.packed.network;
    const contexts = sequences.map(contextOf).filter((context) => context !== null);
    const batches = microBatches(contexts, this.#tokens, shape.positions);
    const total = { loss: 0, weight: 0, agentLoss: 0, agentTokens: 0 };
    if (batches.length === 0) return total;
    const workspace = this.#workspaceFor(batches);
    const steps = await workspace.steps();
    const logProbs: Promise<readonly ArrayBuffer[]>[] = [];
    for (const batch of batches) {
      workspace.feed(batch, normaliser);
      await this.#pacer.submit(steps, batch.sizes);
      const size = Math.ceil(batch.sizes.predicted.rows / 4) * 16;
      logProbs.push(gpu.read([{ ...workspace.logProb, size }]));
    }
    const results = await Promise.all(logProbs);
    batches.forEach(({ contexts: members }, index) => {
      const numbers = new Float32Array(results[index][0]);
      members
        .flatMap(({ predicted }) => predicted)
        .forEach(({ weight }, place) => {
          total.loss -= weight * numbers[place];
          total.weight += weight;
          if (weight !== 1) return;
          total.agentLoss -= numbers[place];
          total.agentTokens++;
        });
    });
    return total;
  }

  /** The accumulated gradient, without changing anything. */
  async gradient(): Promise<Float32Array> {
    const { options, vectors, unfold } = this.#parts;
    options.gpu.submit([unfold]);
    return this.#read(vectors.gradient);
  }

  /**
   * One step of AdamW with the accumulated gradient, which is then zero. Throws `engine` for a gradient that is no
   * number; then it is forgotten, and nothing else has changed.
   */
  async step(settings: AdamWSettings): Promise<StepStatistics> {
    const { options, unfold, optimiser, packed } = this.#parts;
    options.gpu.submit([unfold]);
    clearGradients(options.gpu, this.#parts.gradients);
    const statistics = await optimiser.step(settings, this.#steps + 1);
    this.#steps++;
    options.gpu.submit([packed.packAll]);
    return statistics;
  }

  async snapshot(): Promise<FullState> {
    const { parameter, firstMoment, secondMoment } = this.#parts.vectors;
    const [weights, first, second] = await Promise.all(
      [parameter, firstMoment, secondMoment].map((v) => this.#read(v)),
    );
    return { weights, firstMoment: first, secondMoment: second, steps: this.#steps };
  }

  /** Replaces weights and moments and clears the accumulated gradient. Throws `bad-model` for vectors of another size. */
  restore({ weights, firstMoment, secondMoment, steps }: FullState): void {
    const { options, layout, vectors, packed } = this.#parts;
    const filled = [weights, firstMoment, secondMoment].map((vector) => withGaps(layout, vector));
    options.gpu.write(vectors.parameter, filled[0]);
    options.gpu.write(vectors.firstMoment, filled[1]);
    options.gpu.write(vectors.secondMoment, filled[2]);
    clearGradients(options.gpu, this.#parts.gradients);
    options.gpu.submit([packed.packAll]);
    this.#steps = steps;
  }

  async #read(vector: Slice): Promise<Float32Array> {
    const [bytes] = await this.#parts.options.gpu.read([vector]);
    return withoutGaps(this.#parts.layout, new Float32Array(bytes));
  }

  #workspaceFor(batches: readonly MicroBatch[]): FullWorkspace {
    const { options, packed, gradients } = this.#parts;
    const room = workspaceRoom(batches, this.#workspace?.room);
    if (this.#workspace?.room !== room) {
      this.#workspace?.release();
      const { gpu, multiply } = options;
      this.#workspace = new FullWorkspace({
        gpu,
        network: packed.network,
        gradients,
        multiply,
        mask: this.#mask,
        room,
      });
    }
    return this.#workspace;
  }
}

/** What a sequence feeds and predicts; null where none of its tokens counts. */
function contextOf({ tokens, weights }: WeightedSequence): Context | null {
  const counting = [...tokens.keys()].filter((index) => index > 0 && weights[index] !== 0);
  const last = counting.at(-1);
  if (last === undefined) return null;
  return {
    tokens: tokens.slice(0, last),
    predicting: counting.map((index) => index - 1),
    predicted: counting.map((index) => ({ token: tokens[index], advantage: 1, oldLogProb: 0, weight: weights[index] })),
  };
}

/** The tensors of a base one after the other. Throws `bad-model` where one is missing. */
function flatWeights({ config, weights }: BaseWeights, { size }: WeightLayout): Float32Array {
  const flat = new Float32Array(size);
  let offset = 0;
  for (const name of weightShapes(config).keys()) {
    const tensor = weights.get(name);
    if (!tensor) throw new WaymarkError('bad-model', `The model has no tensor ${name}.`);
    flat.set(tensor.data, offset);
    offset += tensor.data.length;
  }
  return flat;
}
