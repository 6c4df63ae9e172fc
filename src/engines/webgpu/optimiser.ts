/** The optimiser on the device: global norm, clip and AdamW over flat vectors, whatever they are the parameters of. */

import { power } from '../../core/math.ts';
import { WaymarkError } from '../../core/errors.ts';
import type { AdamWSettings, StepStatistics } from '../engine.ts';
import { foldedGrid, type CommandList } from './command-list.ts';
import type { Gpu, Slice } from './gpu.ts';
import { declareKernel, read, uniform, uniformBytes, write } from './kernel.ts';

const NUMBERS = uniform({
  vectors: 'u32',
  groups: 'u32',
  maxNorm: 'f32',
  rate: 'f32',
  decay: 'f32',
  beta1: 'f32',
  rest1: 'f32',
  correction1: 'f32',
  beta2: 'f32',
  rest2: 'f32',
  correction2: 'f32',
  epsilon: 'f32',
});

const NUMBERS_BYTES = 48;

export const SQUARES = declareKernel(
  'optimiser/squares',
  { vector: read('vec4f'), partial: write('f32'), numbers: NUMBERS },
  { INVOCATIONS: 'u32' },
);

export const SUM = declareKernel(
  'optimiser/sum',
  { partial: read('f32'), norm: write('f32'), numbers: NUMBERS },
  { INVOCATIONS: 'u32' },
);

export const ADAMW = declareKernel(
  'optimiser/adamw',
  {
    parameter: write('vec4f'),
    gradient: write('vec4f'),
    firstMoment: write('vec4f'),
    secondMoment: write('vec4f'),
    norm: read('u32'),
    numbers: NUMBERS,
  },
  {},
  { includes: ['common/grid'] },
);

/** What all devices allow in a workgroup, and so the most partial sums that one can add up. */
const INVOCATIONS = 256;
/** Of adamw.wgsl. */
const ADAMW_INVOCATIONS = 64;

/** The largest float32, for gradients that are left as they are: shaders need not know infinity. */
const NO_LIMIT = 3.4028234e38;

/** Flat float32 vectors of one length, each in a buffer of its own, zeros behind their end. */
export interface OptimiserBuffers {
  readonly parameter: Slice;
  readonly gradient: Slice;
  readonly firstMoment: Slice;
  readonly secondMoment: Slice;
}

export class Optimiser {
  readonly #gpu: Gpu;
  readonly #vectors: number;
  readonly #groups: number;
  readonly #numbers: Slice;
  readonly #norm: Slice;
  readonly #list: CommandList;

  private constructor(
    gpu: Gpu,
    sizes: { readonly vectors: number; readonly groups: number },
    slices: { readonly numbers: Slice; readonly norm: Slice },
    list: CommandList,
  ) {
    this.#gpu = gpu;
    this.#vectors = sizes.vectors;
    this.#groups = sizes.groups;
    this.#numbers = slices.numbers;
    this.#norm = slices.norm;
    this.#list = list;
  }

  /** Prepares steps over vectors of `count` numbers. */
  static async open(gpu: Gpu, buffers: OptimiserBuffers, count: number): Promise<Optimiser> {
    const { parameter, gradient, firstMoment, secondMoment } = buffers;
    const vectors = Math.ceil(count / 4);
    const groups = Math.min(INVOCATIONS, Math.ceil(vectors / INVOCATIONS));
    const numbers = gpu.uniform('optimiser', NUMBERS_BYTES);
    const norm = gpu.storage('gradient norm', 4);
    const partial = gpu.storage('partial sums', INVOCATIONS * 4);
    const adamw = { parameter, gradient, firstMoment, secondMoment, norm, numbers };
    const dispatches = await Promise.all([
      gpu.prepare(SQUARES, { INVOCATIONS }, { vector: gradient, partial, numbers }, [groups, 1, 1]),
      gpu.prepare(SUM, { INVOCATIONS }, { partial, norm, numbers }, [1, 1, 1]),
      gpu.prepare(ADAMW, {}, adamw, foldedGrid(Math.ceil(vectors / ADAMW_INVOCATIONS))),
    ]);
    return new Optimiser(gpu, { vectors, groups }, { numbers, norm }, { dispatches });
  }

  /**
   * One step with the gradient, which is then zero; `steps` counts from 1 and corrects the moments. Throws `engine` for
   * a gradient that is no number, or whose square no float32 holds, and then nothing has changed.
   */
  async step(settings: AdamWSettings, steps: number): Promise<StepStatistics> {
    const { learningRate, beta1, beta2, epsilon, weightDecay, maxGradientNorm } = settings;
    const numbers = {
      vectors: this.#vectors,
      groups: this.#groups,
      maxNorm: Math.min(maxGradientNorm, NO_LIMIT),
      rate: learningRate,
      decay: learningRate * weightDecay,
      beta1,
      rest1: 1 - beta1,
      correction1: 1 / (1 - power(beta1, steps)),
      beta2,
      rest2: 1 - beta2,
      correction2: 1 / (1 - power(beta2, steps)),
      epsilon,
    };
    this.#gpu.write(this.#numbers, uniformBytes(NUMBERS, numbers));
    const [bytes] = await this.#gpu.read([this.#norm], [this.#list]);
    const [gradientNorm] = new Float32Array(bytes);
    if (!Number.isFinite(gradientNorm)) {
      throw new WaymarkError(
        'engine',
        'The gradient is no number.',
        'Go back to the last checkpoint and lower the learning rate.',
      );
    }
    return { gradientNorm };
  }
}
