/** What a handful of timings say. */

/** The middle value, or the mean of the two in the middle; NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The distance between the quartiles over the median: how much the timings scatter. NaN of nothing. */
export function scatter(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = Math.ceil(sorted.length / 2);
  return (median(sorted.slice(-half)) - median(sorted.slice(0, half))) / median(sorted);
}
