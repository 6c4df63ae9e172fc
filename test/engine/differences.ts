/** Slopes measured instead of derived: the oracle of every gradient. */

/**
 * The distance of the two points. In float64 the error of a central difference is about STEP^2 from the curvature and
 * 1e-16 / STEP from rounding: near 1e-10 in both ways.
 */
const STEP = 1e-5;

/** Central differences of a function at a point, along the given axes (all by default). */
export async function centralDifferences(
  evaluate: (point: Float64Array) => Promise<number>,
  point: ArrayLike<number>,
  axes: readonly number[] = Array.from(point, (_, axis) => axis),
): Promise<Float64Array> {
  const slopes = new Float64Array(axes.length);
  for (let index = 0; index < axes.length; index++) {
    const moved = Float64Array.from(point);
    moved[axes[index]] = point[axes[index]] + STEP;
    const above = await evaluate(moved);
    moved[axes[index]] = point[axes[index]] - STEP;
    const below = await evaluate(moved);
    slopes[index] = (above - below) / (2 * STEP);
  }
  return slopes;
}

/** |actual - expected| / |expected|, Euclidean. */
export function relativeError(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  if (actual.length !== expected.length) return Infinity;
  let difference = 0;
  let size = 0;
  for (let index = 0; index < expected.length; index++) {
    difference += (actual[index] - expected[index]) ** 2;
    size += expected[index] ** 2;
  }
  return Math.sqrt(difference / size);
}

/** The largest absolute difference of two vectors of one length. */
export function largestDifference(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  if (actual.length !== expected.length) return Infinity;
  let largest = 0;
  for (let index = 0; index < expected.length; index++) {
    const difference = Math.abs(actual[index] - expected[index]);
    if (!(difference <= largest)) largest = difference;
  }
  return largest;
}
