/** The buffers of a training step: what the forward pass keeps for the backward pass, and what gradients pass through. */

import type { Gpu, Slice } from '../gpu.ts';
import { uniformBytes } from '../kernel.ts';
import type { NetworkShape } from '../network-shape.ts';
import { SIZES } from './kernels.ts';
import { packedTokens, viewIndex, type MicroBatch, type Room } from './micro-batch.ts';
import type { View } from './steps.ts';

export interface ViewBuffers {
  /** vec2u [rows of the view] and vec4u [tokens], see micro-batch.ts. */
  readonly queries: Slice;
  readonly keys: Slice;
  /** Uniform with the number of rows. */
  readonly sizes: Slice;
}

/** What one layer keeps. After its attention the last layer has only the rows that predict. */
export interface LayerTape {
  readonly view: View;
  /** [tokens, hidden] */
  readonly input: Slice;
  /** [tokens] */
  readonly inputRstd: Slice;
  /** [tokens, projected], rotated. */
  readonly qkv: Slice;
  /** [rows, queries] */
  readonly attended: Slice;
  /** [rows, heads]: logarithm of the sum of the exponentials of a query's scores. */
  readonly lse: Slice;
  /** [rows, hidden]: between attention and MLP. */
  readonly middle: Slice;
  /** [rows] */
  readonly middleRstd: Slice;
  /** [rows, 2 inner] */
  readonly gateUp: Slice;
  /** [rows, inner]; of the layer itself only where something asks for it again, else of all layers together. */
  readonly activated: Slice;
}

export interface ForwardTape {
  readonly room: Room;
  /** u32 [tokens] */
  readonly tokens: Slice;
  readonly views: Readonly<Record<View, ViewBuffers>>;
  readonly layers: readonly LayerTape[];
  /** [predicted, hidden]: what the last norm reads. */
  readonly final: Slice;
  /** [predicted] */
  readonly finalRstd: Slice;
}

/** What gradients pass through, layer after layer. */
export interface BackwardTape {
  /** [tokens, hidden]: with respect to what a layer gives. */
  readonly after: Slice;
  /** [tokens, hidden]: with respect to what lies between attention and MLP. */
  readonly between: Slice;
  /** [tokens, hidden]: with respect to x over its root mean square. */
  readonly normed: Slice;
  readonly gateUp: Slice;
  readonly attended: Slice;
  readonly delta: Slice;
  /** [tokens, projected], before rotation. */
  readonly qkv: Slice;
}

/** Bytes that a token takes in both tapes. */
export function bytesPerToken(shape: NetworkShape): number {
  const { layers, hidden, projected, queries, inner, heads } = shape;
  const kept = 2 * hidden + 2 + projected + queries + heads + 3 * inner;
  const passing = 3 * hidden + 2 * inner + queries + heads + projected;
  return 4 * (layers * kept + passing);
}

/** Allocates the forward tape. `keepsActivated`: whether the backward pass reads a layer's `activated`. */
export function forwardTape(
  gpu: Gpu,
  shape: NetworkShape,
  room: Room,
  keepsActivated: (layer: number) => boolean,
): ForwardTape {
  const floats = (label: string, rows: number, columns: number): Slice => gpu.storage(label, rows * columns * 4);
  const { tokens, predicted } = room;
  const { hidden, projected, queries, heads, inner } = shape;
  const shared = floats('activated', tokens, inner);
  const layers = Array.from({ length: shape.layers }, (_, layer): LayerTape => {
    const view = layer === shape.layers - 1 ? 'predicted' : 'tokens';
    const rows = room[view];
    return {
      view,
      input: floats('input', tokens, hidden),
      inputRstd: floats('input rstd', tokens, 1),
      qkv: floats('qkv', tokens, projected),
      attended: floats('attended', rows, queries),
      lse: floats('lse', rows, heads),
      middle: floats('middle', rows, hidden),
      middleRstd: floats('middle rstd', rows, 1),
      gateUp: floats('gate and up', rows, 2 * inner),
      activated: keepsActivated(layer) ? floats('activated', rows, inner) : shared,
    };
  });
  const view = (rows: number): ViewBuffers => ({
    queries: floats('queries', rows, 2),
    keys: floats('keys', tokens, 4),
    sizes: gpu.uniform('sizes', 16),
  });
  return {
    room,
    tokens: floats('tokens', tokens, 1),
    views: { tokens: view(tokens), predicted: view(predicted) },
    layers,
    final: floats('final', predicted, hidden),
    finalRstd: floats('final rstd', predicted, 1),
  };
}

export function backwardTape(gpu: Gpu, shape: NetworkShape, { tokens }: Room): BackwardTape {
  const floats = (label: string, columns: number): Slice => gpu.storage(label, tokens * columns * 4);
  return {
    after: floats('gradient after', shape.hidden),
    between: floats('gradient between', shape.hidden),
    normed: floats('gradient normed', shape.hidden),
    gateUp: floats('gradient gate and up', 2 * shape.inner),
    attended: floats('gradient attended', shape.queries),
    delta: floats('delta', shape.heads),
    qkv: floats('gradient qkv', shape.projected),
  };
}

/** Puts the tokens of a micro-batch and who sees whom where the kernels look for them. */
export function feed(gpu: Gpu, { tokens, views }: ForwardTape, batch: MicroBatch): void {
  gpu.write(tokens, packedTokens(batch));
  for (const view of ['tokens', 'predicted'] as const) {
    const { queries, keys, sizes } = views[view];
    const index = viewIndex(batch, view);
    gpu.write(queries, index.queries);
    gpu.write(keys, index.keys);
    gpu.write(sizes, uniformBytes(SIZES, { rows: batch.sizes[view].rows }));
  }
}

/** All that a tape owns. */
export function slicesOf({ tokens, views, layers, final, finalRstd }: ForwardTape): readonly Slice[] {
  const ofViews = Object.values(views).flatMap(({ queries, keys, sizes }) => [queries, keys, sizes]);
  const ofLayers = layers.flatMap((layer) => [
    ...[layer.input, layer.inputRstd, layer.qkv, layer.attended, layer.lse],
    ...[layer.middle, layer.middleRstd, layer.gateUp, layer.activated],
  ]);
  return [tokens, final, finalRstd, ...ofViews, ...ofLayers];
}
