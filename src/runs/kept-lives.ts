/**
 * Which of a run's sampled lives stay stored. A run may last for thousands of iterations; its lives are kept densely
 * for the recent past and ever more thinly before, so that both the present and the whole story can be replayed.
 */

/** Iterations of the recent past whose lives are all kept. */
const RECENT_ITERATIONS = 50;
/** At most this many iterations before the recent past keep their lives. */
const OLDER_ITERATIONS = 100;

/**
 * Whether the lives of an iteration, counted from 1, are kept once `newest` is the last iteration. What is dropped once
 * stays dropped: for older iterations the spacing is a power of two that only grows.
 */
export function keepsLives(iteration: number, newest: number): boolean {
  const age = newest - iteration;
  if (age < RECENT_ITERATIONS) return true;
  let spacing = 1;
  while (newest / spacing > OLDER_ITERATIONS) spacing *= 2;
  return (iteration - 1) % spacing === 0;
}
