/** Gradients of whole matrices, in packed form: what the backward pass finds for each, added up over micro-batches. */

import { allocateArena } from '../arena.ts';
import { foldedGrid } from '../command-list.ts';
import type { Gpu, Slice } from '../gpu.ts';
import { declareKernel, read, uniform, write } from '../kernel.ts';
import { sliceNamed } from '../network.ts';
import type { NetworkShape } from '../network-shape.ts';
import { PACKED_MATRICES, packedShape, type PackedMatrix } from '../packing.ts';
import type { WeightGradients } from '../training/backward.ts';
import type { HeadOperands } from '../training/head.ts';
import { SIZES } from '../training/kernels.ts';
import { ANY_GRID, type Step } from '../training/steps.ts';

export const OUTER = declareKernel(
  'full/outer',
  { dy: read('vec4f'), x: read('vec4f'), rstd: read('f32'), partial: write('vec4f'), sizes: SIZES },
  { OUT: 'u32', IN: 'u32', CHUNKS: 'u32', NORMED: 'bool' },
  { includes: ['common/grid'] },
);

export const ADD_CHUNKS = declareKernel(
  'full/add-chunks',
  { partial: read('vec4f'), gradient: write('vec4f') },
  {},
  { includes: ['common/grid'] },
);

export const RUNS = uniform({ runs: 'u32', stride: 'u32' });

export const EMBEDDING = declareKernel(
  'full/embedding',
  { runs: read('vec4u'), places: read('u32'), x: read('vec4f'), gradient: write('vec4f'), numbers: RUNS },
  {},
  { includes: ['common/grid'] },
);

/** Gradients in the layout of a packed network, zero to begin with. */
export interface PackedGradients {
  readonly shape: NetworkShape;
  readonly embedding: Slice;
  readonly head: Slice;
  readonly layers: readonly Readonly<Record<PackedMatrix, Slice>>[];
  /** Working space for sums over parts of the tokens. */
  readonly partial: Slice;
}

const INVOCATIONS = 64;
/** So many invocations keep a large device busy. Matrices with fewer tiles have their tokens divided. */
const ENOUGH_INVOCATIONS = 2 ** 16;
const MOST_CHUNKS = 16;

function chunksFor(rows: number, columns: number): number {
  return Math.max(1, Math.min(MOST_CHUNKS, Math.floor(ENOUGH_INVOCATIONS / ((rows * columns) / 16))));
}

export function allocateGradients(gpu: Gpu, shape: NetworkShape): PackedGradients {
  const vocabulary = shape.vocabulary * shape.hidden;
  const sizes = new Map([
    ['embedding', vocabulary],
    ['head', vocabulary],
  ]);
  let partial = vocabulary * chunksFor(shape.vocabulary, shape.hidden);
  for (let layer = 0; layer < shape.layers; layer++) {
    for (const matrix of PACKED_MATRICES) {
      const [rows, columns] = packedShape(shape, matrix);
      sizes.set(`${layer}.${matrix}`, rows * columns);
      partial = Math.max(partial, rows * columns * chunksFor(rows, columns));
    }
  }
  const slices = allocateArena(gpu, 'packed gradients', sizes);
  const named = (name: string): Slice => sliceNamed(slices, name);
  return {
    shape,
    embedding: named('embedding'),
    head: named('head'),
    layers: Array.from({ length: shape.layers }, (_, layer) => ({
      qkv: named(`${layer}.qkv`),
      output: named(`${layer}.output`),
      gateUp: named(`${layer}.gateUp`),
      down: named(`${layer}.down`),
    })),
    partial: gpu.storage('partial gradients', partial * 4),
  };
}

/** Sets all gradients to zero. */
export function clearGradients({ device }: Gpu, { embedding, head, layers }: PackedGradients): void {
  const slices = [embedding, head, ...layers.flatMap((layer) => Object.values(layer))];
  const encoder = device.createCommandEncoder();
  for (const { buffer, offset, size } of slices) encoder.clearBuffer(buffer, offset, size);
  device.queue.submit([encoder.finish()]);
}

