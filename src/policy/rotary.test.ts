/** Protects the tables by which queries and keys are turned. */

import { describe, expect, it } from 'vitest';
import { ODD_CONFIG } from '../../test/engine/tiny-model.ts';
import { rotaryTables } from './rotary.ts';

describe('rotaryTables', () => {
  it('hold cosine and sine of position * theta^(-2i / size), the second half repeating the first', () => {
    const { cosine, sine } = rotaryTables(ODD_CONFIG);
    const size = 4;
    expect(cosine.length).toBe(ODD_CONFIG.max_position_embeddings * size);
    for (const position of [0, 1, 2, 50, 95]) {
      [1, 0.1, 1, 0.1].forEach((frequency, column) => {
        expect(cosine[position * size + column]).toBeCloseTo(Math.cos(position * frequency), 13);
        expect(sine[position * size + column]).toBeCloseTo(Math.sin(position * frequency), 13);
      });
    }
  });
});
