/** Steps with a matrix product in them, and those that run over elements. */

import { foldedGrid } from '../command-list.ts';
import { multiplyIndex, multiplyWorkgroups, type MultiplyVariant } from '../multiply.ts';
import type { Dispatch } from '../command-list.ts';
import type { Sizes, Step, View } from './steps.ts';

/** What a step runs over: the rows of a view, or others that its caller counts. */
export type RowCount = View | ((sizes: Sizes) => number);

function rowsOf(rows: RowCount, sizes: Sizes): number {
  return typeof rows === 'function' ? rows(sizes) : sizes[rows].rows;
}

/** The constants of a product: y = x W, W being [outputs, inputs] in the forward pass. */
export function forwardProduct(multiply: MultiplyVariant, inputs: number, outputs: number) {
  return { MULTIPLY: multiplyIndex(multiply), IN: inputs, OUT: outputs, OUT_MAJOR: true } as const;
}

/** The same for the gradient of x: with the same matrix the other way round. */
export function backwardProduct(multiply: MultiplyVariant, inputs: number, outputs: number) {
  return { MULTIPLY: multiplyIndex(multiply), IN: outputs, OUT: inputs, OUT_MAJOR: false } as const;
}

export function productStep(
  multiply: MultiplyVariant,
  { IN, OUT }: { readonly IN: number; readonly OUT: number },
  rows: RowCount,
  dispatch: Dispatch,
): Step {
  return {
    dispatch,
    grid: (sizes) => multiplyWorkgroups(multiply, rowsOf(rows, sizes), OUT),
    work: (sizes) => rowsOf(rows, sizes) * IN * OUT,
  };
}

/** Invocations of a workgroup in kernels that run over elements. */
const INVOCATIONS = 64;

/** A step with so many invocations per row, each of which does about `work` multiplications. */
export function elementStep(invocationsPerRow: number, work: number, rows: RowCount, dispatch: Dispatch): Step {
  return {
    dispatch,
    grid: (sizes) => foldedGrid(Math.ceil((rowsOf(rows, sizes) * invocationsPerRow) / INVOCATIONS)),
    work: (sizes) => rowsOf(rows, sizes) * invocationsPerRow * work,
  };
}
