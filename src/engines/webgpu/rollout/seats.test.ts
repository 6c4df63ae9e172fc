/** Protects that rows close ranks without one being written over another. */

import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../test/engine/random.ts';
import { closeRanks, slotBucket } from './seats.ts';

describe('closeRanks', () => {
  it('keeps every row that is in use, once, and moves only rows that must', () => {
    const random = randomStream(3);
    for (let round = 0; round < 200; round++) {
      const inUse = Array.from({ length: 1 + random.nextInteger(20) }, () => random.nextUniform() < 0.5);
      const kept = inUse.flatMap((used, slot) => (used ? [slot] : []));
      const seating = closeRanks(inUse);
      if (kept.length > 0.75 * inUse.length) {
        expect(seating).toBeNull();
        continue;
      }
      expect(seating?.slots.toSorted((a, b) => a - b)).toEqual(kept);
      for (const { from, to } of seating?.moves ?? []) {
        expect(inUse[from]).toBe(true);
        expect(from).toBeGreaterThanOrEqual(kept.length);
        expect(inUse[to]).toBe(false);
        expect(seating?.slots[to]).toBe(from);
      }
      expect(seating?.slots.filter((old, slot) => old !== slot)).toHaveLength(seating?.moves.length ?? -1);
    }
  });
});

describe('slotBucket', () => {
  it('has room, wastes at most a quarter beyond the first four, and has few sizes', () => {
    const sizes = Array.from({ length: 512 }, (_, index) => slotBucket(index + 1));
    sizes.forEach((size, index) => {
      expect(size % 4).toBe(0);
      expect(size).toBeGreaterThanOrEqual(index + 1);
      expect(size).toBeLessThanOrEqual(Math.max(4, (index + 1) * 1.25 + 3));
    });
    expect(new Set(sizes).size).toBeLessThan(30);
  });
});
