/** Passes over the network as lists of dispatches: four for each layer, and three around them. */

import { foldedGrid, type Dispatch } from '../command-list.ts';
import type { Gpu, Slice } from '../gpu.ts';
import { uniformBytes } from '../kernel.ts';
import { multiplyIndex, multiplyWaits, multiplyWorkgroups, type MultiplyVariant } from '../multiply.ts';
import type { NetworkShape } from '../network-shape.ts';
import type { Network } from '../network.ts';
import {
  ATTEND,
  ATTEND_SERIAL,
  attendConstants,
  attendShape,
  canAttendSerially,
  DOWN,
  EMBED,
  GATE,
  HEAD,
  QKV,
  SAMPLE,
  sampleConstants,
  SERIAL_ROWS,
} from './kernels.ts';
import { SIZES, type DecodePath, type OpenDecodePath, type RolloutState } from './state.ts';

/** What passes keep between their dispatches; nothing in it outlives a pass. */
export interface Scratch {
  /** A multiple of 32. */
  readonly rows: number;
  readonly slots: number;
  /** The residual stream before and after attention, [rows, hidden]. */
  readonly x: Slice;
  readonly y: Slice;
  /** [rows, queries] */
  readonly queries: Slice;
  /** [rows, inner] */
  readonly inner: Slice;
  /** [slots, vocabulary] */
  readonly logits: Slice;
}

/** For passes of so many rows, of which so many slots draw tokens. */
export function allocateScratch(gpu: Gpu, { shape }: Network, rows: number, slots: number): Scratch {
  const room = Math.ceil(rows / 32) * 32;
  const numbers = (name: string, lines: number, width: number): Slice => gpu.storage(name, lines * width * 4);
  return {
    rows: room,
    slots,
    x: numbers('residual', room, shape.hidden),
    y: numbers('residual after attention', room, shape.hidden),
    queries: numbers('queries', room, shape.queries),
    inner: numbers('inner', room, shape.inner),
    logits: numbers('logits', Math.ceil(slots / 32) * 32, shape.vocabulary),
  };
}

export interface PassParts {
  readonly gpu: Gpu;
  readonly network: Network;
  readonly multiply: MultiplyVariant;
  readonly state: RolloutState;
  readonly scratch: Scratch;
}

/** The end of a pass, in which the first so many slots draw their next token. */
export interface PassTail {
  readonly slots: number;
  readonly filters: boolean;
}

/**
 * A pass that reads the tokens in `rows` [count] of (slot, position, token, own index), a multiple of four. Without a
 * tail it only fills the cache. With one, what the last layer does after its cache and all that follows is done for the
 * slots' cursors alone, whose hidden states are those of their fourth words.
 */
export async function recordPass(
  { gpu, network, multiply, state, scratch }: PassParts,
  rows: Slice,
  count: number,
  tail: PassTail | null,
): Promise<readonly Dispatch[]> {
  const { shape, layers } = network;
  const { x, y, queries, inner, logits } = scratch;
  const product = (inputs: number, outputs: number) => ({
    MULTIPLY: multiplyIndex(multiply),
    IN: inputs,
    OUT: outputs,
    OUT_MAJOR: true,
  });
  // Only this variant's invocations are free to multiply where they like.
  const exchanges = multiply !== 'register';
  const norm = { HIDDEN_SIZE: shape.hiddenSize, EPSILON: shape.epsilon };
  const attendBy = attention(gpu, shape, multiply);
  const grid = (of: number, outputs: number): readonly [number, number, number] =>
    multiplyWorkgroups(multiply, of, outputs);

  const sizes = sizesOf(gpu, state, count);
  const dispatches: Promise<Dispatch>[] = [
    gpu.prepare(
      EMBED,
      { HIDDEN: shape.hidden / 4 },
      { rows, embedding: network.embedding, x, sizes },
      foldedGrid(Math.ceil((count * shape.hidden) / 4 / 64)),
    ),
  ];
  for (const [layer, { qkv, output, gateUp, down }] of layers.entries()) {
    const cache = { keys: state.keys[layer], values: state.values[layer] };
    dispatches.push(
      gpu.prepare(
        QKV,
        {
          ...product(shape.hidden, shape.projected),
          ...norm,
          QUERIES: shape.queries,
          KEYS: shape.keys,
          HEAD: shape.head,
          SCALE: 1 / Math.sqrt(shape.headSize),
        },
        { x, w: qkv, rows, rotary: network.rotary, queries, ...cache, sizes },
        grid(count, shape.projected),
      ),
    );
    const isLast = layer === layers.length - 1;
    if (isLast && tail === null) break;
    const left = isLast && tail !== null ? tail.slots : count;
    const list = isLast ? state.cursors : rows;
    const leftSizes = sizesOf(gpu, state, left);
    dispatches.push(
      attendBy({ rows: list, queries, ...cache, w: output, residual: x, result: y, sizes: leftSizes }, left),
      gpu.prepare(
        GATE,
        { ...product(shape.hidden, 2 * shape.inner), ...norm, EXCHANGES: exchanges },
        { x: y, w: gateUp, inner, sizes: leftSizes },
        grid(left, exchanges ? 2 * shape.inner : shape.inner),
      ),
      gpu.prepare(
        DOWN,
        product(shape.inner, shape.hidden),
        { x: inner, w: down, residual: y, result: x, sizes: leftSizes },
        grid(left, shape.hidden),
      ),
    );
  }
  if (tail !== null) {
    const { cursors, streams, masked, drawn, draw } = state;
    dispatches.push(
      gpu.prepare(
        HEAD,
        { ...product(shape.hidden, shape.vocabulary), ...norm },
        { x, w: network.head, logits, sizes: sizesOf(gpu, state, tail.slots) },
        grid(tail.slots, shape.vocabulary),
      ),
      gpu.prepare(SAMPLE, sampleConstants(shape, tail.filters), { logits, cursors, streams, masked, drawn, draw }, [
        tail.slots,
        1,
        1,
      ]),
    );
  }
  return Promise.all(dispatches);
}

type AttendBuffers = Readonly<Record<keyof typeof ATTEND.bindings, Slice>>;

/** Attention in the way that devices like which like this product. */
function attention(
  gpu: Gpu,
  shape: NetworkShape,
  multiply: MultiplyVariant,
): (buffers: AttendBuffers, rows: number) => Promise<Dispatch> {
  // Those that multiply without workgroup memory are slow at waiting.
  if (!multiplyWaits(multiply) && canAttendSerially(shape)) {
    return (buffers, rows) =>
      gpu.prepare(ATTEND_SERIAL, attendShape(shape), buffers, foldedGrid(Math.ceil(rows / SERIAL_ROWS)));
  }
  const constants = attendConstants(shape);
  return (buffers, rows) => gpu.prepare(ATTEND, constants, buffers, foldedGrid(rows));
}

function sizesOf(gpu: Gpu, { capacity }: RolloutState, rows: number): Slice {
  const slice = gpu.uniform('sizes', 16);
  gpu.write(slice, uniformBytes(SIZES, { rows, capacity, zero: 0 }));
  return slice;
}

/** The path of few dispatches: a token step is a pass over the cursors. */
export async function plainPath(
  { gpu, network, state, slots, filters }: Parameters<OpenDecodePath>[0],
  multiply: MultiplyVariant,
  scratch: Scratch,
): Promise<DecodePath> {
  const parts = { gpu, network, multiply, state, scratch };
  const step = { dispatches: await recordPass(parts, state.cursors, slots, { slots, filters }) };
  return { decode: (steps) => Promise.resolve(Array.from({ length: steps }, () => step)) };
}
