/** Attention over packed contexts, forward and backward, without ever storing its matrix. */

import { foldedGrid, type Dispatch } from '../command-list.ts';
import type { Gpu, Slice } from '../gpu.ts';
import { declareKernel, read, write } from '../kernel.ts';
import type { NetworkShape } from '../network-shape.ts';
import { SIZES } from './kernels.ts';
import { ANY_GRID, type Step, type View } from './steps.ts';
import type { BackwardTape, LayerTape, ViewBuffers } from './tape.ts';

const HEADS = {
  HEAD: 'u32',
  HEADS: 'u32',
  GROUP: 'u32',
  QUERIES: 'u32',
  PROJECTED: 'u32',
  SCALE: 'f32',
} as const;

export const ATTEND = declareKernel(
  'attention/forward',
  { qkv: read('vec4f'), queries: read('vec2u'), attended: write('vec4f'), lse: write('f32'), sizes: SIZES },
  HEADS,
  { includes: ['common/grid', 'common/vectors', 'attention/packed'] },
);

export const BACK_QUERIES = declareKernel(
  'attention/backward-queries',
  {
    qkv: read('vec4f'),
    queries: read('vec2u'),
    attended: read('vec4f'),
    attended_gradient: read('vec4f'),
    lse: read('f32'),
    rotary: read('vec4f'),
    delta: write('f32'),
    qkv_gradient: write('vec4f'),
    sizes: SIZES,
  },
  HEADS,
  { includes: ['common/grid', 'attention/packed', 'training/rotation'] },
);

export const BACK_KEYS = declareKernel(
  'attention/backward-keys',
  {
    qkv: read('vec4f'),
    queries: read('vec2u'),
    keys: read('vec4u'),
    attended_gradient: read('vec4f'),
    lse: read('f32'),
    delta: read('f32'),
    rotary: read('vec4f'),
    qkv_gradient: write('vec4f'),
    sizes: SIZES,
  },
  { ...HEADS, WITH_KEYS: 'bool' },
  { includes: ['common/grid', 'attention/packed', 'training/rotation'] },
);

/** Rows of a tile, as in the shaders. */
const TILE_ROWS = 4;
const INVOCATIONS = 64;

/** The constants of attention's kernels. */
export function headConstants(shape: NetworkShape) {
  return {
    HEAD: shape.head,
    HEADS: shape.heads,
    GROUP: shape.heads / shape.keyHeads,
    QUERIES: shape.queries,
    PROJECTED: shape.projected,
    SCALE: 1 / Math.sqrt(shape.headSize),
  };
}

/** A step over tiles of rows; `products` are the multiplications per pair of query and key, over a head's columns. */
function tileStep(rows: View, heads: number, pairs: View, products: number, dispatch: Dispatch): Step {
  return {
    dispatch,
    grid: (sizes) => foldedGrid(Math.ceil((Math.ceil(sizes[rows].rows / TILE_ROWS) * heads) / INVOCATIONS)),
    work: (sizes) => sizes[pairs].pairs * products,
  };
}

/** From `qkv` to `attended` and `lse` of a layer. */
export async function attentionStep(
  gpu: Gpu,
  shape: NetworkShape,
  { view, qkv, attended, lse }: LayerTape,
  views: Readonly<Record<View, ViewBuffers>>,
): Promise<Step> {
  const { queries, sizes } = views[view];
  const buffers = { qkv, queries, attended, lse, sizes };
  const dispatch = await gpu.prepare(ATTEND, headConstants(shape), buffers, ANY_GRID);
  return tileStep(view, shape.heads, view, 2 * shape.queries, dispatch);
}

/** From the gradient of `attended` to that of `qkv`; keys get zeros unless `withKeys`. */
export async function attentionGradientSteps(
  gpu: Gpu,
  shape: NetworkShape,
  { view, qkv, attended, lse }: LayerTape,
  gradients: Pick<BackwardTape, 'attended' | 'delta' | 'qkv'>,
  views: Readonly<Record<View, ViewBuffers>>,
  rotary: Slice,
  withKeys: boolean,
): Promise<readonly Step[]> {
  const { queries, keys, sizes } = views[view];
  const shared = {
    qkv,
    queries,
    lse,
    rotary,
    attended_gradient: gradients.attended,
    delta: gradients.delta,
    qkv_gradient: gradients.qkv,
  };
  const constants = headConstants(shape);
  const [forQueries, forKeys] = await Promise.all([
    gpu.prepare(BACK_QUERIES, constants, { ...shared, attended, sizes }, ANY_GRID),
    gpu.prepare(
      BACK_KEYS,
      { ...constants, WITH_KEYS: withKeys },
      { ...shared, keys, sizes: views.tokens.sizes },
      ANY_GRID,
    ),
  ]);
  return [
    tileStep(view, shape.heads, view, 3 * shape.queries, forQueries),
    tileStep('tokens', shape.keyHeads, view, (withKeys ? 4 : 2) * shape.queries, forKeys),
  ];
}