/** What one product's matrix is differentiated from. */
interface OuterOperands extends Omit<HeadOperands, 'rstd'> {
  readonly rstd: Slice | null;
}

/** Adds the gradient of a packed matrix [rows, columns] to `gradient`. */
async function outerSteps(
  gpu: Gpu,
  { partial: space }: PackedGradients,
  gradient: Slice,
  [rows, columns]: readonly [number, number],
  { rowCount, sizes, x, rstd, outputGradient: dy }: OuterOperands,
): Promise<readonly Step[]> {
  const chunks = chunksFor(rows, columns);
  const partial = { ...space, size: rows * columns * chunks * 4 };
  const [outer, adding] = await Promise.all([
    gpu.prepare(
      OUTER,
      { OUT: rows, IN: columns, CHUNKS: chunks, NORMED: rstd !== null },
      // Every binding needs a buffer, also one that is not read.
      { dy, x, rstd: rstd ?? x, partial, sizes },
      ANY_GRID,
    ),
    gpu.prepare(ADD_CHUNKS, {}, { partial, gradient }, ANY_GRID),
  ]);
  const tiles = (rows * columns) / 16;
  const grid = foldedGrid(Math.ceil((tiles * chunks) / INVOCATIONS));
  const addingGrid = foldedGrid(Math.ceil((rows * columns) / 4 / INVOCATIONS));
  return [
    { dispatch: outer, grid: () => grid, work: (extent) => rowCount(extent) * rows * columns },
    { dispatch: adding, grid: () => addingGrid, work: (extent) => Math.min(rowCount(extent), chunks) * rows * columns },
  ];
}

/** The gradients that full-parameter training wants of the layers: all. */
export function layerGradients(gpu: Gpu, gradients: PackedGradients): WeightGradients {
  return {
    wants: () => true,
    wantsKeys: () => true,
    wantsEmbedding: true,
    steps: (layer, matrix, { view, ...operands }) =>
      outerSteps(gpu, gradients, gradients.layers[layer][matrix], packedShape(gradients.shape, matrix), {
        ...operands,
        rowCount: (extent) => extent[view].rows,
      }),
  };
}

/** The gradient of the head, for one chunk of positions. */
export function headGradient(gpu: Gpu, gradients: PackedGradients, operands: HeadOperands): Promise<readonly Step[]> {
  const { vocabulary, hidden } = gradients.shape;
  return outerSteps(gpu, gradients, gradients.head, [vocabulary, hidden], operands);
}

/** Where each token occurs, for the gradient of the embedding. */
export interface TokenRuns {
  /** vec4u [different tokens] */
  readonly runs: Slice;
  /** u32 [tokens] */
  readonly places: Slice;
  readonly numbers: Slice;
}

/** The lists of TokenRuns for the tokens of a micro-batch: places in ascending order, grouped by token. */
export function tokenRuns(tokens: Uint32Array): {
  readonly runs: Uint32Array<ArrayBuffer>;
  readonly places: Uint32Array<ArrayBuffer>;
} {
  const byToken = new Map<number, number[]>();
  tokens.forEach((token, place) => {
    const known = byToken.get(token);
    if (known) known.push(place);
    else byToken.set(token, [place]);
  });
  let first = 0;
  const runs = [...byToken].flatMap(([token, { length }]) => [token, first, (first += length), 0]);
  return { runs: Uint32Array.from(runs), places: Uint32Array.from([...byToken.values()].flat()) };
}

/** Adds the gradient `x` of the first layer's input to that of the embedding. */
export async function embeddingStep(
  gpu: Gpu,
  { shape, embedding }: PackedGradients,
  { runs, places, numbers }: TokenRuns,
  x: Slice,
): Promise<Step> {
  const dispatch = await gpu.prepare(EMBEDDING, {}, { runs, places, x, gradient: embedding, numbers }, ANY_GRID);
  return {
    dispatch,
    grid: ({ tokens }) => {
      const different = Math.min(tokens.rows, shape.vocabularySize);
      return foldedGrid(Math.ceil((different * shape.hidden) / 4 / INVOCATIONS));
    },
    work: ({ tokens }) => tokens.rows * shape.hidden,
  };
}
