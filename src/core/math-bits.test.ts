import { expect, it } from 'vitest';
import { MATH_BITS, mathBits } from '../../test/fixtures/math-bits.ts';

it('gives the bits in Node that recorded lives rest on', async () => {
  expect(await mathBits()).toBe(MATH_BITS);
});
