/**
 * Policy gradients and scores on the device: contexts packed side by side, forward and backward through the layers, the
 * adapter's gradient added up where the optimiser finds it. Nothing is read back but the statistics.
 */

import type { LoraLayout } from '../../../policy/lora.ts';
import type { LossSettings, LossStatistics, TrainingRow } from '../../engine.ts';
import type { Gpu, Slice } from '../gpu.ts';
import type { MultiplyVariant } from '../multiply.ts';
import { packNetwork, type BaseTensors, type Network } from '../network.ts';
import { lossTokens, vocabularyMask } from './loss.ts';
import { loraBuffers, type LoraBuffers } from './lora-gradient.ts';
import { microBatches, packedPredictions, scoredContext, trainingContext, type MicroBatch } from './micro-batch.ts';
import { Pacer } from './pacer.ts';
import type { Step } from './steps.ts';
import { feedHead } from './head.ts';
import { bytesPerToken, feed } from './tape.ts';
import { Workspace, workspaceRoom } from './workspace.ts';
import type { BaseWeights } from '../../../policy/weights.ts';

export interface TrainingContext {
  readonly gpu: Gpu;
  readonly base: BaseWeights;
  readonly tensors: BaseTensors;
  /** Packed with the present adapter whenever something is asked for. */
  readonly network: Network;
  readonly lora: LoraLayout;
  /** Flat f32, as in policy/lora.ts; the gradient is added to. */
  readonly adapter: Slice;
  readonly gradient: Slice;
  /** Tokens that are never sampled. */
  readonly maskedTokens: readonly number[];
  readonly multiply: MultiplyVariant;
  /** Tokens of a micro-batch, by default what memory allows. */
  readonly microBatchTokens?: number;
}

/** Bytes that the tapes of a micro-batch may take. */
const TAPE_BYTES = 2 ** 27;
/** More at once gains nothing: the device is busy with fewer. */
const MOST_TOKENS = 4096;

export class Training {
  readonly #context: TrainingContext;
  readonly #lora: LoraBuffers;
  readonly #mask: Slice;
  readonly #totals: Slice;
  readonly #pacer: Pacer;
  readonly #tokens: number;
  #workspace: Workspace | null = null;
  #base: Promise<Network> | null = null;
  /** One call has the buffers at a time. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(context: TrainingContext, lora: LoraBuffers) {
    const { gpu, network, maskedTokens, microBatchTokens } = context;
    const { shape } = network;
    this.#context = context;
    this.#lora = lora;
    this.#mask = gpu.storage('mask', shape.vocabulary * 4);
    gpu.write(this.#mask, vocabularyMask(shape, maskedTokens));
    this.#totals = gpu.storage('totals', 16);
    this.#pacer = new Pacer(gpu);
    const fitting = Math.floor(TAPE_BYTES / bytesPerToken(shape));
    this.#tokens = microBatchTokens ?? Math.max(1, Math.min(MOST_TOKENS, fitting));
  }

  static async open(context: TrainingContext): Promise<Training> {
    const { gpu, base, network, lora, adapter, gradient } = context;
    return new Training(context, await loraBuffers(gpu, base, network.shape, lora, adapter, gradient));
  }

  /**
   * Adds the gradient of the loss over these rows to the gradient on the device. Throws `bad-request` for a context
   * longer than the model reads, and what the device throws.
   */
  accumulate(rows: readonly TrainingRow[], loss: LossSettings): Promise<LossStatistics> {
    return this.#alone(() => this.#accumulate(rows, loss));
  }

  /** Log-probability of every token after the first, given those before it; throws as `accumulate` does. */
  score(rows: readonly (readonly number[])[], temperature: number): Promise<readonly Float32Array[]> {
    return this.#alone(() => this.#score(rows, temperature));
  }

