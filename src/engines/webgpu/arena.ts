/** Named tensors side by side in as few buffers as the device's limits allow. */

import { WaymarkError } from '../../core/errors.ts';
import type { Gpu, Slice } from './gpu.ts';

/** Offsets at which every device can bind. */
const ALIGNMENT = 256;

/** Allocates zeroed float32 tensors of so many numbers. Throws `gpu-memory` for one that no binding can hold. */
export function allocateArena(gpu: Gpu, label: string, sizes: ReadonlyMap<string, number>): ReadonlyMap<string, Slice> {
  const limit = gpu.largestBinding;
  const pages: { bytes: number; readonly members: { name: string; offset: number; size: number }[] }[] = [];
  for (const [name, numbers] of sizes) {
    const size = Math.ceil(numbers / 4) * 16;
    if (size > limit) {
      throw new WaymarkError('gpu-memory', `${name} needs ${size} bytes, and this device binds at most ${limit}.`);
    }
    let page = pages.at(-1);
    let offset = page === undefined ? 0 : Math.ceil(page.bytes / ALIGNMENT) * ALIGNMENT;
    if (page === undefined || offset + size > limit) {
      page = { bytes: 0, members: [] };
      pages.push(page);
      offset = 0;
    }
    page.members.push({ name, offset, size });
    page.bytes = offset + size;
  }
  const slices = new Map<string, Slice>();
  pages.forEach(({ bytes, members }, index) => {
    const { buffer } = gpu.storage(`${label} ${index}`, bytes);
    for (const { name, offset, size } of members) slices.set(name, { buffer, offset, size });
  });
  return slices;
}
