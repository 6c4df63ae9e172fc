/** Protects that every variant of the ladder gives the same product, in both directions and at the edges of its blocks. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomNumbers, randomStream } from '../../../test/engine/random.ts';
import { openTestGpu } from '../../../test/engine/test-gpu.ts';
import type { Gpu } from './gpu.ts';
import { MULTIPLY_VARIANTS, offersMultiply, type MultiplyVariant } from './multiply.ts';
import { prepareProduct, productBuffers, type ProductShape } from './paths/product.ts';

let gpu: Gpu;
beforeAll(async () => {
  gpu = await openTestGpu();
});
afterAll(() => gpu.close());

/** [rows, inputs, outputs]: below, at and just beyond the edges of blocks of 4, 16, 32 and 64. */
const SIZES = [
  [1, 4, 4],
  [32, 16, 64],
  [37, 52, 132],
] as const;

/** Squares are added up on the way forward only. */
const CASES = SIZES.flatMap(([rows, inputs, outputs]) =>
  [true, false].map((outMajor) => ({ rows, inputs, outputs, outMajor, withSquares: outMajor })),
);

interface Product {
  readonly y: Float64Array;
  readonly squares: Float64Array;
  /** Sum over the contraction of |x| |w|, which bounds the rounding of each number. */
  readonly magnitudes: Float64Array;
}

function product({ rows, inputs, outputs, outMajor }: ProductShape, x: Float32Array, w: Float32Array): Product {
  const y = new Float64Array(rows * outputs);
  const magnitudes = new Float64Array(rows * outputs);
  const squares = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    for (let k = 0; k < inputs; k++) squares[row] += x[row * inputs + k] ** 2;
    for (let column = 0; column < outputs; column++) {
      for (let k = 0; k < inputs; k++) {
        const term = x[row * inputs + k] * w[outMajor ? column * inputs + k : k * outputs + column];
        y[row * outputs + column] += term;
        magnitudes[row * outputs + column] += Math.abs(term);
      }
    }
  }
  return { y, squares, magnitudes };
}

async function onDevice(
  variant: MultiplyVariant,
  shape: ProductShape,
  x: Float32Array<ArrayBuffer>,
  w: Float32Array<ArrayBuffer>,
): Promise<{ readonly y: Float32Array; readonly squares: Float32Array }> {
  const buffers = productBuffers(gpu, shape, gpu.storage('w', w.byteLength));
  // Rows that only fill the last block hold something else than zeros, so that leaking shows.
  gpu.write(buffers.x, new Float32Array(buffers.x.size / 4).fill(1e3));
  gpu.write(buffers.x, x);
  gpu.write(buffers.w, w);
  const dispatch = await prepareProduct(gpu, variant, shape, buffers);
  const [y, squares] = await gpu.read([buffers.y, buffers.squares], [{ dispatches: [dispatch] }]);
  return { y: new Float32Array(y), squares: new Float32Array(squares) };
}

describe.each(MULTIPLY_VARIANTS)('the %s product', (variant) => {
  it.each(CASES)('is right for $rows x $inputs x $outputs, out-major $outMajor', async (shape) => {
    if (!offersMultiply(variant, gpu.features)) {
      // Where a variant is not offered, asking for it must fail rather than give numbers.
      await expect(onDevice(variant, shape, new Float32Array(), new Float32Array())).rejects.toThrow();
      return;
    }
    const random = randomStream(shape.rows * 1000 + shape.outputs);
    const x = Float32Array.from(randomNumbers(random, shape.rows * shape.inputs, -100, 100));
    const w = Float32Array.from(randomNumbers(random, shape.inputs * shape.outputs));
    const expected = product(shape, x, w);
    const actual = await onDevice(variant, shape, x, w);
    expect(await onDevice(variant, shape, x, w), 'the same again').toEqual(actual);
    // Each of `inputs` additions and products may round by half a unit of the largest partial sum.
    const rounding = (shape.inputs + 1) * 2 ** -24;
    expected.y.forEach((value, index) => {
      expect(Math.abs(actual.y[index] - value)).toBeLessThanOrEqual(expected.magnitudes[index] * rounding);
    });
    expected.squares.forEach((sum, row) => {
      const value = shape.withSquares ? sum : 0;
      expect(Math.abs(actual.squares[row] - value)).toBeLessThanOrEqual(value * rounding);
    });
    // Rows beyond the last block of four are not touched.
    const written = Math.ceil(shape.rows / 4) * 4 * shape.outputs;
    expect(actual.y.subarray(written).every((value) => value === 0)).toBe(true);
  });
});
