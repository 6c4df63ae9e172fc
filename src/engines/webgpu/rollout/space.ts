/** Room on the device for a number of contexts, and the passes recorded for it. */

import { WaymarkError } from '../../../core/errors.ts';
import { allocateArena } from '../arena.ts';
import type { CommandList } from '../command-list.ts';
import type { Gpu, Slice } from '../gpu.ts';
import { uniformBytes } from '../kernel.ts';
import type { MultiplyVariant } from '../multiply.ts';
import type { Network } from '../network.ts';
import type { NetworkShape } from '../network-shape.ts';
import { MOVE } from './kernels.ts';
import { plainPath, recordPass, type PassTail, type Scratch } from './record.ts';
import { SIZES, type DecodePath, type OpenDecodePath, type RolloutState } from './state.ts';

/** Bytes of a list entry: four words. */
const ENTRY_BYTES = 16;
/** Caches up to so many bytes have room for the longest contexts from the beginning. */
const SMALL_CACHES = 128 * 2 ** 20;
/** Positions that a cache which cannot have room for the longest contexts has at first. */
const FIRST_CAPACITY = 256;

export interface SpaceParts {
  readonly gpu: Gpu;
  readonly network: Network;
  readonly maskedTokens: readonly number[];
  /** For passes that read many tokens, and for token steps. */
  readonly products: { readonly few: MultiplyVariant; readonly many: MultiplyVariant };
  /** Another path for token steps than the plain one. */
  readonly decode: OpenDecodePath | null;
}

/** Copies of the first `tokens` positions of a slot to another. */
export interface SlotMove {
  readonly from: number;
  readonly to: number;
  readonly tokens: number;
}

export class RolloutSpace {
  readonly state: RolloutState;
  readonly scratch: Scratch;
  readonly #parts: SpaceParts;
  /** By index: lists of rows for the passes of one submit. */
  readonly #rows: Slice[] = [];
  readonly #moves: Slice[] = [];
  readonly #lists = new Map<string, Promise<CommandList>>();
  readonly #paths = new Map<string, Promise<DecodePath>>();

  constructor(parts: SpaceParts, slots: number, capacity: number, scratch: Scratch) {
    this.#parts = parts;
    this.scratch = scratch;
    this.state = allocateState(parts, slots, capacity);
  }

  get shape(): NetworkShape {
    return this.#parts.network.shape;
  }

  /** Tokens that a context may have. */
  get limit(): number {
    return this.shape.positions;
  }

  /** A pass over what is written to its rows, (slot, position, token, own index); `index` tells passes of a submit apart. */
  async pass(index: number, entries: Uint32Array<ArrayBuffer>, tail: PassTail | null): Promise<CommandList> {
    const { gpu, network, products } = this.#parts;
    const { state, scratch } = this;
    const rows = (this.#rows[index] ??= gpu.storage('rows', scratch.rows * ENTRY_BYTES));
    gpu.write(rows, entries);
    const count = entries.length / 4;
    return this.#list(`pass ${index} ${count} ${JSON.stringify(tail)}`, async () => ({
      dispatches: await recordPass({ gpu, network, multiply: products.many, state, scratch }, rows, count, tail),
    }));
  }

  /** Token steps of the first `slots` slots. */
  path(slots: number, filters: boolean): Promise<DecodePath> {
    const { gpu, network } = this.#parts;
    const key = `${slots} ${filters}`;
    let path = this.#paths.get(key);
    if (!path) {
      path = this.#openPath({ gpu, network, state: this.state, slots, filters });
      this.#paths.set(key, path);
    }
    return path;
  }

  async #openPath(parts: Parameters<OpenDecodePath>[0]): Promise<DecodePath> {
    const { products, decode } = this.#parts;
    return (await decode?.(parts)) ?? plainPath(parts, products.few, this.scratch);
  }

  /** Copies between slots, of which none is both read and written. */
  async move(index: number, moves: readonly SlotMove[]): Promise<CommandList> {
    const { gpu, network } = this.#parts;
    const { state } = this;
    const list = (this.#moves[index] ??= gpu.storage('moves', state.slots * ENTRY_BYTES));
    gpu.write(list, Uint32Array.from(moves.flatMap(({ from, to, tokens }) => [from, to, tokens, 0])));
    return this.#list(`move ${index} ${moves.length}`, async () => {
      const sizes = gpu.uniform('sizes', ENTRY_BYTES);
      gpu.write(sizes, uniformBytes(SIZES, { rows: moves.length, capacity: state.capacity, zero: 0 }));
      const dispatches = network.layers.map((_, layer) =>
        gpu.prepare(
          MOVE,
          { KEYS: network.shape.keys / 4 },
          { moves: list, keys: state.keys[layer], values: state.values[layer], sizes },
          [moves.length, 1, 1],
        ),
      );
      return { dispatches: await Promise.all(dispatches) };
    });
  }

  #list(key: string, record: () => Promise<CommandList>): Promise<CommandList> {
    let list = this.#lists.get(key);
    if (!list) {
      list = record();
      this.#lists.set(key, list);
    }
    return list;
  }

  /** A space of another capacity with the same contexts; this one is then gone. `lengths` are the positions in use. */
  grown(capacity: number, lengths: readonly number[]): RolloutSpace {
    const { gpu, network } = this.#parts;
    const other = new RolloutSpace(this.#parts, this.state.slots, capacity, this.scratch);
    const line = network.shape.keys * 4;
    const encoder = gpu.device.createCommandEncoder();
    for (const cache of ['keys', 'values'] as const) {
      this.state[cache].forEach((from, layer) => {
        lengths.forEach((length, slot) => {
          if (length === 0) return;
          encoder.copyBufferToBuffer(
            from.buffer,
            from.offset + slot * this.state.capacity * line,
            other.state[cache][layer].buffer,
            other.state[cache][layer].offset + slot * capacity * line,
            length * line,
          );
        });
      });
    }
    gpu.device.queue.submit([encoder.finish()]);
    gpu.counters.submits++;
    this.destroy();
    return other;
  }

  destroy(): void {
    const { keys, values, cursors, streams, masked, drawn, draw } = this.state;
    for (const { buffer } of [
      ...keys,
      ...values,
      cursors,
      streams,
      masked,
      drawn,
      draw,
      ...this.#rows,
      ...this.#moves,
    ]) {
      buffer.destroy();
    }
  }
}

