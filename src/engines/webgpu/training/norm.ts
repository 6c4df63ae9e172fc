/** RMSNorm, whose weight is folded into the matrix behind it: what rows are multiplied with, and the way back. */

import type { Gpu, Slice } from '../gpu.ts';
import { multiplyWaits, type MultiplyVariant } from '../multiply.ts';
import type { NetworkShape } from '../network-shape.ts';
import { BACK_NORM, ROOT_MEAN_SQUARE } from './kernels.ts';
import { elementStep } from './products.ts';
import { ANY_GRID, type Step, type View } from './steps.ts';

/** Invocations that share a row: one where products do without barriers, too. */
function lanesOf(multiply: MultiplyVariant): number {
  return multiplyWaits(multiply) ? 16 : 1;
}

/** From `x` [rows, hidden] to `rstd` [rows], the inverse of its root mean square. */
export async function rootMeanSquareStep(
  gpu: Gpu,
  { hidden, hiddenSize, epsilon }: NetworkShape,
  multiply: MultiplyVariant,
  view: View,
  buffers: { readonly x: Slice; readonly rstd: Slice; readonly sizes: Slice },
): Promise<Step> {
  const lanes = lanesOf(multiply);
  const constants = { HIDDEN: hidden, HIDDEN_SIZE: hiddenSize, EPSILON: epsilon, LANES: lanes };
  const dispatch = await gpu.prepare(ROOT_MEAN_SQUARE, constants, buffers, ANY_GRID);
  return elementStep(lanes, hidden / lanes, view, dispatch);
}

/** What a norm's backward pass reads and writes. */
interface NormBuffers {
  readonly normed: Slice;
  readonly x: Slice;
  readonly rstd: Slice;
  readonly keys: Slice;
  readonly gradient: Slice;
  readonly sizes: Slice;
}

/** Through a norm; `beside` is the gradient that comes past it, by row or `scattered` from rows that predict. */
export async function normGradientStep(
  gpu: Gpu,
  { hidden, hiddenSize }: NetworkShape,
  multiply: MultiplyVariant,
  view: View,
  buffers: NormBuffers,
  beside: Slice | null,
  scattered = false,
): Promise<Step> {
  const lanes = lanesOf(multiply);
  const dispatch = await gpu.prepare(
    BACK_NORM,
    { HIDDEN: hidden, HIDDEN_SIZE: hiddenSize, LANES: lanes, HAS_BESIDE: beside !== null, SCATTERED: scattered },
    // Every binding needs a buffer, also one that is not read.
    { ...buffers, beside: beside ?? buffers.x },
    ANY_GRID,
  );
  return elementStep(lanes, (4 * hidden) / lanes, view, dispatch);
}
