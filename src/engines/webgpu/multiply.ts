/**
 * The ladder of matrix products. Every variant is a file in shaders/common/ with the same two functions, `tile_place`
 * and `multiply`, so that a kernel takes any of them; which one is fastest differs between devices and is measured.
 *
 * A kernel that multiplies has a constant `MULTIPLY: 'u32'` (the variant's index), constants IN, OUT and OUT_MAJOR,
 * bindings `x` and `w`, includes `multiplyIncludes`, enables `multiplyEnables` and a workgroup of TILE_INVOCATIONS. Its
 * entry point is that of shaders/common/tiles.wgsl, unless it does more than to keep tiles.
 * All invocations call `multiply`; a tile whose column block is not below OUT / 4 is not written, and neither is one
 * whose rows no buffer has room for.
 */

import { foldedGrid } from './command-list.ts';

/** In the order of their indices: only ever append. */
export const MULTIPLY_VARIANTS = ['register', 'tiled', 'wide', 'quad'] as const;
export type MultiplyVariant = (typeof MULTIPLY_VARIANTS)[number];

interface VariantShape {
  /** Rows and columns of a workgroup's block; null for variants that lay tiles out one after the other. */
  readonly block: readonly [number, number] | null;
  /** Invocations of a workgroup, as TILE_INVOCATIONS in the shader. */
  readonly invocations: number;
  /** Columns are rounded up to so many, so that neighbours share their rows. */
  readonly columnMultiple: number;
}

const SHAPES: Readonly<Record<MultiplyVariant, VariantShape>> = {
  register: { block: null, invocations: 64, columnMultiple: 4 },
  tiled: { block: [32, 32], invocations: 64, columnMultiple: 32 },
  wide: { block: [32, 64], invocations: 128, columnMultiple: 64 },
  quad: { block: null, invocations: 64, columnMultiple: 16 },
};

/** Whether invocations of a workgroup wait for each other, which devices that prefer other variants are slow at. */
export function multiplyWaits(variant: MultiplyVariant): boolean {
  return SHAPES[variant].block !== null;
}

export function multiplyIndex(variant: MultiplyVariant): number {
  return MULTIPLY_VARIANTS.indexOf(variant);
}

/** Shared functions for a kernel with the constant MULTIPLY that also uses the sums of squares of its rows. */
export function multiplyIncludes({ MULTIPLY }: { readonly MULTIPLY: number }): readonly string[] {
  return ['common/grid', 'common/squares', `common/multiply-${MULTIPLY_VARIANTS[MULTIPLY]}`];
}

/** The same for a kernel that does not use them. */
export function plainMultiplyIncludes({ MULTIPLY }: { readonly MULTIPLY: number }): readonly string[] {
  return ['common/grid', 'common/no-squares', `common/multiply-${MULTIPLY_VARIANTS[MULTIPLY]}`];
}

/** WGSL features that a kernel with the constant MULTIPLY needs. */
export function multiplyEnables({ MULTIPLY }: { readonly MULTIPLY: number }): readonly 'subgroups'[] {
  return MULTIPLY_VARIANTS[MULTIPLY] === 'quad' ? ['subgroups'] : [];
}

/** Whether a device with these features can run a variant. */
export function offersMultiply(variant: MultiplyVariant, features: ReadonlySet<string>): boolean {
  return variant !== 'quad' || features.has('subgroups');
}

/** The grid that covers a product of so many rows and columns. */
export function multiplyWorkgroups(
  variant: MultiplyVariant,
  rows: number,
  columns: number,
): readonly [number, number, number] {
  const { block, invocations, columnMultiple } = SHAPES[variant];
  if (block !== null) return foldedGrid(Math.ceil(rows / block[0]) * Math.ceil(columns / block[1]));
  const tiles = Math.ceil(rows / 4) * Math.ceil(columns / columnMultiple) * (columnMultiple / 4);
  return foldedGrid(Math.ceil(tiles / invocations));
}
