/** The numerical gate: a fast way of computing is taken only where its numbers are those of the reference. */

/**
 * The largest difference that passes, relative to the mean magnitude of the reference. Sums of a few thousand float32
 * products in another order differ by some 1e-6; what a compiler gets wrong differs by far more.
 */
const GATE_TOLERANCE = 1e-4;

/** Why these numbers do not pass, in words; null where they do. */
export function gateFault(
  actual: Float32Array,
  reference: Float32Array,
  tolerance: number = GATE_TOLERANCE,
): string | null {
  if (actual.length !== reference.length) return `it gave ${actual.length} numbers instead of ${reference.length}`;
  let magnitude = 0;
  let worst = 0;
  for (let index = 0; index < reference.length; index++) {
    if (!Number.isFinite(actual[index])) return `it gave ${actual[index]} where ${reference[index]} is right`;
    magnitude += Math.abs(reference[index]);
    worst = Math.max(worst, Math.abs(actual[index] - reference[index]));
  }
  const relative = worst === 0 ? 0 : worst / (magnitude / reference.length);
  if (relative <= tolerance) return null;
  return `it differs from the reference by ${relative.toExponential(1)} of its mean magnitude, and ${tolerance} is allowed`;
}
