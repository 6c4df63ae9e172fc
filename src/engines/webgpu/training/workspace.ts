/** The buffers of micro-batches up to a size, and the steps recorded on them. */

import type { LossSettings } from '../../engine.ts';
import type { Gpu, Slice } from '../gpu.ts';
import type { MultiplyVariant } from '../multiply.ts';
import type { Network } from '../network.ts';
import { backwardSteps } from './backward.ts';
import { forwardSteps } from './forward.ts';
import { headBuffers, headSlices, headSteps, type HeadBuffers } from './head.ts';
import { loraGradients, loraInnerSize, type LoraBuffers } from './lora-gradient.ts';
import type { MicroBatch, Room } from './micro-batch.ts';
import type { Step } from './steps.ts';
import { backwardTape, forwardTape, slicesOf, type BackwardTape, type ForwardTape } from './tape.ts';

export interface WorkspaceOptions {
  readonly gpu: Gpu;
  readonly network: Network;
  readonly multiply: MultiplyVariant;
  readonly lora: LoraBuffers;
  readonly mask: Slice;
  readonly totals: Slice;
  readonly room: Room;
}

/** Least room, in rows; beyond, room grows by halves of powers of two. */
const LEAST_ROOM = 64;

/** Room for micro-batches: what there is where that suffices, else the next size. */
export function workspaceRoom(batches: readonly MicroBatch[], present: Room | undefined): Room {
  const tokens = Math.max(...batches.map(({ sizes }) => sizes.tokens.rows));
  const predicted = Math.max(...batches.map(({ sizes }) => sizes.predicted.rows));
  if (present && present.tokens >= tokens && present.predicted >= predicted) return present;
  return {
    tokens: bucket(Math.max(tokens, present?.tokens ?? 0)),
    predicted: bucket(Math.max(predicted, present?.predicted ?? 0)),
  };
}

/** The next of 64, 96, 128, 192, 256, ...: all multiples of a product's block of rows. */
function bucket(rows: number): number {
  let room = LEAST_ROOM;
  while (room < rows) room *= 2;
  const between = room * 0.75;
  return between >= rows && between >= LEAST_ROOM ? between : room;
}

export class Workspace {
  readonly room: Room;
  readonly tape: ForwardTape;
  readonly head: HeadBuffers;
  readonly #options: WorkspaceOptions;
  readonly #programs = new Map<string, Promise<readonly Step[]>>();
  #backward: { readonly tape: BackwardTape; readonly inner: Slice } | null = null;
  #base: { readonly final: Slice; readonly finalRstd: Slice; readonly logits: Slice } | null = null;

  constructor(options: WorkspaceOptions) {
    const { gpu, network, lora, room } = options;
    this.#options = options;
    this.room = room;
    this.tape = forwardTape(gpu, network.shape, room, (layer) =>
      lora.places.matrices.some((places) => places.layer === layer && places.matrix === 'down'),
    );
    this.head = headBuffers(gpu, network.shape.vocabulary, room.predicted, options.mask, options.totals);
  }

  /** f32 [predicted]: log-probabilities of what was predicted. */
  get logProb(): Slice {
    return this.head.logProb;
  }

  /** From tokens to the adapter's gradient and the statistics; `base` where the loss has a KL to it. */
  lossSteps({ kind, entropyCoefficient = 0 }: LossSettings, base: Network | null): Promise<readonly Step[]> {
    const key = `${kind} ${entropyCoefficient !== 0} ${base !== null}`;
    return this.#program(key, async () => {
      const { gpu, network, multiply, lora, room } = this.#options;
      const { shape } = network;
      this.#backward ??= {
        tape: backwardTape(gpu, shape, room),
        inner: gpu.storage('projections onto ranks', room.tokens * loraInnerSize(lora) * 4),
      };
      const { tape: gradients, inner } = this.#backward;
      const baseHead = base === null ? null : { network: base, ...this.#baseBuffers() };
      const variant = { kind, entropyCoefficient };
      const parts = await Promise.all([
        base === null || baseHead === null ? [] : forwardSteps(gpu, base, this.tape, multiply, baseHead),
        forwardSteps(gpu, network, this.tape, multiply),
        headSteps(gpu, network, this.tape, this.head, multiply, { variant, base: baseHead, gradients }),
        backwardSteps(gpu, network, this.tape, gradients, multiply, loraGradients(gpu, lora, inner)),
      ]);
      const { sum } = lora;
      const last: Step = { dispatch: sum, grid: () => sum.workgroups, work: () => lora.layout.size * lora.chunks };
      return [...parts.flat(), last];
    });
  }

  /** From tokens to log-probabilities. */
  scoreSteps(): Promise<readonly Step[]> {
    return this.#program('score', async () => {
      const { gpu, network, multiply } = this.#options;
      const parts = await Promise.all([
        forwardSteps(gpu, network, this.tape, multiply),
        headSteps(gpu, network, this.tape, this.head, multiply, null),
      ]);
      return parts.flat();
    });
  }

  release(): void {
    const backward =
      this.#backward === null ? [] : [...Object.values({ ...this.#backward.tape }), this.#backward.inner];
    const base = this.#base === null ? [] : Object.values<Slice>(this.#base);
    for (const { buffer } of [...slicesOf(this.tape), ...headSlices(this.head), ...backward, ...base]) buffer.destroy();
  }

  #baseBuffers(): { readonly final: Slice; readonly finalRstd: Slice; readonly logits: Slice } {
    const { gpu, network, room } = this.#options;
    const { hidden, vocabulary } = network.shape;
    this.#base ??= {
      final: gpu.storage('final of the base', room.predicted * hidden * 4),
      finalRstd: gpu.storage('rstd of the base', room.predicted * 4),
      logits: gpu.storage('logits of the base', this.head.chunk * vocabulary * 4),
    };
    return this.#base;
  }

  #program(key: string, record: () => Promise<readonly Step[]>): Promise<readonly Step[]> {
    const known = this.#programs.get(key) ?? record();
    this.#programs.set(key, known);
    return known;
  }
}
