/** The buffers of full-parameter micro-batches up to a size, and the steps recorded on them. */

import type { Gpu, Slice } from '../gpu.ts';
import { uniformBytes } from '../kernel.ts';
import type { MultiplyVariant } from '../multiply.ts';
import type { Network } from '../network.ts';
import { backwardSteps } from '../training/backward.ts';
import { forwardSteps } from '../training/forward.ts';
import { feedHead, headBuffers, headSlices, headSteps, type HeadBuffers } from '../training/head.ts';
import { lossTokens } from '../training/loss.ts';
import { packedPredictions, packedTokens, type MicroBatch, type Room } from '../training/micro-batch.ts';
import type { Step } from '../training/steps.ts';
import { backwardTape, feed, forwardTape, slicesOf, type BackwardTape, type ForwardTape } from '../training/tape.ts';
import {
  embeddingStep,
  headGradient,
  layerGradients,
  RUNS,
  tokenRuns,
  type PackedGradients,
  type TokenRuns,
} from './weight-gradients.ts';

export interface FullWorkspaceOptions {
  readonly gpu: Gpu;
  readonly network: Network;
  readonly gradients: PackedGradients;
  readonly multiply: MultiplyVariant;
  /** f32 [vocabulary], see training/loss.ts. */
  readonly mask: Slice;
  readonly room: Room;
}

/** Cross-entropy as the loss `rec`: with advantage 1 and probabilities of at most 1, twice 1 clips nothing. */
const CROSS_ENTROPY = { clipLow: 1, clipHigh: 1, klCoefficient: 0, temperature: 1 } as const;

export class FullWorkspace {
  readonly room: Room;
  readonly #options: FullWorkspaceOptions;
  readonly #tape: ForwardTape;
  readonly #backward: BackwardTape;
  readonly #head: HeadBuffers;
  readonly #totals: Slice;
  readonly #runs: TokenRuns;
  #steps: Promise<readonly Step[]> | null = null;

  constructor(options: FullWorkspaceOptions) {
    const { gpu, network, mask, room } = options;
    const { shape } = network;
    this.room = room;
    this.#options = options;
    this.#tape = forwardTape(gpu, shape, room, () => true);
    this.#backward = backwardTape(gpu, shape, room);
    this.#totals = gpu.storage('totals', 16);
    this.#head = headBuffers(gpu, shape.vocabulary, room.predicted, mask, this.#totals);
    this.#runs = {
      runs: gpu.storage('runs', Math.min(room.tokens, shape.vocabulary) * 16),
      places: gpu.storage('places', room.tokens * 4),
      numbers: gpu.uniform('runs', 16),
    };
  }

  /** f32 [predicted]: log-probabilities of what was predicted. */
  get logProb(): Slice {
    return this.#head.logProb;
  }

  /** From tokens to gradients, added to those there are. */
  steps(): Promise<readonly Step[]> {
    this.#steps ??= this.#record();
    return this.#steps;
  }

  async #record(): Promise<readonly Step[]> {
    const { gpu, network, gradients, multiply } = this.#options;
    const parts = await Promise.all([
      forwardSteps(gpu, network, this.#tape, multiply),
      headSteps(gpu, network, this.#tape, this.#head, multiply, {
        variant: { kind: 'rec', entropyCoefficient: 0 },
        base: null,
        gradients: this.#backward,
        weigh: (operands) => headGradient(gpu, gradients, operands),
      }),
      backwardSteps(gpu, network, this.#tape, this.#backward, multiply, layerGradients(gpu, gradients)),
      embeddingStep(gpu, gradients, this.#runs, this.#backward.after).then((step) => [step]),
    ]);
    return parts.flat();
  }

  /** Puts a micro-batch where the steps look for it; its loss is divided by the normaliser. */
  feed(batch: MicroBatch, normaliser: number): void {
    const { gpu, network } = this.#options;
    feed(gpu, this.#tape, batch);
    gpu.write(this.#head.tokens, lossTokens(packedPredictions(batch)));
    feedHead(gpu, this.#head, batch.sizes.predicted.rows, { ...CROSS_ENTROPY, normaliser });
    const { runs, places } = tokenRuns(packedTokens(batch));
    gpu.write(this.#runs.runs, runs);
    gpu.write(this.#runs.places, places);
    gpu.write(this.#runs.numbers, uniformBytes(RUNS, { runs: runs.length / 4, stride: network.shape.hidden / 4 }));
  }

  release(): void {
    const own = [
      ...Object.values<Slice>({ ...this.#backward }),
      ...Object.values<Slice>({ ...this.#runs }),
      this.#totals,
    ];
    for (const { buffer } of [...slicesOf(this.#tape), ...headSlices(this.#head), ...own]) buffer.destroy();
  }
}
