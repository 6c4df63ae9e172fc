/** Sums in order and means, so that the same numbers always give the same bits. */

export function sum(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** Of at least one value. */
export function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}
