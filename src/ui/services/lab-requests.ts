/**
 * Numbers for questions to the lab. One sequence for the whole page, because every answer names only the number of its
 * question: two areas that each counted for themselves would take one another's answers.
 */

let last = 0;

/** A number that no question of this page has had yet. */
export function nextRequest(): number {
  last += 1;
  return last;
}
