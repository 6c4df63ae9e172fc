/** Collects what a check finds: the places where claim and re-computation part, and how many there are. */

import type { Difference } from './verdict.ts';

/** Differences that are listed with the lives to look at. */
const SHOWN = 8;

type Placed = Extract<Difference, { part: 'outcome' | 'life' | 'iteration' }>;
type Hashed = Exclude<Difference, Placed>;

function isPlaced(difference: Difference): difference is Placed {
  return difference.part === 'outcome' || difference.part === 'life' || difference.part === 'iteration';
}

export class Findings {
  readonly #placed: Placed[] = [];
  readonly #hashed: Hashed[] = [];
  #total = 0;

  add(difference: Difference): void {
    if (!isPlaced(difference)) {
      if (this.#hashed.some(({ part }) => part === difference.part)) return;
      this.#hashed.push(difference);
    } else if (this.#placed.length < SHOWN) this.#placed.push(difference);
    else if (difference.part === 'outcome') {
      // All outcomes are listed, for a picture of them.
      this.#placed.push({ ...difference, claimedLife: null, foundLife: null });
    }
    this.#total++;
  }

  get total(): number {
    return this.#total;
  }

  /** Those that can be looked at first, then those that only a hash tells of. */
  get differences(): readonly Difference[] {
    return [...this.#placed, ...this.#hashed];
  }
}
