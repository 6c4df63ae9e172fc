/** Protects the picture of a trial: marks where their shares are, rows apart, everything inside its width. */

import { describe, expect, it } from 'vitest';
import { trialPicture } from './trial-geometry.ts';

describe('the picture of a trial', () => {
  const shares = [
    { mean: 0, low: 0, high: 0 },
    { mean: 0.5, low: 0.4, high: 0.7 },
    { mean: 1, low: 1, high: 1 },
  ];

  it('puts nought at the left end, all at the right, and half in the middle', () => {
    const { left, right, rows } = trialPicture(shares, 358);
    expect(rows.map(({ x }) => x)).toEqual([left, (left + right) / 2, right]);
    expect(rows[1].low).toBeLessThan(rows[1].x);
    expect(rows[1].high - rows[1].x).toBeCloseTo(2 * (rows[1].x - rows[1].low));
  });

  it('keeps each label nearer to its own mark than to the one above', () => {
    const { rows, bottom } = trialPicture(shares, 358);
    for (const [index, { labelY, y }] of rows.entries()) {
      const above = rows[index - 1];
      if (above) expect(labelY - above.y).toBeGreaterThan(y - labelY);
      expect(y).toBeLessThan(bottom);
    }
  });
});
