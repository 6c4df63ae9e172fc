/** Chooses among the variants of the matrix product, on the model's own matrices. */

import type { Gpu } from '../gpu.ts';
import { MULTIPLY_VARIANTS, offersMultiply, type MultiplyVariant } from '../multiply.ts';
import type { Network } from '../network.ts';
import { RandomStream, PURPOSE } from '../../../core/random.ts';
import type { PathMemory, PathReport } from './path.ts';
import { prepareProduct, PRODUCT, productBuffers, productConstants, type ProductShape } from './product.ts';
import { choosePath, type Candidate, type Trial } from './select.ts';
import { openTimer } from './timing.ts';

/** Rows of a decode step, and of a training step: each may prefer another variant. */
export type RowClass = 'few' | 'many';

const FEW_ROWS = 64;
const MANY_ROWS = 1024;
/** Multiplications of one trial at most: on wide models fewer rows are enough to tell. */
const MAX_MULTIPLICATIONS = 2 ** 26;
/** A variant that is faster by less than this may only have been lucky. */
const NEEDED_GAIN = 1.1;

export interface ProductsQuestion {
  readonly gpu: Gpu;
  readonly network: Network;
  readonly memory: PathMemory;
  readonly adapterKey: string;
  readonly budget: number;
}

export async function chooseProducts(
  { gpu, network, memory, adapterKey, budget }: ProductsQuestion,
  rowClass: RowClass,
): Promise<PathReport<MultiplyVariant>> {
  const { hidden, inner } = network.shape;
  // Rollouts find the root mean square on the way; training has it from a kernel of its own.
  const withSquares = rowClass === 'few';
  const forward = { inputs: hidden, outputs: 2 * inner, outMajor: true, withSquares };
  const backward = { inputs: 2 * inner, outputs: hidden, outMajor: false, withSquares };
  // Rollouts go forward only.
  const directions = rowClass === 'few' ? [forward] : [forward, backward];
  const rows = rowClass === 'few' ? FEW_ROWS : manyRows(hidden * 2 * inner);

  const candidate = (variant: MultiplyVariant): Candidate<MultiplyVariant> => ({
    name: variant,
    unavailable: offersMultiply(variant, gpu.features) ? null : 'this adapter has no subgroups',
    open: () =>
      openProducts(
        gpu,
        network,
        variant,
        directions.map((direction) => ({ ...direction, rows })),
      ),
    neededGain: NEEDED_GAIN,
  });
  const [reference, ...others] = MULTIPLY_VARIANTS.map(candidate);
  const code = MULTIPLY_VARIANTS.map((variant) => gpu.fingerprint(PRODUCT, productConstants(variant, forward)));
  return choosePath({
    choice: `products of ${rowClass} rows`,
    candidates: [reference, ...others],
    key: [adapterKey, 'products', rows, code.join('.')].join(' '),
    memory,
    budget,
  });
}

function manyRows(multiplicationsPerRow: number): number {
  const affordable = Math.floor(MAX_MULTIPLICATIONS / multiplicationsPerRow / 32) * 32;
  return Math.min(MANY_ROWS, Math.max(32, affordable));
}

/** Random rows times the gate and up projections of the first layer. */
async function openProducts(
  gpu: Gpu,
  network: Network,
  variant: MultiplyVariant,
  shapes: readonly ProductShape[],
): Promise<Trial> {
  const products = await Promise.all(
    shapes.map(async (shape) => {
      const buffers = productBuffers(gpu, shape, network.layers[0].gateUp);
      gpu.write(buffers.x, randomRows(buffers.x.size / 4));
      return { buffers, dispatch: await prepareProduct(gpu, variant, shape, buffers) };
    }),
  );
  const list = { dispatches: products.map(({ dispatch }) => dispatch) };
  const outputs = products.map(({ buffers }) => buffers.y);
  const witness = { ...products[0].buffers.y, size: 16 };
  const timer = await openTimer(gpu, witness);
  let repeats: number | null = null;
  return {
    run: async () => {
      const numbers = (await gpu.read(outputs, [list])).map((bytes) => new Float32Array(bytes));
      const all = new Float32Array(numbers.reduce((sum, { length }) => sum + length, 0));
      numbers.reduce((at, part) => {
        all.set(part, at);
        return at + part.length;
      }, 0);
      return all;
    },
    time: async () => {
      repeats ??= await timer.repeatsFor(list);
      return timer.time(list, repeats);
    },
    close: () => {
      for (const { buffers } of products)
        for (const { buffer } of [buffers.x, buffers.y, buffers.squares]) buffer.destroy();
    },
  };
}

function randomRows(count: number): Float32Array<ArrayBuffer> {
  const random = new RandomStream(1, PURPOSE.adapter, 0);
  return Float32Array.from({ length: count }, () => random.nextUniform() - 0.5);
}
