/** Which rows of a batch sit in which slots, and how they close ranks when others have finished. */

/** Rows close ranks when at most this share of the slots is still in use. */
const COMPACTION_SHARE = 0.75;

/** Slots are counted in steps of about an eighth, so that few sizes are recorded; always a multiple of four. */
export function slotBucket(slots: number): number {
  const step = slots <= 32 ? 4 : 2 ** Math.ceil(Math.log2(slots)) / 8;
  return Math.ceil(slots / step) * step;
}

export interface Seating {
  /** The old slot of each new one. */
  readonly slots: readonly number[];
  /** Those that changed. No slot is both left and taken. */
  readonly moves: readonly { readonly from: number; readonly to: number }[];
}

/** A seating without the slots that are not in use, or null where too few are free for it to be worth the copies. */
export function closeRanks(inUse: readonly boolean[]): Seating | null {
  const count = inUse.filter(Boolean).length;
  if (count > inUse.length * COMPACTION_SHARE) return null;
  const late = inUse.flatMap((used, slot) => (used && slot >= count ? [slot] : []));
  const moves: { from: number; to: number }[] = [];
  const slots = Array.from({ length: count }, (_, slot) => {
    if (inUse[slot]) return slot;
    const from = late[moves.length];
    moves.push({ from, to: slot });
    return from;
  });
  return { slots, moves };
}
