import { expect, it } from 'vitest';
import { MATH_BITS, mathBits } from '../../test/fixtures/math-bits.ts';

it('gives the same bits in a browser as in Node', async () => {
  expect(await mathBits()).toBe(MATH_BITS);
});
