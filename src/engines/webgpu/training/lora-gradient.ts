/** The gradient of the adapter: from what the backward pass finds for each packed matrix to one flat vector. */

import { type BaseWeights, projectionModule } from '../../../policy/weights.ts';
import type { LoraLayout } from '../../../policy/lora.ts';
import { WaymarkError } from '../../../core/errors.ts';
import { foldedGrid, type Dispatch } from '../command-list.ts';
import type { Gpu, Slice } from '../gpu.ts';
import { declareKernel, read, write } from '../kernel.ts';
import type { NetworkShape } from '../network-shape.ts';
import { packedShape, type PackedMatrix } from '../packing.ts';
import type { MatrixOperands, WeightGradients } from './backward.ts';
import { SIZES } from './kernels.ts';
import { loraPlaces, type LoraPlaces, type MatrixPlaces } from './lora-places.ts';
import { ANY_GRID, type Step } from './steps.ts';

export const LORA_GATHER = declareKernel(
  'training/lora-gather',
  { places: read('u32'), factors: read('f32'), adapter: read('f32'), packed: write('f32') },
  { COUNT: 'u32' },
  { includes: ['common/grid'] },
);

export const LORA_INNER = declareKernel(
  'training/lora-inner',
  {
    x: read('vec4f'),
    rstd: read('f32'),
    dy: read('vec4f'),
    factors: read('vec4f'),
    tiles: read('vec4u'),
    inner: write('vec4f'),
    sizes: SIZES,
  },
  { IN: 'u32', OUT: 'u32', TILES: 'u32', NORMED: 'bool' },
  { includes: ['common/grid'] },
);

export const LORA_OUTER = declareKernel(
  'training/lora-outer',
  {
    x: read('vec4f'),
    dy: read('vec4f'),
    inner: read('vec4f'),
    tiles: read('vec2u'),
    partial: write('vec4f'),
    sizes: SIZES,
  },
  {
    IN: 'u32',
    OUT: 'u32',
    RANK_TILES: 'u32',
    TILES: 'u32',
    A_TILES: 'u32',
    CHUNKS: 'u32',
    CHUNK_STRIDE: 'u32',
  },
  { includes: ['common/grid'] },
);

export const LORA_SUM = declareKernel(
  'training/lora-sum',
  { partial: read('f32'), places: read('u32'), factors: read('f32'), gradient: write('f32') },
  { COUNT: 'u32', CHUNKS: 'u32', CHUNK_STRIDE: 'u32' },
  { includes: ['common/grid'] },
);

const INVOCATIONS = 64;
/** Parts into which the tokens of a micro-batch are divided, so that enough invocations have work. */
const MOST_CHUNKS = 16;
/** Numbers that all chunks of partial sums may take together. */
const PARTIAL_NUMBERS = 2 ** 23;

/** What the kernels of an adapter's gradient share; made once for an adapter's layout. */
export interface LoraBuffers {
  readonly layout: LoraLayout;
  readonly shape: NetworkShape;
  readonly places: LoraPlaces;
  readonly chunks: number;
  readonly packed: Slice;
  readonly partial: Slice;
  readonly tiles: ReadonlyMap<MatrixPlaces, { readonly inner: Slice; readonly outer: Slice }>;
  /** Brings the adapter's matrices into packed form: after every change of the adapter. */
  readonly gather: Dispatch;
  /** Adds the sums over a micro-batch to the gradient. */
  readonly sum: Dispatch;
}

