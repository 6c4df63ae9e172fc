/** Chooses how token steps are done: by few dispatches a layer, or by one for several tokens. */

import type { CommandList } from '../command-list.ts';
import type { Gpu, Slice } from '../gpu.ts';
import { uniformBytes } from '../kernel.ts';
import type { MultiplyVariant } from '../multiply.ts';
import type { Network } from '../network.ts';
import {
  FUSED,
  FUSED_VARIANTS,
  fusedConstants,
  fusedObstacle,
  fusedPath,
  type FusedVariant,
} from '../rollout/fused.ts';
import { ATTEND, attendConstants, SAMPLE, sampleConstants } from '../rollout/kernels.ts';
import { allocateScratch } from '../rollout/record.ts';
import { RolloutSpace } from '../rollout/space.ts';
import { DRAW, type DecodePath, type OpenDecodePath, type RolloutState } from '../rollout/state.ts';
import type { PathMemory, PathReport } from './path.ts';
import { prepareProduct, productBuffers } from './product.ts';
import { choosePath, type Candidate, type Trial } from './select.ts';
import { openTimer, type Timer } from './timing.ts';

export type DecodeName = 'plain' | `fused, ${FusedVariant}`;

const SLOTS = 64;
const STEPS = 16;
/** Contexts of a trial have so many tokens at most. */
const MAX_CONTEXT = 128;
const NEEDED_GAIN = 1.1;
/** Where starting kernels takes less than this share of a token step, fusing them can gain no more. */
const LEAST_OVERHEAD_SHARE = 0.15;
const NO_TOKEN = 0xffff_ffff;

export interface DecodeQuestion {
  readonly gpu: Gpu;
  readonly network: Network;
  readonly memory: PathMemory;
  readonly adapterKey: string;
  readonly budget: number;
  /** Whether compiling a large kernel costs more than it could ever save. */
  readonly isSlowCompiler: boolean;
  readonly products: { readonly few: MultiplyVariant; readonly many: MultiplyVariant };
}

/** `path` is null for the plain one. */
export async function chooseDecode(
  question: DecodeQuestion,
): Promise<{ readonly report: PathReport<DecodeName>; readonly path: OpenDecodePath | null }> {
  const { gpu, network, memory, adapterKey, budget, isSlowCompiler, products } = question;
  const { shape } = network;
  let overheadShare: Promise<number> | null = null;
  const plain: Candidate<DecodeName> = {
    name: 'plain',
    unavailable: null,
    open: async () => {
      const trial = await DecodeTrial.open(question, null);
      overheadShare = trial.overheadShare();
      await overheadShare;
      return trial;
    },
    neededGain: 1,
  };
  const fused = FUSED_VARIANTS.map((variant): Candidate<DecodeName> => ({
    name: `fused, ${variant}`,
    unavailable: isSlowCompiler
      ? 'a software adapter compiles it for longer than it could ever save'
      : fusedObstacle(gpu, network, variant),
    obstacle: async () => {
      const share = await overheadShare;
      if (share === null || share >= LEAST_OVERHEAD_SHARE) return null;
      return `starting kernels takes only ${(100 * share).toFixed(0)} % of a token step here`;
    },
    open: () => DecodeTrial.open(question, fusedPath(variant)),
    neededGain: NEEDED_GAIN,
  }));
  const code = [
    gpu.fingerprint(ATTEND, attendConstants(shape, 'parallel')),
    gpu.fingerprint(SAMPLE, sampleConstants(shape, false)),
    ...FUSED_VARIANTS.map((variant) => {
      const constants = fusedConstants(gpu, network, variant, false);
      return constants === null ? 0 : gpu.fingerprint(FUSED, constants);
    }),
  ];
  const report = await choosePath({
    choice: 'token steps',
    candidates: [plain, ...fused],
    key: [adapterKey, 'token steps', products.few, code.join('.')].join(' '),
    memory,
    budget,
  });
  const chosen = FUSED_VARIANTS.find((variant) => report.chosen === `fused, ${variant}`);
  return { report, path: chosen === undefined ? null : fusedPath(chosen) };
}

