/** What the adapter can do at most: multiply-adds in registers, and copying memory. */

import type { Gpu } from '../engines/webgpu/gpu.ts';
import { declareKernel, read, uniform, uniformBytes, write } from '../engines/webgpu/kernel.ts';
import { dispatchTime } from './dispatch-time.ts';

export interface Peak {
  /** Billions of floating-point operations in a second, a multiply-add being two. */
  readonly fmaGflops: number;
  /** Billions of bytes read and written in a second. */
  readonly copyGigabytesPerSecond: number;
}

const WORKGROUP = 64;
/** Enough to fill a large GPU several times over. */
const FMA_WORKGROUPS = 4096;
/** As in the shader. */
const CHAINS = 8;
const COPY_BYTES = 32 * 2 ** 20;
const VECTOR_BYTES = 16;

const INPUT = uniform({ factor: 'f32', addend: 'f32' });
export const FMA = declareKernel('bench/fma', { sums: write('vec4f'), input: INPUT }, { ROUNDS: 'u32' });
export const COPY = declareKernel('bench/copy', { original: read('vec4f'), copied: write('vec4f') }, { COUNT: 'u32' });

/** Rounds of the chains: few on a software adapter, where one dispatch would otherwise take seconds. */
const ROUNDS = { first: 16, most: 4096 } as const;
/** A dispatch that takes this long drowns what starting it costs. */
const LONG_ENOUGH_MS = 20;

export async function measurePeak(gpu: Gpu): Promise<Peak> {
  const fmaGflops = await measureFma(gpu);
  return { fmaGflops, copyGigabytesPerSecond: await measureCopy(gpu) };
}

async function measureFma(gpu: Gpu): Promise<number> {
  const sums = gpu.storage('bench sums', FMA_WORKGROUPS * WORKGROUP * VECTOR_BYTES);
  const input = gpu.uniform('bench input', 8);
  // Neither grows nor dies away, and is not known when the shader is compiled.
  gpu.write(input, uniformBytes(INPUT, { factor: 0.5, addend: 0.5 }));
  let rounds: number = ROUNDS.first;
  for (;;) {
    const dispatch = await gpu.prepare(FMA, { ROUNDS: rounds }, { sums, input }, [FMA_WORKGROUPS, 1, 1]);
    const milliseconds = await dispatchTime(gpu, dispatch, sums);
    if (milliseconds >= LONG_ENOUGH_MS || rounds >= ROUNDS.most) {
      sums.buffer.destroy();
      return (2 * 4 * CHAINS * rounds * FMA_WORKGROUPS * WORKGROUP) / (milliseconds * 1e6);
    }
    rounds *= 4;
  }
}

async function measureCopy(gpu: Gpu): Promise<number> {
  const count = COPY_BYTES / VECTOR_BYTES;
  const original = gpu.storage('bench original', COPY_BYTES);
  const copied = gpu.storage('bench copied', COPY_BYTES);
  const dispatch = await gpu.prepare(COPY, { COUNT: count }, { original, copied }, [count / WORKGROUP, 1, 1]);
  const milliseconds = await dispatchTime(gpu, dispatch, copied);
  original.buffer.destroy();
  copied.buffer.destroy();
  return (2 * COPY_BYTES) / (milliseconds * 1e6);
}
