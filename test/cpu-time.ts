/** How long some work keeps the processor: on a busy machine the clock says something else. */

/** Milliseconds of processor time, of the best of three attempts: now and then it cleans up after others too. */
export function cpuMilliseconds(work: () => void): number {
  const attempts = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...attempts);
}
