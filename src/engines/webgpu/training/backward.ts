/**
 * Gradients from what the last norm reads down through the layers, as far as something asks for them. What is done with
 * the gradient of a matrix's output (an adapter's gradient, the matrix's own) is given.
 */

import type { Gpu, Slice } from '../gpu.ts';
import type { MultiplyVariant } from '../multiply.ts';
import type { Network } from '../network.ts';
import { PACKED_MATRICES, type PackedMatrix } from '../packing.ts';
import { attentionGradientSteps } from './attention.ts';
import { BACK_PROJECT, BACK_SWIGLU } from './kernels.ts';
import { normGradientStep } from './norm.ts';
import { backwardProduct, productStep } from './products.ts';
import { ANY_GRID, type Step, type View } from './steps.ts';
import type { BackwardTape, ForwardTape } from './tape.ts';

/** What the gradient of one packed matrix is made of: y = (x rstd) W. */
export interface MatrixOperands {
  readonly view: View;
  /** Uniform with the number of rows. */
  readonly sizes: Slice;
  /** [rows, columns of the matrix] */
  readonly x: Slice;
  /** [rows] where a norm is folded into the matrix, else null. */
  readonly rstd: Slice | null;
  /** [rows, rows of the matrix]: gradient of y, before rotation. */
  readonly outputGradient: Slice;
}

/** Whoever wants gradients of weights. */
export interface WeightGradients {
  /** Whether the gradient of a layer's matrix is wanted. */
  wants(layer: number, matrix: PackedMatrix): boolean;
  /** Whether that of the layer's keys is. */
  wantsKeys(layer: number): boolean;
  /** Whether that of the embedding is. */
  readonly wantsEmbedding: boolean;
  steps(layer: number, matrix: PackedMatrix, operands: MatrixOperands): Promise<readonly Step[]>;
}

/** Steps from the gradient in `gradients.after`, for the rows that predict, downwards. */
export async function backwardSteps(
  gpu: Gpu,
  network: Network,
  tape: ForwardTape,
  gradients: BackwardTape,
  multiply: MultiplyVariant,
  weights: WeightGradients,
): Promise<readonly Step[]> {
  const { shape, layers, rotary } = network;
  const { hidden, projected, queries, inner } = shape;
  const wanted = (layer: number): readonly PackedMatrix[] =>
    PACKED_MATRICES.filter((matrix) => weights.wants(layer, matrix));
  const wantedBelow = (layer: number): boolean =>
    weights.wantsEmbedding || layers.some((_, index) => index < layer && wanted(index).length > 0);

  const steps: Promise<readonly Step[]>[] = [];
  const add = (step: Promise<Step>): void => {
    steps.push(step.then((only) => [only]));
  };
  const weigh = (layer: number, matrix: PackedMatrix, operands: MatrixOperands): void => {
    if (weights.wants(layer, matrix)) steps.push(weights.steps(layer, matrix, operands));
  };
  const through = (w: Slice, view: View, inputs: number, outputs: number, x: Slice, y: Slice): void => {
    const product = backwardProduct(multiply, inputs, outputs);
    const dispatch = gpu.prepare(BACK_PROJECT, product, { x, w, y, sizes: tape.views[view].sizes }, ANY_GRID);
    add(dispatch.then((prepared) => productStep(multiply, product, view, prepared)));
  };

  for (let index = layers.length - 1; index >= 0; index--) {
    const below = wantedBelow(index);
    const here = wanted(index);
    if (!below && here.length === 0) break;
    const matrices = layers[index];
    const layer = tape.layers[index];
    const { view, input, inputRstd, attended, middle, middleRstd, gateUp, activated } = layer;
    const { keys, sizes } = tape.views[view];

    weigh(index, 'down', { view, sizes, x: activated, rstd: null, outputGradient: gradients.after });
    if (!below && here.every((matrix) => matrix === 'down')) break;

    const outOfInner = backwardProduct(multiply, inner, hidden);
    const swiglu = gpu.prepare(
      BACK_SWIGLU,
      outOfInner,
      { x: gradients.after, w: matrices.down, gate_up: gateUp, y: gradients.gateUp, sizes },
      ANY_GRID,
    );
    add(swiglu.then((dispatch) => productStep(multiply, outOfInner, view, dispatch)));
    weigh(index, 'gateUp', { view, sizes, x: middle, rstd: middleRstd, outputGradient: gradients.gateUp });
    if (!below && here.every((matrix) => matrix === 'down' || matrix === 'gateUp')) break;

    through(matrices.gateUp, view, hidden, 2 * inner, gradients.gateUp, gradients.normed);
    const middleNorm = { normed: gradients.normed, x: middle, rstd: middleRstd, keys, sizes };
    add(normGradientStep(gpu, shape, multiply, view, { ...middleNorm, gradient: gradients.between }, gradients.after));
    weigh(index, 'output', { view, sizes, x: attended, rstd: null, outputGradient: gradients.between });
    if (!below && !here.includes('qkv')) break;

    through(matrices.output, view, queries, hidden, gradients.between, gradients.attended);
    const withKeys = below || weights.wantsKeys(index);
    steps.push(attentionGradientSteps(gpu, shape, layer, gradients, tape.views, rotary, withKeys));
    const { sizes: allSizes } = tape.views.tokens;
    const intoHeads = { x: input, rstd: inputRstd, outputGradient: gradients.qkv };
    weigh(index, 'qkv', { view: 'tokens', sizes: allSizes, ...intoHeads });
    if (!below) break;

    through(matrices.qkv, 'tokens', hidden, projected, gradients.qkv, gradients.normed);
    const inputNorm = { normed: gradients.normed, x: input, rstd: inputRstd, keys, sizes: allSizes };
    const buffers = { ...inputNorm, gradient: gradients.after };
    add(normGradientStep(gpu, shape, multiply, 'tokens', buffers, gradients.between, view === 'predicted'));
  }
  return (await Promise.all(steps)).flat();
}
