/** The middle of several measurements: one that a busy machine spoiled does not count. */

/** Of an even number, the upper of the two in the middle. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
