/** How fast our kernels for matrix products and attention are, alone, at the shapes of a training step. */

import { PURPOSE, RandomStream } from '../core/random.ts';
import type { TrainingRow } from '../engines/engine.ts';
import type { Gpu } from '../engines/webgpu/gpu.ts';
import { uniformBytes } from '../engines/webgpu/kernel.ts';
import { MULTIPLY_VARIANTS, offersMultiply, type MultiplyVariant } from '../engines/webgpu/multiply.ts';
import { networkShape } from '../engines/webgpu/network-shape.ts';
import { prepareProduct, productBuffers, type ProductShape } from '../engines/webgpu/paths/product.ts';
import { ATTEND, headConstants } from '../engines/webgpu/training/attention.ts';
import { SIZES } from '../engines/webgpu/training/kernels.ts';
import { microBatches, trainingContext, viewIndex } from '../engines/webgpu/training/micro-batch.ts';
import type { LlamaConfig } from '../policy/config.ts';
import { dispatchTime } from './dispatch-time.ts';

export interface KernelRate {
  /** `gate and up, 1024 x 96 x 512` */
  readonly name: string;
  /** `wide`; `online softmax` for attention. */
  readonly variant: string;
  /** Floating-point operations of one run, a multiply-add being two. */
  readonly operations: number;
  readonly gflops: number;
}

const ROWS = 1024;
const ATTENTION_ROWS_MULTIPLE = 4;

/** Every variant that the adapter offers, for every matrix of a layer in both directions. */
export async function productRates(gpu: Gpu, config: LlamaConfig): Promise<readonly KernelRate[]> {
  const { hidden, inner, queries, projected } = networkShape(config);
  const matrices = [
    { name: 'query, key, value', inputs: hidden, outputs: projected },
    { name: 'attention output', inputs: queries, outputs: hidden },
    { name: 'gate and up', inputs: hidden, outputs: 2 * inner },
    { name: 'down', inputs: inner, outputs: hidden },
  ];
  const rates: KernelRate[] = [];
  for (const { name, inputs, outputs } of matrices) {
    for (const variant of MULTIPLY_VARIANTS.filter((each) => offersMultiply(each, gpu.features))) {
      const shape = { rows: ROWS, inputs, outputs, outMajor: true, withSquares: false };
      const operations = 2 * ROWS * inputs * outputs;
      const milliseconds = await productTime(gpu, variant, shape);
      rates.push({
        name: `${name}, ${ROWS} x ${inputs} x ${outputs}`,
        variant,
        operations,
        gflops: operations / (milliseconds * 1e6),
      });
    }
  }
  return rates;
}

async function productTime(gpu: Gpu, variant: MultiplyVariant, shape: ProductShape): Promise<number> {
  const { rows, inputs, outputs } = shape;
  const weights = gpu.storage('bench weights', inputs * outputs * 4);
  gpu.write(weights, randomNumbers(inputs * outputs));
  const buffers = productBuffers(gpu, shape, weights);
  gpu.write(buffers.x, randomNumbers(rows * inputs));
  const dispatch = await prepareProduct(gpu, variant, shape, buffers);
  const milliseconds = await dispatchTime(gpu, dispatch, buffers.y);
  for (const { buffer } of [weights, buffers.x, buffers.y, buffers.squares]) buffer.destroy();
  return milliseconds;
}

/** Causal attention of one layer over the packed rows of a training step; only pairs that see each other count. */
export async function attentionRate(gpu: Gpu, config: LlamaConfig, rows: readonly TrainingRow[]): Promise<KernelRate> {
  const shape = networkShape(config);
  const [batch] = microBatches(
    rows.flatMap((row) => trainingContext(row) ?? []),
    Number.MAX_SAFE_INTEGER,
    config.max_position_embeddings,
  );
  const { rows: tokens, pairs } = batch.sizes.tokens;
  const room = Math.ceil(tokens / ATTENTION_ROWS_MULTIPLE) * ATTENTION_ROWS_MULTIPLE;
  const buffers = {
    qkv: gpu.storage('bench qkv', tokens * shape.projected * 4),
    queries: gpu.storage('bench queries', tokens * 8),
    attended: gpu.storage('bench attended', room * shape.queries * 4),
    lse: gpu.storage('bench lse', room * shape.heads * 4),
    sizes: gpu.uniform('bench sizes', 4),
  };
  gpu.write(buffers.qkv, randomNumbers(tokens * shape.projected));
  gpu.write(buffers.queries, viewIndex(batch, 'tokens').queries);
  gpu.write(buffers.sizes, uniformBytes(SIZES, { rows: tokens }));
  const workgroups = Math.ceil(((room / ATTENTION_ROWS_MULTIPLE) * shape.heads) / 64);
  const dispatch = await gpu.prepare(ATTEND, headConstants(shape), buffers, [workgroups, 1, 1]);
  const milliseconds = await dispatchTime(gpu, dispatch, buffers.lse);
  for (const { buffer } of Object.values(buffers)) buffer.destroy();
  const operations = 4 * pairs * shape.queries;
  return {
    name: `attention, ${tokens} tokens in ${batch.contexts.length} contexts`,
    variant: 'online softmax',
    operations,
    gflops: operations / (milliseconds * 1e6),
  };
}

/** Operations in a second over all shapes, each by one variant: the total work over the total time. */
export function combinedRate(rates: readonly KernelRate[], variant: string): number {
  const chosen = rates.filter((rate) => rate.variant === variant);
  const operations = chosen.reduce((sum, rate) => sum + rate.operations, 0);
  return operations / chosen.reduce((sum, rate) => sum + rate.operations / rate.gflops, 0);
}

function randomNumbers(count: number): Float32Array<ArrayBuffer> {
  const random = new RandomStream(1, PURPOSE.adapter);
  return Float32Array.from({ length: count }, () => random.nextUniform() - 0.5);
}
