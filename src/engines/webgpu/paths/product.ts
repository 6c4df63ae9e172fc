/** A plain product of two matrices, with which the variants of the ladder are checked and timed. */

import type { Dispatch } from '../command-list.ts';
import type { Gpu, Slice } from '../gpu.ts';
import { declareKernel, read, write } from '../kernel.ts';
import {
  multiplyEnables,
  multiplyIncludes,
  multiplyIndex,
  multiplyWorkgroups,
  type MultiplyVariant,
} from '../multiply.ts';

export const PRODUCT = declareKernel(
  'paths/product',
  { x: read('vec4f'), w: read('vec4f'), y: write('vec4f'), squares: write('vec4f') },
  { MULTIPLY: 'u32', ROWS: 'u32', IN: 'u32', OUT: 'u32', OUT_MAJOR: 'bool' },
  { includes: multiplyIncludes, enables: multiplyEnables },
);

/** Rows of x, length of the contraction, columns of y; the last two are multiples of four. */
export interface ProductShape {
  readonly rows: number;
  readonly inputs: number;
  readonly outputs: number;
  /** Whether W is [outputs, inputs], as in the forward pass, or [inputs, outputs], as in the backward pass. */
  readonly outMajor: boolean;
}

export interface ProductBuffers {
  readonly x: Slice;
  readonly w: Slice;
  readonly y: Slice;
  readonly squares: Slice;
}

/** Zeroed buffers of a product, with room for a multiple of 32 rows. */
export function productBuffers(gpu: Gpu, { rows, inputs, outputs }: ProductShape): ProductBuffers {
  const room = Math.ceil(rows / 32) * 32;
  return {
    x: gpu.storage('product x', room * inputs * 4),
    w: gpu.storage('product w', inputs * outputs * 4),
    y: gpu.storage('product y', room * outputs * 4),
    squares: gpu.storage('product squares', room * 4),
  };
}

export function prepareProduct(
  gpu: Gpu,
  variant: MultiplyVariant,
  { rows, inputs, outputs, outMajor }: ProductShape,
  buffers: ProductBuffers,
): Promise<Dispatch> {
  const constants = { MULTIPLY: multiplyIndex(variant), ROWS: rows, IN: inputs, OUT: outputs, OUT_MAJOR: outMajor };
  return gpu.prepare(PRODUCT, constants, buffers, multiplyWorkgroups(variant, rows, outputs));
}
