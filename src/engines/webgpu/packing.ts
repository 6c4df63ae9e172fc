/**
 * The network's matrices in packed form. A packed matrix is [out, in], out-major as in a checkpoint, with
 * - q, k and v in one matrix [projected, hidden], gate and up in another [2 inner, hidden], alternating in fours;
 * - the rows of a head padded to a multiple of four, those of q and k reordered so that a rotated pair lies together;
 * - the weight of the norm before it folded into its columns, so that x W needs only x and its root mean square;
 * - the adapter merged, W + scale B A: once per optimiser step instead of once per token.
 */

import type { LoraLayout } from '../../policy/lora.ts';
import { projectionModule, projectionShape, type Projection } from '../../policy/weights.ts';
import type { LlamaConfig } from '../../policy/config.ts';
import { foldedGrid, type Dispatch } from './command-list.ts';
import type { Gpu, Slice } from './gpu.ts';
import { declareKernel, read, uniform, uniformBytes, write } from './kernel.ts';
import type { NetworkShape } from './network-shape.ts';

/** Where a matrix of the checkpoint lies in a packed one: the fields that shaders/common/packing.wgsl reads. */
export const MATRIX_PLACE = {
  real_out: 'u32',
  real_in: 'u32',
  rows: 'u32',
  columns: 'u32',
  first_row: 'u32',
  alternates: 'u32',
  row_order: 'u32',
  column_order: 'u32',
  has_norm: 'u32',
} as const;

export type MatrixPlace = Readonly<Record<keyof typeof MATRIX_PLACE, number>>;

export const PACK = declareKernel(
  'weights/pack',
  {
    weight: read('f32'),
    norm: read('f32'),
    adapter: read('f32'),
    packed: write('vec4f'),
    place: uniform({ ...MATRIX_PLACE, rank: 'u32', a: 'u32', b: 'u32', scale: 'f32' }),
  },
  { HEAD: 'u32', PADDED_HEAD: 'u32' },
  { includes: ['common/grid', 'common/packing'] },
);

/** The constants of shaders/common/packing.wgsl. */
export const ORDER = { plain: 0, heads: 1, rotary: 2 } as const;

export const PACKED_MATRICES = ['qkv', 'output', 'gateUp', 'down'] as const;
export type PackedMatrix = (typeof PACKED_MATRICES)[number];

/** [rows, columns] of a packed matrix. */
export function packedShape(shape: NetworkShape, matrix: PackedMatrix): readonly [number, number] {
  switch (matrix) {
    case 'qkv':
      return [shape.projected, shape.hidden];
    case 'output':
      return [shape.hidden, shape.queries];
    case 'gateUp':
      return [2 * shape.inner, shape.hidden];
    case 'down':
      return [shape.hidden, shape.inner];
  }
}

/** How one projection lies in its packed matrix. */
export interface Placement {
  readonly matrix: PackedMatrix;
  readonly rowOrder: number;
  readonly columnOrder: number;
  readonly firstRow: number;
  /** Packed rows. */
  readonly rows: number;
  readonly alternates: boolean;
  /** The norm that is folded in, by the last part of its name. */
  readonly norm: 'input_layernorm' | 'post_attention_layernorm' | null;
}

export function placementOf(shape: NetworkShape, projection: Projection): Placement {
  const { queries, keys, hidden, inner } = shape;
  const { plain, heads, rotary } = ORDER;
  const attention = { matrix: 'qkv', columnOrder: plain, alternates: false, norm: 'input_layernorm' } as const;
  const gated = { matrix: 'gateUp', rowOrder: plain, columnOrder: plain, rows: inner, alternates: true } as const;
  const residual = { rowOrder: plain, firstRow: 0, rows: hidden, alternates: false, norm: null } as const;
  switch (projection) {
    case 'q_proj':
      return { ...attention, rowOrder: rotary, firstRow: 0, rows: queries };
    case 'k_proj':
      return { ...attention, rowOrder: rotary, firstRow: queries, rows: keys };
    case 'v_proj':
      return { ...attention, rowOrder: heads, firstRow: queries + keys, rows: keys };
    case 'o_proj':
      return { ...residual, matrix: 'output', columnOrder: heads };
    case 'gate_proj':
      return { ...gated, firstRow: 0, norm: 'post_attention_layernorm' };
    case 'up_proj':
      return { ...gated, firstRow: 4, norm: 'post_attention_layernorm' };
    case 'down_proj':
      return { ...residual, matrix: 'down', columnOrder: plain };
  }
}

