/** The kernels that carry contexts on: shaders/rollout/ and shaders/sampling/, with their shapes. */

import { WaymarkError } from '../../../core/errors.ts';
import { declareKernel, read, write, type Constants } from '../kernel.ts';
import { multiplyEnables, multiplyIncludes, plainMultiplyIncludes } from '../multiply.ts';
import type { NetworkShape } from '../network-shape.ts';
import { DRAW, SIZES } from './state.ts';

const GRID = { includes: ['common/grid'] } as const;
const MULTIPLYING = { includes: multiplyIncludes, enables: multiplyEnables } as const;

interface Multiplying {
  readonly MULTIPLY: number;
}
const PRODUCT = { MULTIPLY: 'u32', IN: 'u32', OUT: 'u32', OUT_MAJOR: 'bool' } as const;
const NORM = { HIDDEN_SIZE: 'f32', EPSILON: 'f32' } as const;

export const EMBED = declareKernel(
  'rollout/embed',
  { rows: read('vec4u'), embedding: read('vec4f'), x: write('vec4f'), sizes: SIZES },
  { HIDDEN: 'u32' },
  GRID,
);

export const QKV = declareKernel(
  'rollout/qkv',
  {
    x: read('vec4f'),
    w: read('vec4f'),
    rows: read('vec4u'),
    rotary: read('vec4f'),
    queries: write('vec4f'),
    keys: write('vec4f'),
    values: write('vec4f'),
    sizes: SIZES,
  },
  { ...PRODUCT, ...NORM, QUERIES: 'u32', KEYS: 'u32', HEAD: 'u32', SCALE: 'f32' },
  {
    ...MULTIPLYING,
    includes: (constants: Multiplying) => [...multiplyIncludes(constants), 'common/tiles', 'common/cursor'],
  },
);

const ATTEND_BINDINGS = {
  rows: read('vec4u'),
  queries: read('vec4f'),
  keys: read('vec4f'),
  values: read('vec4f'),
  w: read('vec4f'),
  residual: read('vec4f'),
  result: write('vec4f'),
  sizes: SIZES,
} as const;
const ATTENDING = { includes: ['common/grid', 'common/vectors', 'common/cursor'] } as const;
const ATTEND_SHAPE = { HEADS: 'u32', GROUP: 'u32', HEAD: 'u32', KEYS: 'u32', HIDDEN: 'u32' } as const;

/** A workgroup for each row. */
export const ATTEND = declareKernel(
  'rollout/attend',
  ATTEND_BINDINGS,
  { ...ATTEND_SHAPE, CHUNK: 'u32', PARTS: 'u32', INVOCATIONS: 'u32' },
  ATTENDING,
);

/** A workgroup for each four rows. */
export const ATTEND_SERIAL = declareKernel('rollout/attend-serial', ATTEND_BINDINGS, ATTEND_SHAPE, ATTENDING);

export const GATE = declareKernel(
  'rollout/gate',
  { x: read('vec4f'), w: read('vec4f'), inner: write('vec4f'), sizes: SIZES },
  { ...PRODUCT, ...NORM, EXCHANGES: 'bool' },
  MULTIPLYING,
);

export const DOWN = declareKernel(
  'rollout/down',
  { x: read('vec4f'), w: read('vec4f'), residual: read('vec4f'), result: write('vec4f'), sizes: SIZES },
  PRODUCT,
  { ...MULTIPLYING, includes: (constants: Multiplying) => [...plainMultiplyIncludes(constants), 'common/tiles'] },
);

export const HEAD = declareKernel(
  'rollout/head',
  { x: read('vec4f'), w: read('vec4f'), logits: write('vec4f'), sizes: SIZES },
  { ...PRODUCT, ...NORM },
  { ...MULTIPLYING, includes: (constants: Multiplying) => [...multiplyIncludes(constants), 'common/tiles'] },
);

export const SAMPLE = declareKernel(
  'sampling/sample',
  {
    logits: read('f32'),
    cursors: write('vec4u'),
    streams: read('vec4u'),
    masked: read('u32'),
    drawn: write('vec4u'),
    draw: DRAW,
  },
  { VOCABULARY: 'u32', SAMPLING_INVOCATIONS: 'u32', FILTERS: 'bool' },
  { includes: ['common/threefry', 'common/sampling', 'common/cursor'] },
);

export const MOVE = declareKernel(
  'rollout/move',
  { moves: read('vec4u'), keys: write('vec4f'), values: write('vec4f'), sizes: SIZES },
  { KEYS: 'u32' },
);

/** Workgroup memory that every device has, less what compilers put beside ours. */
const WORKGROUP_BYTES = 16_384 - 512;
const GREATEST_CHUNK = 128;
const LEAST_CHUNK = 16;
const INVOCATIONS = 256;
/** Rows of a workgroup of the serial kernel. */
export const SERIAL_ROWS = 4;

export function attendShape({ heads, keyHeads, head, keys, hidden }: NetworkShape): Constants<typeof ATTEND_SHAPE> {
  return { HEADS: heads, GROUP: heads / keyHeads, HEAD: head, KEYS: keys, HIDDEN: hidden };
}

/** Whether the serial kernel's workgroups are small enough for every device. */
export function canAttendSerially({ heads, queries }: NetworkShape): boolean {
  return SERIAL_ROWS * heads <= INVOCATIONS && SERIAL_ROWS * queries * 4 <= WORKGROUP_BYTES;
}

/**
 * Constants of the parallel kernel, with the longest chunk that fits in workgroup memory. Throws `bad-model` for heads
 * that together do not fit.
 */
export function attendConstants(shape: NetworkShape): Constants<typeof ATTEND.constants> {
  const columns = shape.queries / 4;
  const parts = Math.max(1, Math.floor(INVOCATIONS / columns));
  const fixed = parts * columns * 16 + shape.heads * 12 + 16;
  for (let chunk = GREATEST_CHUNK; chunk >= LEAST_CHUNK; chunk /= 2) {
    if (fixed + shape.heads * chunk * 4 > WORKGROUP_BYTES) continue;
    return { ...attendShape(shape), CHUNK: chunk, PARTS: parts, INVOCATIONS };
  }
  throw new WaymarkError(
    'bad-model',
    `Attention of width ${shape.queries} is too wide for this device’s kernels.`,
    'Use the portable engine.',
  );
}

/** Above this vocabulary a workgroup samples with as many invocations as every device allows. */
const SMALL_VOCABULARY = 2048;

export function sampleConstants({ vocabulary }: NetworkShape, filters: boolean): Constants<typeof SAMPLE.constants> {
  return {
    VOCABULARY: vocabulary,
    SAMPLING_INVOCATIONS: vocabulary <= SMALL_VOCABULARY ? 64 : 256,
    FILTERS: filters,
  };
}
