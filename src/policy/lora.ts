/**
 * The adapter: low-rank changes of some of the base's weight matrices, W' = W + (alpha / rank) B A (Hu et al.,
 * "LoRA", 2021). They are all that training changes. An adapter is one flat arena of float32 numbers, whose layout
 * follows from the base's config and the adapter's settings.
 */

import { gaussian } from '../core/math.ts';
import { PURPOSE, RandomStream } from '../core/random.ts';
import { WaymarkError } from '../core/errors.ts';
import type { LlamaConfig } from './config.ts';
import { projectionModule, projectionShape, PROJECTIONS, type Projection } from './weights.ts';

export interface LoraSettings {
  readonly rank: number;
  /** The change is scaled by alpha / rank. */
  readonly alpha: number;
  /** The matrices that are adapted in every layer; their order is that of the arena. */
  readonly targets: readonly Projection[];
}

export const DEFAULT_LORA: LoraSettings = { rank: 4, alpha: 8, targets: ['q_proj', 'v_proj'] };

/** One matrix of the arena, row by row. */
export interface LoraMatrix {
  /** `model.layers.0.self_attn.q_proj.lora_A` */
  readonly name: string;
  readonly shape: readonly [number, number];
  /** Index of its first number in the arena. */
  readonly offset: number;
}

/** One adapted matrix of the base. */
export interface LoraModule {
  /** `model.layers.0.self_attn.q_proj` */
  readonly name: string;
  readonly inSize: number;
  readonly outSize: number;
  /** [rank, inSize] */
  readonly a: LoraMatrix;
  /** [outSize, rank] */
  readonly b: LoraMatrix;
}

/** How an adapter lies in its arena: layer by layer, target by target, A before B. */
export interface LoraLayout {
  readonly settings: LoraSettings;
  /** alpha / rank */
  readonly scale: number;
  readonly modules: readonly LoraModule[];
  /** A and B of every module, in the order of the arena. */
  readonly matrices: readonly LoraMatrix[];
  /** Numbers in the arena. */
  readonly size: number;
}

/** Whether a text names a matrix that can be adapted. */
export function isProjection(name: string): name is Projection {
  return PROJECTIONS.some((projection) => projection === name);
}

/** The layout of an adapter. Throws `bad-request` for settings that mean nothing. */
export function loraLayout(config: LlamaConfig, settings: LoraSettings): LoraLayout {
  checkSettings(settings);
  const { rank, alpha, targets } = settings;
  const modules: LoraModule[] = [];
  let size = 0;
  const matrix = (name: string, rows: number, columns: number): LoraMatrix => {
    const offset = size;
    size += rows * columns;
    return { name, shape: [rows, columns], offset };
  };
  for (let layer = 0; layer < config.num_hidden_layers; layer++) {
    for (const target of targets) {
      const name = projectionModule(layer, target);
      const [outSize, inSize] = projectionShape(config, target);
      const a = matrix(`${name}.lora_A`, rank, inSize);
      const b = matrix(`${name}.lora_B`, outSize, rank);
      modules.push({ name, inSize, outSize, a, b });
    }
  }
  return { settings, scale: alpha / rank, modules, matrices: modules.flatMap(({ a, b }) => [a, b]), size };
}

function checkSettings({ rank, alpha, targets }: LoraSettings): void {
  if (!Number.isSafeInteger(rank) || rank < 1) {
    throw new WaymarkError('bad-request', `LoRA rank ${rank} is impossible`, 'Use a whole number of at least 1.');
  }
  if (!Number.isFinite(alpha) || alpha <= 0) {
    throw new WaymarkError('bad-request', `LoRA alpha ${alpha} is impossible`, 'Use a number above 0.');
  }
  if (targets.length === 0 || new Set(targets).size !== targets.length || !targets.every(isProjection)) {
    throw new WaymarkError(
      'bad-request',
      `LoRA targets "${targets.join(', ')}" are impossible`,
      `Name one or more of ${PROJECTIONS.join(', ')}, each once.`,
    );
  }
}

/**
 * The adapter before any training: every A normal with standard deviation 1 / sqrt(inSize), every B zero, so that it
 * changes nothing yet. Each module draws from its own stream of the seed.
 */
export function initialAdapter(config: LlamaConfig, settings: LoraSettings, seed: number): Float32Array {
  const layout = loraLayout(config, settings);
  const adapter = new Float32Array(layout.size);
  layout.modules.forEach(({ a, inSize }, index) => {
    const stream = new RandomStream(seed, PURPOSE.adapter, index);
    const deviation = 1 / Math.sqrt(inSize);
    const end = a.offset + a.shape[0] * a.shape[1];
    for (let position = a.offset; position < end; position++) adapter[position] = deviation * gaussian(stream);
  });
  return adapter;
}

/** The numbers of one matrix in an adapter, as a view that shares its memory. */
export function loraView(adapter: Float32Array, { offset, shape }: LoraMatrix): Float32Array {
  return adapter.subarray(offset, offset + shape[0] * shape[1]);
}

/**
 * Writes W + scale B A of one module into `merged`. `base` and `merged` are [outSize, inSize] and may be the same
 * array; sums are in float64, rounded once.
 */
export function mergeInto(
  merged: Float32Array,
  base: Float32Array,
  adapter: Float32Array,
  module: LoraModule,
  scale: number,
): void {
  const { inSize, outSize } = module;
  const a = loraView(adapter, module.a);
  const b = loraView(adapter, module.b);
  const rank = module.a.shape[0];
  for (let row = 0; row < outSize; row++) {
    for (let column = 0; column < inSize; column++) {
      let change = 0;
      for (let r = 0; r < rank; r++) change += b[row * rank + r] * a[r * inSize + column];
      const index = row * inSize + column;
      merged[index] = base[index] + scale * change;
    }
  }
}
