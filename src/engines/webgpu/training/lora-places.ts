/**
 * Where an adapter's numbers lie for the kernels of its gradient: packed like the network's matrices, ranks padded to
 * fours. For the projections of one packed matrix, A is [ranks, columns], B is [ranks, rows of the projection].
 */

import type { LlamaConfig } from '../../../policy/config.ts';
import type { LoraLayout, LoraModule } from '../../../policy/lora.ts';
import { projectionModule, projectionShape, PROJECTIONS, type Projection } from '../../../policy/weights.ts';
import { padded, type NetworkShape } from '../network-shape.ts';
import { ORDER, packedShape, placementOf, type PackedMatrix, type Placement } from '../packing.ts';

/** No number: padding. */
const NOWHERE = 0xffffffff;

/** All that the kernels need to know about the adapted projections of one packed matrix. */
export interface MatrixPlaces {
  readonly layer: number;
  readonly matrix: PackedMatrix;
  /** Fours of ranks, over all its projections. */
  readonly rankTiles: number;
  /** vec4u for each tile of shaders/training/lora-inner.wgsl: those of A, then those of B. */
  readonly innerTiles: readonly (readonly [number, number, number, number])[];
  /** vec2u for each tile of shaders/training/lora-outer.wgsl: those of A, then those of B. */
  readonly outerTiles: readonly (readonly [number, number])[];
  /** How many of them are A's. */
  readonly outerTilesOfA: number;
  /** First number of its tiles in a chunk of partial sums; a multiple of 64, at which every device binds. */
  readonly first: number;
}

export interface LoraPlaces {
  readonly matrices: readonly MatrixPlaces[];
  /** For every packed number: its index in the adapter or NOWHERE, and what it is multiplied with. */
  readonly packed: { readonly places: readonly number[]; readonly factors: readonly number[] };
  /** For every number of the adapter: its index in a chunk of partial sums, and what the sum is multiplied with. */
  readonly sums: { readonly places: Uint32Array<ArrayBuffer>; readonly factors: Float32Array<ArrayBuffer> };
  /** Numbers in a chunk of partial sums. */
  readonly chunk: number;
}

interface Member {
  readonly projection: Projection;
  readonly module: LoraModule;
  readonly placement: Placement;
}

const TILE = 16;
const CHUNK_ALIGNMENT = 64;

