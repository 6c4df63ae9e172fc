/**
 * Logits at the positions that predict, the loss, and its gradient down to what the last norm reads. In chunks of
 * positions, because logits over a large vocabulary are more than anything else that a step holds.
 */

import type { LossKind, LossSettings } from '../../engine.ts';
import type { Gpu, Slice } from '../gpu.ts';
import { uniformBytes } from '../kernel.ts';
import { multiplyWaits, type MultiplyVariant } from '../multiply.ts';
import type { Network } from '../network.ts';
import { BACK_PROJECT, PROJECT_NORMED, SIZES } from './kernels.ts';
import {
  LOSS_NUMBERS_BYTES,
  lossLanes,
  lossNumbers,
  lossWorkgroups,
  prepareLoss,
  prepareLossTotals,
  prepareScore,
  scoreNumbers,
} from './loss.ts';
import { normGradientStep } from './norm.ts';
import { backwardProduct, forwardProduct, productStep } from './products.ts';
import { ANY_GRID, type Sizes, type Step } from './steps.ts';
import type { BackwardTape, ForwardTape } from './tape.ts';

/** Bytes that the logits of a chunk may take. */
const LOGITS_BYTES = 2 ** 26;
/** Chunks begin at multiples of so many rows, at which every device can bind. */
const CHUNK_ROWS = 64;

/** Rows of a chunk, for so many positions that predict. */
function headChunk(gpu: Gpu, vocabulary: number, predicted: number): number {
  const bytes = Math.min(LOGITS_BYTES, gpu.largestBinding);
  const most = Math.max(1, Math.floor(bytes / (vocabulary * 4 * CHUNK_ROWS)));
  return Math.min(most, Math.ceil(predicted / CHUNK_ROWS)) * CHUNK_ROWS;
}

/** What heads of all kinds share. */
export interface HeadBuffers {
  /** Positions of a chunk, a multiple of 64. */
  readonly chunk: number;
  /** [chunk, vocabulary] */
  readonly logits: Slice;
  /** f32 [vocabulary] */
  readonly mask: Slice;
  /** vec4u [predicted] */
  readonly tokens: Slice;
  /** vec4f [chunk] */
  readonly statistics: Slice;
  /** f32 [predicted] */
  readonly logProb: Slice;
  /** vec4f [1] */
  readonly totals: Slice;
  /** For each chunk, uniforms with its number of rows and the loss's numbers. */
  readonly chunks: readonly { readonly sizes: Slice; readonly numbers: Slice }[];
}

export interface BaseHead {
  readonly network: Network;
  /** [predicted, hidden] */
  readonly final: Slice;
  /** [predicted] */
  readonly finalRstd: Slice;
  /** [chunk, vocabulary] */
  readonly logits: Slice;
}

export function headBuffers(gpu: Gpu, vocabulary: number, predicted: number, mask: Slice, totals: Slice): HeadBuffers {
  const chunk = headChunk(gpu, vocabulary, predicted);
  return {
    chunk,
    logits: gpu.storage('logits', chunk * vocabulary * 4),
    mask,
    tokens: gpu.storage('loss tokens', predicted * 16),
    statistics: gpu.storage('statistics', chunk * 16),
    logProb: gpu.storage('log-probabilities', predicted * 4),
    totals,
    chunks: Array.from({ length: Math.ceil(predicted / chunk) }, () => ({
      sizes: gpu.uniform('chunk sizes', 16),
      numbers: gpu.uniform('loss numbers', LOSS_NUMBERS_BYTES),
    })),
  };
}

/** All that a head owns; the mask and the totals are others'. */
export function headSlices({ logits, tokens, statistics, logProb, chunks }: HeadBuffers): readonly Slice[] {
  return [logits, tokens, statistics, logProb, ...chunks.flatMap(({ sizes, numbers }) => [sizes, numbers])];
}

/** Sets how many of `predicted` positions each chunk has, and what loss or temperature. */
export function feedHead(
  gpu: Gpu,
  { chunk, chunks }: HeadBuffers,
  predicted: number,
  settings: Omit<LossSettings, 'kind'> | { readonly temperature: number },
): void {
  chunks.forEach(({ sizes, numbers }, index) => {
    const rows = rowsOfChunk(predicted, chunk, index);
    gpu.write(sizes, uniformBytes(SIZES, { rows }));
    gpu.write(
      numbers,
      'normaliser' in settings ? lossNumbers(settings, rows, rows) : scoreNumbers(settings.temperature, rows, rows),
    );
  });
}

function rowsOfChunk(predicted: number, chunk: number, index: number): number {
  return Math.max(0, Math.min(predicted - index * chunk, chunk));
}

