/** The kernels that carry contexts on: shaders/rollout/ and shaders/sampling/, with their shapes. */

import { WaymarkError } from '../../../core/errors.ts';
import { declareKernel, read, write, type Constants } from '../kernel.ts';
import { multiplyEnables, multiplyIncludes, plainMultiplyIncludes } from '../multiply.ts';
import type { NetworkShape } from '../network-shape.ts';
import { DRAW, SIZES } from './state.ts';

const GRID = { includes: ['common/grid'] } as const;
const MULTIPLYING = { includes: multiplyIncludes, enables: multiplyEnables } as const;
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
  MULTIPLYING,
);

export const ATTEND = declareKernel(
  'rollout/attend',
  {
    rows: read('vec4u'),
    queries: read('vec4f'),
    keys: read('vec4f'),
    values: read('vec4f'),
    w: read('vec4f'),
    residual: read('vec4f'),
    result: write('vec4f'),
    sizes: SIZES,
  },
  {
    HEADS: 'u32',
    GROUP: 'u32',
    HEAD: 'u32',
    KEYS: 'u32',
    HIDDEN: 'u32',
    ROWS: 'u32',
    CHUNK: 'u32',
    PARTS: 'u32',
    INVOCATIONS: 'u32',
  },
  GRID,
);

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
  { ...MULTIPLYING, includes: plainMultiplyIncludes },
);

export const HEAD = declareKernel(
  'rollout/head',
  { x: read('vec4f'), w: read('vec4f'), logits: write('vec4f'), sizes: SIZES },
  { ...PRODUCT, ...NORM },
  MULTIPLYING,
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
  { includes: ['common/threefry', 'common/sampling'] },
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

/**
 * How attention is cut into workgroups of `invocations` for `rows` rows each: the longest chunk that fits in workgroup
 * memory. Null where not even the shortest does.
 */
function attendCut(
  { heads, queries }: NetworkShape,
  rows: 1 | 4,
  invocations: number,
): { readonly ROWS: number; readonly CHUNK: number; readonly PARTS: number; readonly INVOCATIONS: number } | null {
  const units = rows * (queries / 4);
  const parts = Math.max(1, Math.floor(invocations / units));
  const fixed = parts * units * 16 + rows * (heads * 12 + 16);
  for (let chunk = GREATEST_CHUNK; chunk >= LEAST_CHUNK; chunk /= 2) {
    if (fixed + rows * heads * chunk * 4 > WORKGROUP_BYTES) continue;
    return { ROWS: rows, CHUNK: chunk, PARTS: parts, INVOCATIONS: invocations };
  }
  return null;
}

/**
 * Attention's constants. Workgroups of four rows use each weight of the projection four times, which processors like;
 * of one row, they are more and shorter, which graphics processors like. Throws `bad-model` for heads that together do
 * not fit in workgroup memory.
 */
export function attendConstants(
  shape: NetworkShape,
  prefers: 'reuse' | 'parallel',
): Constants<typeof ATTEND.constants> {
  const alone = attendCut(shape, 1, 256) ?? attendCut(shape, 1, 64);
  const cut = prefers === 'reuse' ? (attendCut(shape, 4, 64) ?? alone) : alone;
  if (cut === null) {
    throw new WaymarkError(
      'bad-model',
      `Attention of width ${shape.queries} is too wide for this device’s kernels.`,
      'Use the portable engine.',
    );
  }
  const { heads, keyHeads, head, keys, hidden } = shape;
  return { HEADS: heads, GROUP: heads / keyHeads, HEAD: head, KEYS: keys, HIDDEN: hidden, ...cut };
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
