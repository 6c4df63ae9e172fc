/**
 * The losses on the device: log-softmax, clip, KL to the base, entropy bonus and the gradient of it all in one kernel,
 * at the positions that predict a generated token. Where those positions come from is the caller's business.
 */

import type { LossKind, LossSettings } from '../../engine.ts';
import { MASKED } from '../../onnx/llama.ts';
import { foldedGrid, type Dispatch } from '../command-list.ts';
import type { Gpu, Slice } from '../gpu.ts';
import { declareKernel, read, uniform, uniformBytes, write } from '../kernel.ts';
import type { NetworkShape } from '../network-shape.ts';

/** What differs from call to call. */
const NUMBERS = uniform({
  positions: 'u32',
  capacity: 'u32',
  inverseTemperature: 'f32',
  inverseNormaliser: 'f32',
  clipLow: 'f32',
  clipHigh: 'f32',
  klCoefficient: 'f32',
  entropyCoefficient: 'f32',
});

/** Bytes of the uniform that `lossNumbers` fills. */
export const LOSS_NUMBERS_BYTES = 32;

export const LOSS = declareKernel(
  'loss/loss',
  {
    logits: write('vec4f'),
    baseLogits: read('vec4f'),
    mask: read('vec4f'),
    tokens: read('vec4u'),
    statistics: write('vec4f'),
    logProb: write('f32'),
    numbers: NUMBERS,
  },
  { LANES: 'u32', KIND: 'u32', HAS_BASE: 'bool', HAS_ENTROPY: 'bool' },
  { includes: ['common/grid', 'common/vectors', 'loss/softmax'] },
);

export const SCORE = declareKernel(
  'loss/score',
  { logits: read('vec4f'), mask: read('vec4f'), tokens: read('vec4u'), logProb: write('f32'), numbers: NUMBERS },
  { LANES: 'u32' },
  { includes: ['common/grid', 'common/vectors', 'loss/softmax'] },
);

export const LOSS_TOTALS = declareKernel(
  'loss/totals',
  { statistics: read('vec4f'), totals: write('vec4f'), numbers: NUMBERS },
  {},
);

/** The constants of shaders/loss/loss.wgsl. */
const KIND: Readonly<Record<LossKind, number>> = { rec: 0, 'rec-is': 1, ppo: 2 };

/** Positions of one dispatch, all buffers with room for `capacity`. */
export interface LossBuffers {
  /** [capacity, vocabulary], padded; becomes the gradient. */
  readonly logits: Slice;
  /** The base's, for KL to it; null leaves that out. Not in the buffer of `logits`. */
  readonly baseLogits: Slice | null;
  /** f32 [vocabulary], from `vocabularyMask`; its size is the length of a row. */
  readonly mask: Slice;
  /** vec4u [capacity], from `lossTokens`. */
  readonly tokens: Slice;
  /** vec4f [capacity]: loss over the normaliser, whether clipped, old minus new log-probability, KL to the base. */
  readonly statistics: Slice;
  /** f32 [capacity] */
  readonly logProb: Slice;
  /** A uniform of LOSS_NUMBERS_BYTES, from `lossNumbers`. */
  readonly numbers: Slice;
}

/** One position that predicts a token which counts. */
export interface LossToken {
  readonly token: number;
  readonly advantage: number;
  readonly oldLogProb: number;
  /** What its loss and statistics are multiplied with. */
  readonly weight: number;
}

/** The tokens as the kernels read them. */
export function lossTokens(tokens: readonly LossToken[]): ArrayBuffer {
  const bytes = new ArrayBuffer(tokens.length * 16);
  const view = new DataView(bytes);
  tokens.forEach(({ token, advantage, oldLogProb, weight }, index) => {
    view.setUint32(index * 16, token, true);
    view.setFloat32(index * 16 + 4, advantage, true);
    view.setFloat32(index * 16 + 8, oldLogProb, true);
    view.setFloat32(index * 16 + 12, weight, true);
  });
  return bytes;
}

