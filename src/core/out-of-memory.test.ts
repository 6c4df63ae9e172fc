/** Protects the one failure that visitors can cure themselves from being called a defect. */

import { expect, it } from 'vitest';
import { meansOutOfMemory } from './out-of-memory.ts';

it.each([
  'Uncaught RangeError: WebAssembly.Memory(): could not allocate memory',
  'RangeError: Array buffer allocation failed',
  'Uncaught RuntimeError: Out of memory',
  'std::bad_alloc',
  'failed to allocate 12582912 bytes',
])('hears that memory ran out in "%s"', (reason) => {
  expect(meansOutOfMemory(reason)).toBe(true);
});

it.each([undefined, '', 'TypeError: x is not a function', 'memory access out of bounds'])(
  'takes "%s" for something else',
  (reason) => {
    expect(meansOutOfMemory(reason)).toBe(false);
  },
);
