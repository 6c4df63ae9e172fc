/** The kernels of the training step, forward and backward, but for attention's, the loss's and the adapter's. */

import type { NetworkShape } from '../network-shape.ts';
import { declareKernel, read, uniform, write } from '../kernel.ts';
import { multiplyEnables, multiplyIncludes } from '../multiply.ts';

/** How many rows a micro-batch has. */
export const SIZES = uniform({ rows: 'u32' });

const MULTIPLYING = { MULTIPLY: 'u32', IN: 'u32', OUT: 'u32', OUT_MAJOR: 'bool' } as const;
const NORM = { HIDDEN_SIZE: 'f32', EPSILON: 'f32' } as const;

export const EMBED = declareKernel(
  'training/embed',
  { tokens: read('u32'), embedding: read('vec4f'), x: write('vec4f'), sizes: SIZES },
  { HIDDEN: 'u32' },
  { includes: ['common/grid'] },
);

export const PROJECT_ROTATED = declareKernel(
  'training/project-rotated',
  {
    x: read('vec4f'),
    w: read('vec4f'),
    queries: read('vec2u'),
    rotary: read('vec4f'),
    y: write('vec4f'),
    rstd: write('vec4f'),
    sizes: SIZES,
  },
  { ...MULTIPLYING, ...NORM, HEAD: 'u32', ROTATED: 'u32' },
  { includes: (constants) => [...multiplyIncludes(constants), 'training/rotation'], enables: multiplyEnables },
);

export const PROJECT_NORMED = declareKernel(
  'training/project-normed',
  { x: read('vec4f'), w: read('vec4f'), y: write('vec4f'), rstd: write('vec4f'), sizes: SIZES },
  { ...MULTIPLYING, ...NORM },
  { includes: multiplyIncludes, enables: multiplyEnables },
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
  { includes: multiplyIncludes, enables: multiplyEnables },
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
  { includes: multiplyIncludes, enables: multiplyEnables },
);

export const BACK_SWIGLU = declareKernel(
  'training/back-swiglu',
  { x: read('vec4f'), w: read('vec4f'), gate_up: read('vec4f'), y: write('vec4f'), sizes: SIZES },
  MULTIPLYING,
  { includes: (constants) => [...multiplyIncludes(constants), 'training/sigmoid'], enables: multiplyEnables },
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
  { includes: ['common/grid'] },
);

/** The constants of a norm over the real columns. */
export function normConstants({ hiddenSize, epsilon }: NetworkShape): Readonly<Record<keyof typeof NORM, number>> {
  return { HIDDEN_SIZE: hiddenSize, EPSILON: epsilon };
}
