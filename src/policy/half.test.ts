import { describe, expect, it } from 'vitest';
import { floatToHalf, halfToFloat } from './half.ts';

/** Index of the first word that differs, or -1. */
function firstDifference(words: Uint16Array, expected: Uint16Array): number {
  return words.findIndex((word, index) => word !== expected[index]);
}

describe('half precision', () => {
  it.each([
    // From the tables of IEEE 754 binary16.
    [0x0000, 0],
    [0x0001, 2 ** -24],
    [0x03ff, 2 ** -14 - 2 ** -24],
    [0x0400, 2 ** -14],
    [0x3555, 0.333251953125],
    [0x3c00, 1],
    [0x3c01, 1 + 2 ** -10],
    [0x7bff, 65504],
    [0x7c00, Infinity],
    [0x8000, -0],
    [0xc000, -2],
    [0xfc00, -Infinity],
    [0x7e00, NaN],
  ])('reads 0x%s as %d and writes it back', (word, value) => {
    expect(halfToFloat(Uint16Array.of(word))).toEqual(Float32Array.of(value));
    expect(floatToHalf(Float32Array.of(value))).toEqual(Uint16Array.of(word));
  });

  it('writes back every word but the payloads of NaN', () => {
    const words = Uint16Array.from({ length: 0x10000 }, (_, word) => word).filter((word) => (word & 0x7fff) <= 0x7c00);
    expect(firstDifference(floatToHalf(halfToFloat(words)), words)).toBe(-1);
  });

  it('rounds to the nearest, ties to even, everywhere between neighbours', () => {
    const words = Uint16Array.from({ length: 0x7bff }, (_, word) => word);
    const lower = halfToFloat(words);
    const upper = halfToFloat(words.map((word) => word + 1));
    const middle = lower.map((value, index) => (value + upper[index]) / 2);
    const nudge = (value: number, bits: number): number => {
      const view = new DataView(new ArrayBuffer(4));
      view.setFloat32(0, value);
      view.setInt32(0, view.getInt32(0) + bits);
      return view.getFloat32(0);
    };
    const rounded = (bits: number): Uint16Array => floatToHalf(middle.map((value) => nudge(value, bits)));
    expect(firstDifference(rounded(-1), words)).toBe(-1);
    expect(
      firstDifference(
        rounded(0),
        words.map((word) => word + (word % 2)),
      ),
    ).toBe(-1);
    expect(
      firstDifference(
        rounded(1),
        words.map((word) => word + 1),
      ),
    ).toBe(-1);
  });

  it('makes infinite what is too large, and zero what is too small', () => {
    const large = Float32Array.of(65519, 65520, 1e10, -1e10);
    expect(floatToHalf(large)).toEqual(Uint16Array.of(0x7bff, 0x7c00, 0x7c00, 0xfc00));
    expect(floatToHalf(Float32Array.of(2 ** -25, 2 ** -25 * 1.01, -(2 ** -40)))).toEqual(Uint16Array.of(0, 1, 0x8000));
  });
});
