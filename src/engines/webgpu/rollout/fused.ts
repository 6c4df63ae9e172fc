/**
 * The decode path of one dispatch for several tokens: for models whose layers take less time than starting a kernel
 * does. It needs the activations of four contexts to fit in workgroup memory, and the packed network and the caches to
 * be one buffer each.
 */

import type { CommandList, Dispatch } from '../command-list.ts';
import type { Gpu, Slice } from '../gpu.ts';
import { declareKernel, read, uniform, uniformBytes, write, type Constants } from '../kernel.ts';
import type { Network } from '../network.ts';
import type { NetworkShape } from '../network-shape.ts';
import { DRAW, type DecodePath, type OpenDecodePath, type RolloutState } from './state.ts';

/** How much a dispatch does, and where the caches lie in their buffer, in vectors. */
const SPAN = uniform({ steps: 'u32', capacity: 'u32', keys: 'u32', values: 'u32', stride: 'u32', zero: 'u32' });

export const FUSED = declareKernel(
  'rollout/fused',
  {
    weights: read('vec4f'),
    cache: write('vec4f'),
    cursors: write('vec4u'),
    streams: read('vec4u'),
    masked: read('u32'),
    drawn: write('vec4u'),
    draw: DRAW,
    span: SPAN,
  },
  {
    LAYERS: 'u32',
    HIDDEN: 'u32',
    INNER: 'u32',
    VOCABULARY: 'u32',
    HEADS: 'u32',
    GROUP: 'u32',
    HEAD: 'u32',
    KEYS: 'u32',
    HIDDEN_SIZE: 'f32',
    EPSILON: 'f32',
    SCALE: 'f32',
    EMBEDDING_AT: 'u32',
    HEAD_AT: 'u32',
    ROTARY_AT: 'u32',
    QKV_AT: 'u32',
    OUTPUT_AT: 'u32',
    GATE_UP_AT: 'u32',
    DOWN_AT: 'u32',
    LAYER_STRIDE: 'u32',
    SAMPLING_INVOCATIONS: 'u32',
    COLUMNS: 'u32',
    CHUNK: 'u32',
    FILTERS: 'bool',
  },
  { includes: ['common/threefry', 'common/sampling', 'common/vectors', 'common/cursor'] },
);

/**
 * `broad`: many invocations with one column of a product each, as graphics processors like. `tall`: few invocations
 * with four columns each, which load less, as software adapters like.
 */
export const FUSED_VARIANTS = ['broad', 'tall'] as const;
export type FusedVariant = (typeof FUSED_VARIANTS)[number];

const SHAPES = {
  broad: { SAMPLING_INVOCATIONS: 256, COLUMNS: 1 },
  tall: { SAMPLING_INVOCATIONS: 64, COLUMNS: 4 },
} as const satisfies Record<FusedVariant, Partial<Constants<typeof FUSED.constants>>>;

const SLOTS_PER_WORKGROUP = 4;
/** Tokens of one dispatch at most: a power of two. */
const MAX_STEPS = 16;
const VECTOR_BYTES = 16;
/** Positions whose scores are held at once. */
const CHUNKS = [64, 32, 16] as const;
/** What compilers put beside our own arrays. */
const SPARE_BYTES = 512;

type WeightPlaces = Pick<
  Constants<typeof FUSED.constants>,
  'EMBEDDING_AT' | 'HEAD_AT' | 'ROTARY_AT' | 'QKV_AT' | 'OUTPUT_AT' | 'GATE_UP_AT' | 'DOWN_AT' | 'LAYER_STRIDE'
>;

/** Where the packed network lies, in vectors; null where it is not one buffer of equal layers. */
function weightPlaces({ embedding, head, rotary, layers }: Network): WeightPlaces | null {
  const [first] = layers;
  const stride = strideOf(layers.map(({ qkv }) => qkv));
  const strides = [
    strideOf(layers.map(({ output }) => output)),
    strideOf(layers.map(({ gateUp }) => gateUp)),
    strideOf(layers.map(({ down }) => down)),
  ];
  const { buffer } = embedding;
  const isOne = [head, rotary, first.qkv, first.output, first.gateUp, first.down].every(
    (slice) => slice.buffer === buffer,
  );
  if (!isOne || stride === null || strides.some((other) => other !== stride)) return null;
  return {
    EMBEDDING_AT: vectors(embedding),
    HEAD_AT: vectors(head),
    ROTARY_AT: vectors(rotary),
    QKV_AT: vectors(first.qkv),
    OUTPUT_AT: vectors(first.output),
    GATE_UP_AT: vectors(first.gateUp),
    DOWN_AT: vectors(first.down),
    LAYER_STRIDE: stride,
  };
}

function vectors({ offset }: Slice): number {
  return offset / VECTOR_BYTES;
}

/** The distance between neighbours, in vectors; null where they are not in one buffer and equally far apart. */
function strideOf(slices: readonly Slice[]): number | null {
  const stride = slices.length < 2 ? 0 : vectors(slices[1]) - vectors(slices[0]);
  const isEven = slices.every(
    (slice, index) => slice.buffer === slices[0].buffer && vectors(slice) === vectors(slices[0]) + index * stride,
  );
  return isEven ? stride : null;
}

