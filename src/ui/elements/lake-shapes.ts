/**
 * The hand-cut outlines of the lake: tiles, holes and shore whose edges are slightly uneven, always in the same way,
 * because the unevenness is a hash of where the shape stands.
 */

import { hashText } from '../../core/random.ts';

/** The picture is this wide and tall, in its own units; the cells fill a square inside the shore. */
export const LAKE_EXTENT = 476;
const FIELD_START = 38;
const FIELD_EXTENT = 400;
/** Ice between two tiles. */
const TILE_GAP = 6;
/** How far a corner may stray. */
const JITTER = 2.2;

/** Width of a cell of a lake of `size` x `size`. */
export function cellExtent(size: number): number {
  return FIELD_EXTENT / size;
}

/** Centre of a cell. */
export function cellCentre(size: number, row: number, column: number): readonly [x: number, y: number] {
  const extent = cellExtent(size);
  return [FIELD_START + (column + 0.5) * extent, FIELD_START + (row + 0.5) * extent];
}

function stray(name: string): number {
  return ((hashText(name) >>> 8) / 0x1000000 - 0.5) * 2 * JITTER;
}

function point(name: string, x: number, y: number): string {
  return `${(x + stray(`${name}x`)).toFixed(1)} ${(y + stray(`${name}y`)).toFixed(1)}`;
}

/** A tile of ice: a square with soft, uneven corners. */
export function tilePath(size: number, row: number, column: number): string {
  const [x, y] = cellCentre(size, row, column);
  const half = cellExtent(size) / 2 - TILE_GAP / 2;
  const corner = half * 0.22;
  const name = `tile ${row} ${column} `;
  const at = (id: string, dx: number, dy: number): string => point(name + id, x + dx, y + dy);
  return [
    `M${at('a', -half + corner, -half)}L${at('b', half - corner, -half)}`,
    `Q${at('B', half, -half)} ${at('c', half, -half + corner)}L${at('d', half, half - corner)}`,
    `Q${at('D', half, half)} ${at('e', half - corner, half)}L${at('f', -half + corner, half)}`,
    `Q${at('F', -half, half)} ${at('g', -half, half - corner)}L${at('h', -half, -half + corner)}`,
    `Q${at('H', -half, -half)} ${at('a', -half + corner, -half)}z`,
  ].join('');
}

/** Open water in a cell: an uneven rounded pool. */
export function holePath(size: number, row: number, column: number): string {
  const [x, y] = cellCentre(size, row, column);
  const scale = cellExtent(size) / 100;
  const name = `hole ${row} ${column} `;
  const at = (id: string, dx: number, dy: number): string => point(name + id, x + dx * scale, y + dy * scale);
  return (
    `M${at('a', -34, 2)}Q${at('b', -36, -26)} ${at('c', -6, -28)}Q${at('d', 34, -30)} ${at('e', 35, -2)}` +
    `Q${at('f', 36, 28)} ${at('g', 2, 29)}Q${at('h', -33, 28)} ${at('a', -34, 2)}z`
  );
}

/** Two short waves in a hole. */
export function ripplePath(size: number, row: number, column: number): string {
  const [x, y] = cellCentre(size, row, column);
  const scale = cellExtent(size) / 100;
  const wave = (dx: number, dy: number, length: number): string =>
    `M${(x + dx * scale).toFixed(1)} ${(y + dy * scale).toFixed(1)}` +
    `q${(length * scale).toFixed(1)}-${(6 * scale).toFixed(1)} ${(length * 2 * scale).toFixed(1)} 0` +
    `t${(length * 2 * scale).toFixed(1)} 0`;
  return wave(-18, -6, 8) + wave(-8, 9, 6);
}

/** The snowy shore around the ice. */
export const SHORE_PATH =
  'M20 14Q143-2 248 8T460 18Q478 143 468 262T458 462Q333 478 214 469T14 458Q-3 309 8 200T20 14z';

/** Where trees stand on the shore: x, y and scale. */
export const SHORE_TREES: readonly (readonly [number, number, number])[] = [
  [2, 398, 1.2],
  [30, 424, 0.93],
  [-6, 430, 0.8],
  [434, 402, 1.14],
  [454, 426, 0.87],
  [446, 4, 0.93],
  [0, 0, 1.07],
  [28, -4, 0.73],
];