/** Greedy steps from the beginning for the gate; from the middle of a context for the time. */
class DecodeTrial implements Trial {
  readonly #gpu: Gpu;
  readonly #network: Network;
  readonly #space: RolloutSpace;
  readonly #path: DecodePath;
  readonly #timer: Timer;

  private constructor(gpu: Gpu, network: Network, space: RolloutSpace, path: DecodePath, timer: Timer) {
    this.#gpu = gpu;
    this.#network = network;
    this.#space = space;
    this.#path = path;
    this.#timer = timer;
  }

  static async open({ gpu, network, products }: DecodeQuestion, decode: OpenDecodePath | null): Promise<DecodeTrial> {
    const capacity = Math.min(Math.ceil(network.shape.positions / 4) * 4, MAX_CONTEXT);
    const scratch = allocateScratch(gpu, network, SLOTS, SLOTS);
    const space = new RolloutSpace({ gpu, network, maskedTokens: [], products, decode }, SLOTS, capacity, scratch);
    const path = await space.path(SLOTS, false);
    const timer = await openTimer(gpu, space.state.cursors);
    return new DecodeTrial(gpu, network, space, path, timer);
  }

  /** Log-probabilities and entropies: both change little where the logits do, even when another token is the greatest. */
  async run(): Promise<Float32Array> {
    const steps = this.#steps;
    this.#begin(0);
    const { buffer, offset } = this.#space.state.drawn;
    const drawn = { buffer, offset, size: steps * SLOTS * 16 };
    const [bytes] = await this.#gpu.read([drawn], await this.#path.decode(steps));
    return new Float32Array(bytes).filter((_, word) => word % 4 === 1 || word % 4 === 2);
  }

  async time(): Promise<number> {
    const steps = this.#steps;
    this.#begin(this.#space.state.capacity - steps);
    return (await this.#timer.time(joined(await this.#path.decode(steps)), 1)) / steps;
  }

  /** The share of a token step that as many kernels take which do nothing. */
  async overheadShare(): Promise<number> {
    const shape = { rows: 1, inputs: 4, outputs: 4, outMajor: true };
    const buffers = productBuffers(this.#gpu, shape, this.#network.head);
    const idle = await prepareProduct(this.#gpu, 'register', shape, buffers);
    const [step] = await this.#path.decode(1);
    const list = { dispatches: step.dispatches.map(() => idle) };
    const overhead = await this.#timer.time(list, await this.#timer.repeatsFor(list));
    for (const { buffer } of [buffers.x, buffers.y, buffers.squares]) buffer.destroy();
    await this.time();
    return overhead / (await this.time());
  }

  close(): void {
    this.#space.destroy();
    for (const slice of Object.values(this.#space.scratch) as readonly (Slice | number)[]) {
      if (typeof slice !== 'number') slice.buffer.destroy();
    }
  }

  get #steps(): number {
    return Math.min(STEPS, this.#space.state.capacity / 2);
  }

  /** Every slot with a token of its own to read at this position. */
  #begin(position: number): void {
    const { state } = this.#space;
    const { vocabularySize } = this.#network.shape;
    const slots = Array.from({ length: SLOTS }, (_, slot) => slot);
    this.#gpu.write(
      state.cursors,
      Uint32Array.from(slots.flatMap((slot) => [slot, position, slot % vocabularySize, slot])),
    );
    this.#gpu.write(state.streams, Uint32Array.from(slots.flatMap(() => [0, 0, position, 0])));
    this.#gpu.write(state.draw, greedy(state, this.#network));
  }
}

function greedy({ slots, capacity }: RolloutState, { shape }: Network): ArrayBuffer {
  return uniformBytes(DRAW, {
    key0: 0,
    key1: 0,
    temperature: 0,
    topK: shape.vocabulary,
    topP: 1,
    stopToken: NO_TOKEN,
    stride: slots,
    limit: capacity,
  });
}

function joined(lists: readonly CommandList[]): CommandList {
  return { dispatches: lists.flatMap(({ dispatches }) => dispatches) };
}
