/** The network over a micro-batch, up to what the last norm reads, keeping what the backward pass needs. */

import type { Gpu, Slice } from '../gpu.ts';
import type { MultiplyVariant } from '../multiply.ts';
import type { Network } from '../network.ts';
import { attentionStep } from './attention.ts';
import { EMBED, PROJECT_NORMED, PROJECT_RESIDUAL, PROJECT_ROTATED, SWIGLU } from './kernels.ts';
import { rootMeanSquareStep } from './norm.ts';
import { elementStep, forwardProduct, productStep } from './products.ts';
import { ANY_GRID, type Step, type View } from './steps.ts';
import type { ForwardTape } from './tape.ts';

/** Steps from tokens to `final` and its root mean square, which are the tape's own unless others are given. */
export async function forwardSteps(
  gpu: Gpu,
  { shape, embedding, layers, rotary }: Network,
  tape: ForwardTape,
  multiply: MultiplyVariant,
  last: Pick<ForwardTape, 'final' | 'finalRstd'> = tape,
): Promise<readonly Step[]> {
  const { hidden, projected, queries, keys, inner, head } = shape;
  const { tokens, predicted } = tape.views;
  const steps: Promise<Step>[] = [];
  const rootMeanSquare = (view: View, x: Slice, rstd: Slice): Promise<Step> =>
    rootMeanSquareStep(gpu, shape, multiply, view, { x, rstd, sizes: tape.views[view].sizes });

  const first = { tokens: tape.tokens, embedding, x: tape.layers[0].input, sizes: tokens.sizes };
  const embed = gpu.prepare(EMBED, { HIDDEN: hidden }, first, ANY_GRID);
  steps.push(embed.then((dispatch) => elementStep(hidden / 4, 4, 'tokens', dispatch)));

  layers.forEach((matrices, index) => {
    const layer = tape.layers[index];
    const { view, input, inputRstd, qkv, attended, middle, middleRstd, gateUp, activated } = layer;
    const { sizes } = tape.views[view];
    const output = index + 1 < layers.length ? tape.layers[index + 1].input : last.final;

    steps.push(rootMeanSquare('tokens', input, inputRstd));

    const intoHeads = forwardProduct(multiply, hidden, projected);
    const projection = gpu.prepare(
      PROJECT_ROTATED,
      { ...intoHeads, HEAD: head, ROTATED: queries + keys },
      { x: input, w: matrices.qkv, queries: tokens.queries, rotary, y: qkv, rstd: inputRstd, sizes: tokens.sizes },
      ANY_GRID,
    );
    steps.push(projection.then((dispatch) => productStep(multiply, intoHeads, 'tokens', dispatch)));

    steps.push(attentionStep(gpu, shape, layer, tape.views));

    const outOfHeads = forwardProduct(multiply, queries, hidden);
    const mixing = gpu.prepare(
      PROJECT_RESIDUAL,
      { ...outOfHeads, GATHERED: view === 'predicted' },
      { x: attended, w: matrices.output, residual: input, queries: predicted.queries, y: middle, sizes },
      ANY_GRID,
    );
    steps.push(mixing.then((dispatch) => productStep(multiply, outOfHeads, view, dispatch)));

    steps.push(rootMeanSquare(view, middle, middleRstd));

    const intoInner = forwardProduct(multiply, hidden, 2 * inner);
    const gating = gpu.prepare(
      PROJECT_NORMED,
      intoInner,
      { x: middle, w: matrices.gateUp, y: gateUp, rstd: middleRstd, sizes },
      ANY_GRID,
    );
    steps.push(gating.then((dispatch) => productStep(multiply, intoInner, view, dispatch)));

    const activation = gpu.prepare(SWIGLU, { INNER: inner }, { gate_up: gateUp, activated, sizes }, ANY_GRID);
    steps.push(activation.then((dispatch) => elementStep(inner / 4, 16, view, dispatch)));

    const outOfInner = forwardProduct(multiply, inner, hidden);
    const closing = gpu.prepare(
      PROJECT_RESIDUAL,
      { ...outOfInner, GATHERED: false },
      { x: activated, w: matrices.down, residual: middle, queries: predicted.queries, y: output, sizes },
      ANY_GRID,
    );
    steps.push(closing.then((dispatch) => productStep(multiply, outOfInner, view, dispatch)));
  });
  steps.push(rootMeanSquare('predicted', last.final, last.finalRstd));
  return Promise.all(steps);
}