/** Rows of a chunk of a tensor with so many bytes per row. */
function part({ buffer, offset, size }: Slice, rowBytes: number, chunk: number, index: number): Slice {
  const from = index * chunk * rowBytes;
  return { buffer, offset: offset + from, size: Math.min(size - from, chunk * rowBytes) };
}

/** Which loss: what is compiled into its kernel. */
export interface LossVariant {
  readonly kind: LossKind;
  readonly entropyCoefficient: number;
}

/** What the gradient of the head is made of, for the positions of one chunk: logits = (x rstd) W. */
export interface HeadOperands {
  readonly rowCount: (sizes: Sizes) => number;
  /** Uniform with the number of rows. */
  readonly sizes: Slice;
  /** [rows, hidden] */
  readonly x: Slice;
  /** [rows] */
  readonly rstd: Slice;
  /** [rows, vocabulary] */
  readonly outputGradient: Slice;
}

/** A loss and where its gradient goes. */
export interface HeadLoss {
  readonly variant: LossVariant;
  readonly base: BaseHead | null;
  readonly gradients: BackwardTape;
  /** Whoever wants the gradient of the head itself. */
  readonly weigh?: (operands: HeadOperands) => Promise<readonly Step[]>;
}

/** Steps from `final` to the gradient `gradients.after`, or to log-probabilities where there are no gradients. */
export async function headSteps(
  gpu: Gpu,
  { shape, head }: Network,
  tape: ForwardTape,
  buffers: HeadBuffers,
  multiply: MultiplyVariant,
  loss: HeadLoss | null,
): Promise<readonly Step[]> {
  const { hidden, vocabulary } = shape;
  const { chunk, logits, mask, statistics, totals } = buffers;
  const lanes = lossLanes(vocabulary, !multiplyWaits(multiply));
  const intoLogits = forwardProduct(multiply, hidden, vocabulary);
  const outOfLogits = backwardProduct(multiply, hidden, vocabulary);
  const rowsOf = (index: number) => (sizes: Sizes) => rowsOfChunk(sizes.predicted.rows, chunk, index);

  const steps = buffers.chunks.map(async ({ sizes, numbers }, index): Promise<readonly Step[]> => {
    const rows = rowsOf(index);
    const of = (slice: Slice, rowBytes: number): Slice => part(slice, rowBytes, chunk, index);
    const project = async (w: Slice, x: Slice, rstd: Slice, y: Slice): Promise<Step> => {
      const bound = { x: of(x, hidden * 4), w, y, rstd: of(rstd, 4), sizes };
      return productStep(multiply, intoLogits, rows, await gpu.prepare(PROJECT_NORMED, intoLogits, bound, ANY_GRID));
    };
    const shared = { logits, mask, numbers, tokens: of(buffers.tokens, 16), logProb: of(buffers.logProb, 4) };
    const work = (extent: Sizes): number => rows(extent) * vocabulary * 16;
    const grid: Step['grid'] = (extent) => lossWorkgroups(rows(extent), lanes);
    const projection = await project(head, tape.final, tape.finalRstd, logits);
    if (loss === null) {
      return [projection, { dispatch: await prepareScore(gpu, shared, chunk, lanes), grid, work }];
    }
    const { variant, base, gradients, weigh } = loss;
    const bound = { ...shared, statistics, baseLogits: base?.logits ?? null };
    const dispatch = await prepareLoss(gpu, variant, bound, chunk, lanes);
    const addition = await prepareLossTotals(gpu, { statistics, numbers }, totals);
    const normed = { x: of(tape.final, hidden * 4), rstd: of(tape.finalRstd, 4) };
    const own = (await weigh?.({ rowCount: rows, sizes, ...normed, outputGradient: logits })) ?? [];
    const back = { x: logits, w: head, y: of(gradients.normed, hidden * 4), sizes };
    return [
      ...(base === null ? [] : [await project(base.network.head, base.final, base.finalRstd, base.logits)]),
      projection,
      { dispatch, grid, work },
      { dispatch: addition, grid: () => [1, 1, 1], work: rows },
      ...own,
      productStep(multiply, outOfLogits, rows, await gpu.prepare(BACK_PROJECT, outOfLogits, back, ANY_GRID)),
    ];
  });
  const chunks = (await Promise.all(steps)).flat();
  if (loss === null) return chunks;
  const { keys, sizes } = tape.views.predicted;
  const { normed, after: gradient } = loss.gradients;
  const norm = { normed, x: tape.final, rstd: tape.finalRstd, keys, gradient, sizes };
  return [...chunks, await normGradientStep(gpu, shape, multiply, 'predicted', norm, null)];
}
