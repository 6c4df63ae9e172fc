/**
 * Times several contenders turn about, so that whatever else the machine does meets all of them alike. One that is so
 * slow that all repeats would go beyond the budget takes fewer; how many is part of the result.
 */

export interface Contest {
  /** At most. */
  readonly repeats: number;
  /** Seconds that one contender may take in all. */
  readonly budget: number;
  /** Milliseconds; replaced in tests. */
  readonly now: () => number;
}

/** Repeats that even the slowest takes: a median of fewer would be a single timing. */
const LEAST_REPEATS = 3;

/**
 * Seconds of every run, by contender, in the order given. Contenders have run before: the first run here counts.
 * `progress` hears of every round begun.
 */
export async function interleave(
  contenders: readonly (() => Promise<unknown>)[],
  { repeats, budget, now }: Contest,
  progress: (round: number) => void = () => undefined,
): Promise<readonly (readonly number[])[]> {
  const times: number[][] = contenders.map(() => []);
  for (let round = 0; round < repeats; round++) {
    const waiting = contenders.flatMap((_, index) => (wantsMore(times[index], budget) ? [index] : []));
    if (waiting.length === 0) break;
    progress(round);
    for (const index of waiting) {
      const started = now();
      await contenders[index]();
      times[index].push((now() - started) / 1000);
    }
  }
  return times;
}

function wantsMore(times: readonly number[], budget: number): boolean {
  if (times.length < LEAST_REPEATS) return true;
  const spent = times.reduce((sum, seconds) => sum + seconds, 0);
  return spent + spent / times.length <= budget;
}
