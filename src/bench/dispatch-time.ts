/** How long one dispatch takes on the device. */

import type { Dispatch } from '../engines/webgpu/command-list.ts';
import type { Gpu, Slice } from '../engines/webgpu/gpu.ts';
import { openTimer } from '../engines/webgpu/paths/timing.ts';
import { median } from './statistics.ts';

const REPEATS = 5;
/** What is read to wait for the end. */
const WITNESS_BYTES = 16;

/** Median milliseconds. `written` is a buffer that the dispatch writes. */
export async function dispatchTime(gpu: Gpu, dispatch: Dispatch, written: Slice): Promise<number> {
  const list = { dispatches: [dispatch] };
  const timer = await openTimer(gpu, { ...written, size: WITNESS_BYTES });
  const repeats = await timer.repeatsFor(list);
  const times: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat++) times.push(await timer.time(list, repeats));
  return median(times);
}