/** The place of one projection. */
export function projectionPlace(config: LlamaConfig, shape: NetworkShape, projection: Projection): MatrixPlace {
  const [realOut, realIn] = projectionShape(config, projection);
  const placement = placementOf(shape, projection);
  const [, columns] = packedShape(shape, placement.matrix);
  return {
    real_out: realOut,
    real_in: realIn,
    rows: placement.rows,
    columns,
    first_row: placement.firstRow,
    alternates: Number(placement.alternates),
    row_order: placement.rowOrder,
    column_order: placement.columnOrder,
    has_norm: Number(placement.norm !== null),
  };
}

/** The place of a matrix with a row for each token, which has the last norm folded in or not. */
export function vocabularyPlace(shape: NetworkShape, hasNorm: boolean): MatrixPlace {
  return {
    real_out: shape.vocabularySize,
    real_in: shape.hiddenSize,
    rows: shape.vocabulary,
    columns: shape.hidden,
    first_row: 0,
    alternates: 0,
    row_order: ORDER.plain,
    column_order: ORDER.plain,
    has_norm: Number(hasNorm),
  };
}

/** What packing one projection reads and writes. */
export interface PackingBuffers {
  /** As in the checkpoint, [out, in]. */
  readonly weight: Slice;
  /** Read where the placement names a norm; any slice of the base elsewhere. */
  readonly norm: Slice;
  readonly adapter: Slice;
  readonly packed: Slice;
}

/** Packs one projection of a layer, with its adapter where `lora` has one for it. */
export function packProjection(
  gpu: Gpu,
  config: LlamaConfig,
  shape: NetworkShape,
  layer: number,
  projection: Projection,
  buffers: PackingBuffers,
  lora: LoraLayout | null,
): Promise<Dispatch> {
  const module = lora?.modules.find(({ name }) => name === projectionModule(layer, projection));
  return packMatrix(gpu, shape, buffers, {
    ...projectionPlace(config, shape, projection),
    rank: module?.a.shape[0] ?? 0,
    a: module?.a.offset ?? 0,
    b: module?.b.offset ?? 0,
    scale: lora?.scale ?? 0,
  });
}

/** Packs a matrix with a row for each token, with the last norm folded in or not. */
export function packVocabulary(
  gpu: Gpu,
  shape: NetworkShape,
  buffers: PackingBuffers,
  hasNorm: boolean,
): Promise<Dispatch> {
  return packMatrix(gpu, shape, buffers, { ...vocabularyPlace(shape, hasNorm), rank: 0, a: 0, b: 0, scale: 0 });
}

function packMatrix(
  gpu: Gpu,
  shape: NetworkShape,
  buffers: PackingBuffers,
  values: Readonly<Record<keyof typeof PACK.bindings.place.fields, number>>,
): Promise<Dispatch> {
  const bytes = uniformBytes(PACK.bindings.place, values);
  const place = gpu.uniform('pack', bytes.byteLength);
  gpu.write(place, bytes);
  const invocations = (values.rows * values.columns) / 4;
  return gpu.prepare(
    PACK,
    { HEAD: shape.headSize, PADDED_HEAD: shape.head },
    { ...buffers, place },
    foldedGrid(Math.ceil(invocations / 64)),
  );
}
