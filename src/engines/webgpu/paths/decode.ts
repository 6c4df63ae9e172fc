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
import { choosePath, type Candidate, type Trial } from './select.ts';
import { openTimer, type Timer } from './timing.ts';

export type DecodeName = 'plain' | `fused, ${FusedVariant}`;

const SLOTS = 64;
/** Token steps of a trial; a processor takes tens of milliseconds for each. */
const STEPS = 16;
const SOFTWARE_STEPS = 4;
/** Contexts of a trial have so many tokens at most. */
const MAX_CONTEXT = 128;
const NEEDED_GAIN = 1.1;
const NO_TOKEN = 0xffff_ffff;

export interface DecodeQuestion {
  readonly gpu: Gpu;
  readonly network: Network;
  readonly memory: PathMemory;
  readonly adapterKey: string;
  readonly budget: number;
  /** Whether to try what takes a processor many seconds to compile, where one plays the device. */
  readonly isPatient: boolean;
  readonly products: { readonly few: MultiplyVariant; readonly many: MultiplyVariant };
}

/** `path` is null for the plain one. */
export async function chooseDecode(
  question: DecodeQuestion,
): Promise<{ readonly report: PathReport<DecodeName>; readonly path: OpenDecodePath | null }> {
  const { gpu, network, memory, adapterKey, budget, isPatient, products } = question;
  const { shape } = network;
  const plain: Candidate<DecodeName> = {
    name: 'plain',
    unavailable: null,
    open: () => DecodeTrial.open(question, null),
    neededGain: 1,
  };
  const fused = FUSED_VARIANTS.map((variant): Candidate<DecodeName> => ({
    name: `fused, ${variant}`,
    unavailable: fusedObstacle(gpu, network, variant) ?? softwareObstacle(question, variant),
    open: () => DecodeTrial.open(question, fusedPath(variant)),
    neededGain: NEEDED_GAIN,
  }));
  const code = [
    gpu.fingerprint(ATTEND, attendConstants(shape)),
    gpu.fingerprint(SAMPLE, sampleConstants(shape, false)),
    ...FUSED_VARIANTS.map((variant) => {
      const constants = fusedConstants(gpu, network, variant, false);
      return constants === null ? 0 : gpu.fingerprint(FUSED, constants);
    }),
  ];
  const report = await choosePath({
    choice: 'token steps',
    candidates: [plain, ...fused],
    key: [adapterKey, 'token steps', products.few, isPatient, code.join('.')].join(' '),
    memory,
    budget,
  });
  const chosen = FUSED_VARIANTS.find((variant) => report.chosen === `fused, ${variant}`);
  return { report, path: chosen === undefined ? null : fusedPath(chosen) };
}

/** Why it would be wasteful to try this where a processor plays the device; null where it is not. */
function softwareObstacle({ gpu, isPatient }: DecodeQuestion, variant: FusedVariant): string | null {
  const { isSoftware, architecture } = gpu.adapter;
  if (!isSoftware) return null;
  if (variant === 'broad') return 'a processor prefers fewer invocations';
  // Mesa's takes more than five minutes for a kernel with so many barriers.
  if (architecture !== 'swiftshader') return 'this software adapter compiles it for minutes';
  return isPatient ? null : 'a software adapter compiles it for many seconds';
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

  close(): void {
    this.#space.destroy();
    for (const slice of Object.values(this.#space.scratch) as readonly (Slice | number)[]) {
      if (typeof slice !== 'number') slice.buffer.destroy();
    }
  }

  get #steps(): number {
    const steps = this.#gpu.adapter.isSoftware ? SOFTWARE_STEPS : STEPS;
    return Math.min(steps, this.#space.state.capacity / 2);
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
