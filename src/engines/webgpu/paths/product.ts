/** A plain product of two matrices, with which the variants of the ladder are checked and timed. */

import type { Dispatch } from '../command-list.ts';
import type { Gpu, Slice } from '../gpu.ts';
import { declareKernel, read, uniform, uniformBytes, write, type Constants } from '../kernel.ts';
import {
  multiplyEnables,
  multiplyIncludes,
  multiplyIndex,
  multiplyWorkgroups,
  plainMultiplyIncludes,
  type MultiplyVariant,
} from '../multiply.ts';

const SIZES = uniform({ rows: 'u32' });

export const PRODUCT = declareKernel(
  'paths/product',
  { x: read('vec4f'), w: read('vec4f'), y: write('vec4f'), squares: write('vec4f'), sizes: SIZES },
  { MULTIPLY: 'u32', IN: 'u32', OUT: 'u32', OUT_MAJOR: 'bool', WITH_SQUARES: 'bool' },
  {
    includes: (constants) => [
      ...(constants.WITH_SQUARES ? multiplyIncludes(constants) : plainMultiplyIncludes(constants)),
      'common/tiles',
    ],
    enables: multiplyEnables,
  },
);

/** Rows of x, length of the contraction, columns of y; the last two are multiples of four. */
export interface ProductShape {
  readonly rows: number;
  readonly inputs: number;
  readonly outputs: number;
  /** Whether W is [outputs, inputs], as in the forward pass, or [inputs, outputs], as in the backward pass. */
  readonly outMajor: boolean;
  /** Whether rows are squared and added up on the way, as rollouts want it before a norm. */
  readonly withSquares: boolean;
}

export interface ProductBuffers {
  readonly x: Slice;
  readonly w: Slice;
  readonly y: Slice;
  readonly squares: Slice;
}

/** Zeroed buffers of a product with W in `w`; there is room for a multiple of 32 rows. */
export function productBuffers(gpu: Gpu, { rows, inputs, outputs }: ProductShape, w: Slice): ProductBuffers {
  const room = Math.ceil(rows / 32) * 32;
  return {
    x: gpu.storage('product x', room * inputs * 4),
    w,
    y: gpu.storage('product y', room * outputs * 4),
    squares: gpu.storage('product squares', room * 4),
  };
}

export function prepareProduct(
  gpu: Gpu,
  variant: MultiplyVariant,
  { rows, ...shape }: ProductShape,
  buffers: ProductBuffers,
): Promise<Dispatch> {
  const constants = productConstants(variant, shape);
  const sizes = gpu.uniform('product sizes', 4);
  gpu.write(sizes, uniformBytes(SIZES, { rows }));
  return gpu.prepare(PRODUCT, constants, { ...buffers, sizes }, multiplyWorkgroups(variant, rows, shape.outputs));
}

export function productConstants(
  variant: MultiplyVariant,
  { inputs, outputs, outMajor, withSquares }: Omit<ProductShape, 'rows'>,
): Constants<typeof PRODUCT.constants> {
  return {
    MULTIPLY: multiplyIndex(variant),
    IN: inputs,
    OUT: outputs,
    OUT_MAJOR: outMajor,
    WITH_SQUARES: withSquares,
  };
}
