/** How long lists take on the device, told from outside: timestamps are optional, and coarse where they exist. */

import type { CommandList } from '../command-list.ts';
import type { Gpu, Slice } from '../gpu.ts';

/** A measurement should take at least so long on the device, and so much longer than waiting for its end does. */
const MIN_MILLISECONDS = 2;
const MIN_OVERHEADS = 3;
const MAX_REPEATS = 256;

/** Measures lists on one device. */
export interface Timer {
  /** How often a list has to run to be measured well. */
  repeatsFor(list: CommandList): Promise<number>;
  /** Milliseconds of one run of a list, as the mean of so many. */
  time(list: CommandList, repeats: number): Promise<number>;
}

/** `witness` is a small slice: reading it waits for the end of what was submitted. */
export async function openTimer(gpu: Gpu, witness: Slice): Promise<Timer> {
  const wait = async (lists: readonly CommandList[]): Promise<number> => {
    const started = performance.now();
    await gpu.read([witness], lists);
    return performance.now() - started;
  };
  // Some browsers look for the end of work only every 100 ms; the first read also makes its staging buffer.
  await wait([]);
  const overhead = Math.min(await wait([]), await wait([]));
  const repeated = (list: CommandList, repeats: number): readonly CommandList[] =>
    Array.from({ length: repeats }, () => list);
  return {
    repeatsFor: async (list) => {
      let repeats = 1;
      while (repeats < MAX_REPEATS) {
        const time = (await wait(repeated(list, repeats))) - overhead;
        if (time >= Math.max(MIN_MILLISECONDS, MIN_OVERHEADS * overhead)) break;
        repeats *= 2;
      }
      return repeats;
    },
    time: async (list, repeats) => Math.max(0, (await wait(repeated(list, repeats))) - overhead) / repeats,
  };
}