/** The content of the uniform: how many of `capacity` positions count, and the numbers of the loss. */
export function lossNumbers(settings: Omit<LossSettings, 'kind'>, positions: number, capacity: number): ArrayBuffer {
  return uniformBytes(NUMBERS, {
    positions,
    capacity,
    inverseTemperature: 1 / settings.temperature,
    inverseNormaliser: 1 / settings.normaliser,
    clipLow: settings.clipLow,
    clipHigh: settings.clipHigh,
    klCoefficient: settings.klCoefficient,
    entropyCoefficient: settings.entropyCoefficient ?? 0,
  });
}

/** The content of the uniform where only scores are asked for. Temperature 0 scores as 1 does. */
export function scoreNumbers(temperature: number, positions: number, capacity: number): ArrayBuffer {
  return uniformBytes(NUMBERS, {
    positions,
    capacity,
    inverseTemperature: temperature === 0 ? 1 : 1 / temperature,
    inverseNormaliser: 0,
    clipLow: 0,
    clipHigh: 0,
    klCoefficient: 0,
    entropyCoefficient: 0,
  });
}

/** What is added to logits: 0 for tokens that may be sampled, `MASKED` for the others and for padding. */
export function vocabularyMask(
  { vocabulary, vocabularySize }: Pick<NetworkShape, 'vocabulary' | 'vocabularySize'>,
  maskedTokens: readonly number[],
): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: vocabulary }, (_, token) =>
    token >= vocabularySize || maskedTokens.includes(token) ? MASKED : 0,
  );
}

/** Most invocations that share a position: what every device allows in a workgroup. */
const MAX_LANES = 256;
/** Up to this vocabulary one invocation per position is faster where barriers are dear and memory is not. */
const LONE_VOCABULARY = 4096;

/** Invocations that share a position; `lone` where the device is a processor that dislikes barriers. */
export function lossLanes(vocabulary: number, lone: boolean): number {
  if (lone && vocabulary <= LONE_VOCABULARY) return 1;
  let lanes = 1;
  while (lanes < MAX_LANES && lanes * 4 < vocabulary) lanes *= 2;
  return lanes;
}

/** The loss and its gradient, in place of the logits. */
export async function prepareLoss(
  gpu: Gpu,
  { kind, entropyCoefficient = 0 }: Pick<LossSettings, 'kind' | 'entropyCoefficient'>,
  { baseLogits, ...buffers }: LossBuffers,
  capacity: number,
  lanes: number,
): Promise<Dispatch> {
  return gpu.prepare(
    LOSS,
    {
      LANES: lanes,
      KIND: KIND[kind],
      HAS_BASE: baseLogits !== null,
      HAS_ENTROPY: entropyCoefficient !== 0,
    },
    // Every binding needs a buffer, also those that are not read.
    { ...buffers, baseLogits: baseLogits ?? buffers.mask },
    lossWorkgroups(capacity, lanes),
  );
}

/** Log-probabilities only. */
export async function prepareScore(
  gpu: Gpu,
  buffers: Pick<LossBuffers, 'logits' | 'mask' | 'tokens' | 'logProb' | 'numbers'>,
  capacity: number,
  lanes: number,
): Promise<Dispatch> {
  const { logits, mask, tokens, logProb, numbers } = buffers;
  const bound = { logits, mask, tokens, logProb, numbers };
  return gpu.prepare(SCORE, { LANES: lanes }, bound, lossWorkgroups(capacity, lanes));
}

/** Adds the statistics of a loss to `totals`, vec4f [1]. */
export async function prepareLossTotals(
  gpu: Gpu,
  { statistics, numbers }: Pick<LossBuffers, 'statistics' | 'numbers'>,
  totals: Slice,
): Promise<Dispatch> {
  return gpu.prepare(LOSS_TOTALS, {}, { statistics, totals, numbers }, [1, 1, 1]);
}

/** The grid that covers so many positions. */
export function lossWorkgroups(capacity: number, lanes: number): readonly [number, number, number] {
  const positionsPerGroup = Math.max(64, lanes) / lanes;
  return foldedGrid(Math.ceil(capacity / positionsPerGroup));
}
