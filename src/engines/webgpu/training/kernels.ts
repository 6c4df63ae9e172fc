/** The kernels of the training step, forward and backward, but for attention's, the loss's and the adapter's. */

import { declareKernel, read, uniform, write } from '../kernel.ts';
import { multiplyEnables, plainMultiplyIncludes } from '../multiply.ts';

/** How many rows a micro-batch has. */
export const SIZES = uniform({ rows: 'u32' });

const MULTIPLYING = { MULTIPLY: 'u32', IN: 'u32', OUT: 'u32', OUT_MAJOR: 'bool' } as const;

/** Options of a kernel whose entry point is that of tiles. */
function tiled(...includes: readonly string[]) {
  return {
    includes: (constants: { readonly MULTIPLY: number }) => [
      ...plainMultiplyIncludes(constants),
      'common/tiles',
      ...includes,
    ],
    enables: multiplyEnables,
  } as const;
}

export const EMBED = declareKernel(
  'training/embed',
  { tokens: read('u32'), embedding: read('vec4f'), x: write('vec4f'), sizes: SIZES },
  { HIDDEN: 'u32' },
  { includes: ['common/grid'] },
);

export const ROOT_MEAN_SQUARE = declareKernel(
  'training/root-mean-square',
  { x: read('vec4f'), rstd: write('f32'), sizes: SIZES },
  { HIDDEN: 'u32', HIDDEN_SIZE: 'f32', EPSILON: 'f32', LANES: 'u32' },
  { includes: ['common/grid', 'training/lanes'] },
);

export const PROJECT_ROTATED = declareKernel(
  'training/project-rotated',
  {
    x: read('vec4f'),
    w: read('vec4f'),
    queries: read('vec2u'),
    rotary: read('vec4f'),
    rstd: read('vec4f'),
    y: write('vec4f'),
    sizes: SIZES,
  },
  { ...MULTIPLYING, HEAD: 'u32', ROTATED: 'u32' },
  tiled('training/rotation'),
);

export const PROJECT_NORMED = declareKernel(
  'training/project-normed',
  { x: read('vec4f'), w: read('vec4f'), rstd: read('vec4f'), y: write('vec4f'), sizes: SIZES },
  MULTIPLYING,
  tiled(),
);

export const PROJECT_RESIDUAL = declareKernel(
  'training/project-residual',
  {
    x: read('vec4f'),
    w: read('vec4f'),
    residual: read('vec4f'),
    queries: read('vec2u'),
    y: write('vec4f'),
    sizes: SIZES,
  },
  { ...MULTIPLYING, GATHERED: 'bool' },
  tiled(),
);

export const SWIGLU = declareKernel(
  'training/swiglu',
  { gate_up: read('vec4f'), activated: write('vec4f'), sizes: SIZES },
  { INNER: 'u32' },
  { includes: ['common/grid', 'training/sigmoid'] },
);

export const BACK_PROJECT = declareKernel(
  'training/back-project',
  { x: read('vec4f'), w: read('vec4f'), y: write('vec4f'), sizes: SIZES },
  MULTIPLYING,
  tiled(),
);

export const BACK_SWIGLU = declareKernel(
  'training/back-swiglu',
  { x: read('vec4f'), w: read('vec4f'), gate_up: read('vec4f'), y: write('vec4f'), sizes: SIZES },
  MULTIPLYING,
  tiled('training/sigmoid'),
);

export const BACK_NORM = declareKernel(
  'training/back-norm',
  {
    normed: read('vec4f'),
    x: read('vec4f'),
    rstd: read('f32'),
    beside: read('vec4f'),
    keys: read('vec4u'),
    gradient: write('vec4f'),
    sizes: SIZES,
  },
  { HIDDEN: 'u32', HIDDEN_SIZE: 'f32', LANES: 'u32', HAS_BESIDE: 'bool', SCATTERED: 'bool' },
  { includes: ['common/grid', 'training/lanes'] },
);