  async #accumulate(rows: readonly TrainingRow[], loss: LossSettings): Promise<LossStatistics> {
    const { gpu, network } = this.#context;
    const contexts = rows.map(trainingContext).filter((context) => context !== null);
    const batches = microBatches(contexts, this.#tokens, network.shape.positions);
    if (batches.length === 0) return { loss: 0, tokens: 0, clipped: 0, klToOld: 0, klToBase: 0 };
    const base = loss.klCoefficient === 0 ? null : await this.#baseNetwork();
    const workspace = this.#workspaceFor(batches);
    const steps = await workspace.lossSteps(loss, base);
    gpu.write(this.#totals, new Float32Array(4));
    gpu.submit([{ dispatches: [this.#lora.gather] }]);
    for (const batch of batches) await this.#run(workspace, batch, loss, steps);
    const [bytes] = await gpu.read([this.#totals]);
    const [total, clipped, klToOld, klToBase] = new Float32Array(bytes);
    const tokens = batches.reduce((sum, { sizes }) => sum + sizes.predicted.rows, 0);
    return { loss: total, tokens, clipped, klToOld, klToBase };
  }

  async #score(rows: readonly (readonly number[])[], temperature: number): Promise<readonly Float32Array[]> {
    const { gpu, network } = this.#context;
    const contexts = rows.map(scoredContext).filter((context) => context !== null);
    const batches = microBatches(contexts, this.#tokens, network.shape.positions);
    const scores: Float32Array[] = [];
    if (batches.length > 0) {
      const workspace = this.#workspaceFor(batches);
      const steps = await workspace.scoreSteps();
      const results: Promise<readonly ArrayBuffer[]>[] = [];
      for (const batch of batches) {
        await this.#run(workspace, batch, { temperature }, steps);
        const size = Math.ceil(batch.sizes.predicted.rows / 4) * 16;
        results.push(gpu.read([{ ...workspace.logProb, size }]));
      }
      const read = await Promise.all(results);
      batches.forEach(({ contexts: members }, index) => {
        const numbers = new Float32Array(read[index][0]);
        let first = 0;
        for (const { predicting } of members) scores.push(numbers.slice(first, (first += predicting.length)));
      });
    }
    let next = 0;
    return rows.map((row) => (row.length < 2 ? new Float32Array(0) : scores[next++]));
  }

  async #run(
    workspace: Workspace,
    batch: MicroBatch,
    settings: LossSettings | { readonly temperature: number },
    steps: readonly Step[],
  ): Promise<void> {
    const { gpu } = this.#context;
    feed(gpu, workspace.tape, batch);
    gpu.write(workspace.head.tokens, lossTokens(packedPredictions(batch)));
    feedHead(gpu, workspace.head, batch.sizes.predicted.rows, settings);
    await this.#pacer.submit(steps, batch.sizes);
  }

  #workspaceFor(batches: readonly MicroBatch[]): Workspace {
    const { gpu, network, multiply } = this.#context;
    const room = workspaceRoom(batches, this.#workspace?.room);
    if (this.#workspace?.room !== room) {
      this.#workspace?.release();
      this.#workspace = new Workspace({
        gpu,
        network,
        multiply,
        lora: this.#lora,
        mask: this.#mask,
        totals: this.#totals,
        room,
      });
    }
    return this.#workspace;
  }

  /** The base without any adapter, for the KL to it; packed when first needed. */
  #baseNetwork(): Promise<Network> {
    const { gpu, base, tensors, adapter } = this.#context;
    this.#base ??= packNetwork(gpu, base, tensors, null, adapter).then(({ network, packAll }) => {
      gpu.submit([packAll]);
      return network;
    });
    return this.#base;
  }

  #alone<T>(run: () => Promise<T>): Promise<T> {
    const result = this.#last.then(run);
    this.#last = result.catch(() => {
      // What was allocated or compiled when the device failed may be unusable.
      this.#workspace?.release();
      this.#workspace = null;
    });
    return result;
  }
}