export async function loraBuffers(
  gpu: Gpu,
  { config, weights }: BaseWeights,
  shape: NetworkShape,
  layout: LoraLayout,
  adapter: Slice,
  gradient: Slice,
): Promise<LoraBuffers> {
  const places = loraPlaces(config, shape, layout, (name) => {
    const tensor = weights.get(name);
    if (!tensor) throw new WaymarkError('bad-model', `The model has no tensor ${name}.`);
    return tensor.data;
  });
  const chunks = Math.max(1, Math.min(MOST_CHUNKS, Math.floor(PARTIAL_NUMBERS / places.chunk)));
  const filled = (label: string, data: Uint32Array<ArrayBuffer> | Float32Array<ArrayBuffer>): Slice => {
    const slice = gpu.storage(label, data.byteLength);
    gpu.write(slice, data);
    return slice;
  };
  const packed = gpu.storage('packed adapter', places.packed.places.length * 4);
  const partial = gpu.storage('partial gradients', chunks * places.chunk * 4);
  const packing = {
    places: filled('places of the packed adapter', Uint32Array.from(places.packed.places)),
    factors: filled('factors of the packed adapter', Float32Array.from(places.packed.factors)),
    adapter,
    packed,
  };
  const summing = {
    partial,
    places: filled('places of sums', places.sums.places),
    factors: filled('factors of sums', places.sums.factors),
    gradient,
  };
  const count = places.packed.places.length;
  const [gather, sum] = await Promise.all([
    gpu.prepare(LORA_GATHER, { COUNT: count }, packing, foldedGrid(Math.ceil(count / INVOCATIONS))),
    gpu.prepare(
      LORA_SUM,
      { COUNT: layout.size, CHUNKS: chunks, CHUNK_STRIDE: places.chunk },
      summing,
      foldedGrid(Math.ceil(layout.size / INVOCATIONS)),
    ),
  ]);
  const tiles = new Map(
    places.matrices.map((matrix) => [
      matrix,
      {
        inner: filled('inner tiles', Uint32Array.from(matrix.innerTiles.flat())),
        outer: filled('outer tiles', Uint32Array.from(matrix.outerTiles.flat())),
      },
    ]),
  );
  return { layout, shape, places, chunks, packed, partial, tiles, gather, sum };
}

/** Numbers per token that `loraGradients` needs as working space. */
export function loraInnerSize({ places }: LoraBuffers): number {
  return Math.max(...places.matrices.map(({ rankTiles }) => 2 * rankTiles * 4));
}

/** The gradients that an adapter wants. `inner`: working space of `loraInnerSize` for each token. */
export function loraGradients(gpu: Gpu, lora: LoraBuffers, inner: Slice): WeightGradients {
  const { layout, shape, places } = lora;
  const find = (layer: number, matrix: PackedMatrix): MatrixPlaces | undefined =>
    places.matrices.find((candidate) => candidate.layer === layer && candidate.matrix === matrix);
  return {
    wants: (layer, matrix) => find(layer, matrix) !== undefined,
    wantsKeys: (layer) => layout.modules.some(({ name }) => name === projectionModule(layer, 'k_proj')),
    wantsEmbedding: false,
    steps: async (layer, matrix, operands) => {
      const found = find(layer, matrix);
      return found === undefined ? [] : matrixSteps(gpu, shape, lora, found, operands, inner);
    },
  };
}

async function matrixSteps(
  gpu: Gpu,
  shape: NetworkShape,
  { places, chunks, packed, partial, tiles }: LoraBuffers,
  matrix: MatrixPlaces,
  { view, sizes, x, rstd, outputGradient: dy }: MatrixOperands,
  inner: Slice,
): Promise<readonly Step[]> {
  const [rows, columns] = packedShape(shape, matrix.matrix);
  const own = tiles.get(matrix);
  if (own === undefined) return [];
  const innerTiles = 2 * matrix.rankTiles;
  const outerTiles = matrix.outerTiles.length;
  const sums = { ...partial, offset: matrix.first * 4, size: partial.size - matrix.first * 4 };
  const [projecting, adding] = await Promise.all([
    gpu.prepare(
      LORA_INNER,
      { IN: columns, OUT: rows, TILES: innerTiles, NORMED: rstd !== null },
      { x, rstd: rstd ?? x, dy, factors: packed, tiles: own.inner, inner, sizes },
      ANY_GRID,
    ),
    gpu.prepare(
      LORA_OUTER,
      {
        IN: columns,
        OUT: rows,
        RANK_TILES: matrix.rankTiles,
        TILES: outerTiles,
        A_TILES: matrix.outerTilesOfA,
        CHUNKS: chunks,
        CHUNK_STRIDE: places.chunk / 4,
      },
      { x, dy, inner, tiles: own.outer, partial: sums, sizes },
      ANY_GRID,
    ),
  ]);
  return [
    {
      dispatch: projecting,
      grid: (extent) => foldedGrid(Math.ceil((Math.ceil(extent[view].rows / 4) * innerTiles) / INVOCATIONS)),
      work: (extent) => extent[view].rows * 2 * matrix.rankTiles * (rows + columns),
    },
    {
      dispatch: adding,
      grid: () => foldedGrid(Math.ceil((outerTiles * chunks) / INVOCATIONS)),
      work: (extent) => extent[view].rows * outerTiles * 16,
    },
  ];
}