/** `norm` gives a norm's weight by its full name. */
export function loraPlaces(
  config: LlamaConfig,
  shape: NetworkShape,
  layout: LoraLayout,
  norm: (name: string) => Float32Array,
): LoraPlaces {
  const matrices: MatrixPlaces[] = [];
  const packed = { places: [] as number[], factors: [] as number[] };
  const sums = { places: new Uint32Array(layout.size), factors: new Float32Array(layout.size) };
  let chunk = 0;
  const rank = layout.settings.rank;
  const rankTiles = padded(rank) / 4;

  for (let layer = 0; layer < shape.layers; layer++) {
    for (const [matrix, members] of membersOf(shape, layout, layer)) {
      const [, columns] = packedShape(shape, matrix);
      const allRankTiles = members.length * rankTiles;
      const innerTiles: { a: MatrixPlaces['innerTiles'][number][]; b: MatrixPlaces['innerTiles'][number][] } = {
        a: [],
        b: [],
      };
      const outerTiles: { a: [number, number][]; b: [number, number][] } = { a: [], b: [] };
      const outerTilesOfA = (allRankTiles * columns) / 4;

      members.forEach(({ projection, module, placement }, index) => {
        const [realRows, realColumns] = projectionShape(config, projection);
        const { norm: normName, rows, columnOrder, rowOrder, firstRow, alternates } = placement;
        const scales = normName === null ? null : norm(`model.layers.${layer}.${normName}.weight`);
        const firstVector = firstRow / 4;
        const step = alternates ? 2 : 1;
        const columnOf = (column: number): number => realIndex(shape, columnOrder, column, realColumns);
        const rowOf = (row: number): number => realIndex(shape, rowOrder, row, realRows);

        for (let tile = 0; tile < rankTiles; tile++) {
          const rankTile = index * rankTiles + tile;
          innerTiles.a.push([0, 1, columns / 4, packed.places.length / 4]);
          for (let r = 4 * tile; r < 4 * tile + 4; r++) {
            for (let column = 0; column < columns; column++) {
              const real = columnOf(column);
              const exists = r < rank && real !== NOWHERE;
              const factor = exists ? (scales?.[real] ?? 1) : 0;
              const place = module.a.offset + r * realColumns + real;
              packed.places.push(exists ? place : NOWHERE);
              packed.factors.push(factor);
              if (!exists) continue;
              const at = (rankTile * columns) / 4 + Math.floor(column / 4);
              sums.places[place] = chunk + at * TILE + (r % 4) * 4 + (column % 4);
              sums.factors[place] = layout.scale * factor;
            }
          }
          for (let vector = 0; vector < columns / 4; vector++) outerTiles.a.push([allRankTiles + rankTile, vector]);
        }
        for (let tile = 0; tile < rankTiles; tile++) {
          const rankTile = index * rankTiles + tile;
          innerTiles.b.push([firstVector, step, rows / 4, packed.places.length / 4]);
          const firstTile = outerTilesOfA + outerTiles.b.length;
          for (let r = 4 * tile; r < 4 * tile + 4; r++) {
            for (let row = 0; row < rows; row++) {
              const real = rowOf(row);
              const exists = r < rank && real !== NOWHERE;
              const place = module.b.offset + real * rank + r;
              packed.places.push(exists ? place : NOWHERE);
              packed.factors.push(1);
              if (!exists) continue;
              sums.places[place] = chunk + (firstTile + Math.floor(row / 4)) * TILE + (row % 4) * 4 + (r % 4);
              sums.factors[place] = layout.scale;
            }
          }
          for (let vector = 0; vector < rows / 4; vector++) {
            outerTiles.b.push([firstVector + vector * step, rankTile]);
          }
        }
      });

      matrices.push({
        layer,
        matrix,
        rankTiles: allRankTiles,
        innerTiles: [...innerTiles.a, ...innerTiles.b],
        outerTiles: [...outerTiles.a, ...outerTiles.b],
        outerTilesOfA,
        first: chunk,
      });
      const numbers = (outerTiles.a.length + outerTiles.b.length) * TILE;
      chunk += Math.ceil(numbers / CHUNK_ALIGNMENT) * CHUNK_ALIGNMENT;
    }
  }
  return { matrices, packed, sums, chunk };
}

/** The adapted projections of a layer by the packed matrix that they are in. */
function membersOf(
  shape: NetworkShape,
  layout: LoraLayout,
  layer: number,
): ReadonlyMap<PackedMatrix, readonly Member[]> {
  const members = new Map<PackedMatrix, Member[]>();
  for (const projection of PROJECTIONS) {
    const module = layout.modules.find(({ name }) => name === projectionModule(layer, projection));
    if (!module) continue;
    const placement = placementOf(shape, projection);
    const group = members.get(placement.matrix) ?? [];
    members.set(placement.matrix, group);
    group.push({ projection, module, placement });
  }
  return members;
}

/** shaders/common/packing.wgsl: the real index of a packed one among `count` real ones, or NOWHERE for padding. */
function realIndex({ head, headSize }: NetworkShape, order: number, index: number, count: number): number {
  let real = index;
  if (order !== ORDER.plain) {
    const within = index % head;
    if (within >= headSize) return NOWHERE;
    const turned = order === ORDER.rotary ? (within % 2) * (headSize / 2) + Math.floor(within / 2) : within;
    real = Math.floor(index / head) * headSize + turned;
  }
  return real < count ? real : NOWHERE;
}