/** Positions with which a space begins that needs `needed`: all that the model has where that is little memory. */
export function firstCapacity(shape: NetworkShape, slots: number, needed: number): number {
  const longest = Math.ceil(shape.positions / 4) * 4;
  if (2 * shape.layers * slots * longest * shape.keys * 4 <= SMALL_CACHES) return longest;
  return Math.min(longest, roundedUp(needed));
}

/** The capacity to which a space grows. */
export function nextCapacity(shape: NetworkShape, needed: number): number {
  return Math.min(Math.ceil(shape.positions / 4) * 4, roundedUp(needed));
}

function roundedUp(needed: number): number {
  let capacity = FIRST_CAPACITY;
  while (capacity < needed) capacity *= 2;
  return capacity;
}

/** Throws `gpu-memory` where a layer's keys do not fit in a binding. */
export function allocateState(
  { gpu, network, maskedTokens }: Pick<SpaceParts, 'gpu' | 'network' | 'maskedTokens'>,
  slots: number,
  capacity: number,
): RolloutState {
  const { shape } = network;
  const bytes = slots * capacity * shape.keys * 4;
  const most = gpu.largestBinding;
  if (bytes > most) {
    throw new WaymarkError(
      'gpu-memory',
      `${slots} contexts of ${capacity} tokens need ${bytes} bytes for each layer’s keys, and this device binds at most ${most}.`,
      'Use fewer contexts at a time.',
    );
  }
  const layers = Array.from({ length: shape.layers }, (_, layer) => layer);
  const sizes = layers.flatMap((layer) => ['keys', 'values'].map((name) => [`${layer}.${name}`, bytes / 4] as const));
  // In one buffer where that is allowed, for paths that read the caches of all layers.
  const caches = [...allocateArena(gpu, 'caches', new Map(sizes)).values()];
  const state = {
    slots,
    capacity,
    keys: layers.map((layer) => caches[2 * layer]),
    values: layers.map((layer) => caches[2 * layer + 1]),
    cursors: gpu.storage('cursors', slots * ENTRY_BYTES),
    streams: gpu.storage('streams', slots * ENTRY_BYTES),
    masked: gpu.storage('masked', Math.ceil(shape.vocabulary / 32) * 4),
    drawn: gpu.storage('drawn', capacity * slots * ENTRY_BYTES),
    draw: gpu.uniform('draw', 32),
  };
  gpu.write(state.masked, maskedWords(shape, maskedTokens));
  return state;
}

/** A bit for each token that is never drawn, and for padding. */
function maskedWords(
  { vocabulary, vocabularySize }: NetworkShape,
  masked: readonly number[],
): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(Math.ceil(vocabulary / 32));
  const mask = (id: number): void => {
    words[Math.floor(id / 32)] |= 1 << (id % 32);
  };
  for (const id of masked) mask(id);
  for (let id = vocabularySize; id < vocabulary; id++) mask(id);
  return words;
}
