/** WebGPU in Node, through Dawn. */

import { WaymarkError } from '../../core/errors.ts';

/** Kept, because devices die with the object that they were asked of. */
let known: GPU | null = null;

/** What a browser has as `navigator.gpu`. Throws `no-gpu` where Dawn cannot be loaded on this system. */
export async function nativeGpu(): Promise<GPU> {
  if (known !== null) return known;
  try {
    const { create } = await import('webgpu');
    known = create([]);
    return known;
  } catch (cause) {
    throw new WaymarkError('no-gpu', 'WebGPU cannot be loaded here.', 'Use --engine onnx.', { cause });
  }
}