/** Bytes of workgroup memory, but for the scores. */
function fixedBytes(shape: NetworkShape, invocations: number): number {
  const { hidden, projected, inner, vocabulary, queries, heads } = shape;
  const activations = hidden + Math.max(projected, inner, vocabulary) + queries;
  const pairs = SLOTS_PER_WORKGROUP * heads;
  // 3 numbers for each pair, 16 sums of squares, 4 cursors; for sampling two pairs of words per invocation.
  return activations * VECTOR_BYTES + pairs * 12 + 20 * VECTOR_BYTES + invocations * 17 + SPARE_BYTES;
}

/** The longest chunk of positions for which everything fits in workgroup memory; null where none does. */
function chunkOf(gpu: Gpu, shape: NetworkShape, invocations: number): number | null {
  const room = gpu.device.limits.maxComputeWorkgroupStorageSize - fixedBytes(shape, invocations);
  return CHUNKS.find((chunk) => SLOTS_PER_WORKGROUP * shape.heads * chunk * 4 <= room) ?? null;
}

/** Why this device cannot have this model's fused path, in words; null where it can. */
export function fusedObstacle(gpu: Gpu, network: Network, variant: FusedVariant): string | null {
  if (chunkOf(gpu, network.shape, SHAPES[variant].SAMPLING_INVOCATIONS) === null) {
    return 'the activations of four contexts do not fit in this device’s workgroup memory';
  }
  return weightPlaces(network) === null ? 'the weights do not fit in one buffer of this device' : null;
}

/** Null where there is an obstacle. */
export function fusedConstants(
  gpu: Gpu,
  network: Network,
  variant: FusedVariant,
  filters: boolean,
): Constants<typeof FUSED.constants> | null {
  const { shape } = network;
  const places = weightPlaces(network);
  const chunk = chunkOf(gpu, shape, SHAPES[variant].SAMPLING_INVOCATIONS);
  if (places === null || chunk === null) return null;
  return {
    ...places,
    ...SHAPES[variant],
    LAYERS: shape.layers,
    HIDDEN: shape.hidden,
    INNER: shape.inner,
    VOCABULARY: shape.vocabulary,
    HEADS: shape.heads,
    GROUP: shape.heads / shape.keyHeads,
    HEAD: shape.head,
    KEYS: shape.keys,
    HIDDEN_SIZE: shape.hiddenSize,
    EPSILON: shape.epsilon,
    SCALE: 1 / Math.sqrt(shape.headSize),
    CHUNK: chunk,
    FILTERS: filters,
  };
}

/** Where the caches lie; null where they are not in one buffer. */
function cachePlaces({ keys, values }: RolloutState): { keys: number; values: number; stride: number } | null {
  const stride = strideOf(keys);
  if (stride === null || strideOf(values) !== stride || keys[0].buffer !== values[0].buffer) return null;
  return { keys: vectors(keys[0]), values: vectors(values[0]), stride };
}

/** Opens the fused path. It gives null where caches have outgrown one buffer although the model fits. */
export function fusedPath(variant: FusedVariant): OpenDecodePath {
  return async ({ gpu, network, state, slots, filters }) => {
    const caches = cachePlaces(state);
    const constants = fusedConstants(gpu, network, variant, filters);
    if (caches === null || constants === null) return null;
    const { cursors, streams, masked, drawn, draw } = state;
    const buffers = {
      ...{ weights: wholeOf(network.embedding), cache: wholeOf(state.keys[0]) },
      ...{ cursors, streams, masked, drawn, draw },
    };
    const prepare = async (steps: number): Promise<Dispatch> => {
      const span = gpu.uniform('span', 32);
      gpu.write(span, uniformBytes(SPAN, { steps, capacity: state.capacity, ...caches, zero: 0 }));
      return gpu.prepare(FUSED, constants, { ...buffers, span }, [slots / SLOTS_PER_WORKGROUP, 1, 1]);
    };
    return decodeBy(prepare);
  };
}

function wholeOf({ buffer }: Slice): Slice {
  return { buffer, offset: 0, size: buffer.size };
}

/** Puts any number of steps together from dispatches of 1, 2, 4, ... steps, each of which is made once. */
function decodeBy(prepare: (steps: number) => Promise<Dispatch>): DecodePath {
  const made = new Map<number, Promise<Dispatch>>();
  const dispatchOf = (steps: number): Promise<Dispatch> => {
    const known = made.get(steps) ?? prepare(steps);
    made.set(steps, known);
    return known;
  };
  return {
    decode: async (steps) => {
      const lists: CommandList[] = [];
      let left = steps;
      for (let part = MAX_STEPS; part >= 1; part /= 2) {
        for (; left >= part; left -= part) lists.push({ dispatches: [await dispatchOf(part)] });
      }
      return lists;
    },
  };
}
