/** Which lives of an iteration are kept for replay: a few, since a run has thousands of them. */

/**
 * At most `most` of an iteration's lives, in their order: evenly spread over the packs, and other members of the group
 * each time.
 */
export function sampledLives<Life>(lives: readonly Life[], iteration: number, most: number): readonly Life[] {
  const count = Math.min(most, lives.length);
  const sample = new Set(
    Array.from(
      { length: count },
      (_, index) => (iteration + Math.floor((index * lives.length) / count)) % lives.length,
    ),
  );
  return lives.filter((_, index) => sample.has(index));
}
