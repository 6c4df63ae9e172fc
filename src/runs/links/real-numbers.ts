/** Real settings in links: people's numbers as their few decimal digits, all others as the double they are. */

import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';

/** In the place of an exponent: a double follows. */
const DOUBLE = 0xff;
const DOUBLE_BYTES = 8;
/** Decimal exponents are written as so much more. */
const EXPONENT_BIAS = 64;
/** As many as 32 bits always hold. */
const MOST_DIGITS = 9;
const MOST_MANTISSA = 10 ** MOST_DIGITS - 1;

/** A number as `mantissa` times 10^`exponent`, or null where it has too many digits. */
function decimalOf(value: number): { readonly mantissa: number; readonly exponent: number } | null {
  // Without a number of digits, as many are written as tell the double from its neighbours.
  const parts = /^(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(value.toExponential());
  if (parts === null) return null;
  const [, first, fraction = '', power] = parts;
  const exponent = Number(power) - fraction.length;
  const biased = exponent + EXPONENT_BIAS;
  if (fraction.length >= MOST_DIGITS || biased < 0 || biased >= DOUBLE) return null;
  return { mantissa: Number(first + fraction), exponent };
}

export function writeReal(writer: ByteWriter, value: number): void {
  const decimal = decimalOf(value);
  if (decimal !== null) {
    writer.byte(decimal.exponent + EXPONENT_BIAS);
    writer.whole(decimal.mantissa);
    return;
  }
  const bytes = new Uint8Array(DOUBLE_BYTES);
  new DataView(bytes.buffer).setFloat64(0, value, true);
  writer.byte(DOUBLE);
  writer.bytes(bytes);
}

/** Whatever number stands there, finite or not. Throws `link-damaged` where none does. */
export function readReal(reader: ByteReader, what: string): number {
  const head = reader.byte();
  if (head === DOUBLE) {
    const { buffer, byteOffset } = reader.bytes(DOUBLE_BYTES);
    return new DataView(buffer, byteOffset, DOUBLE_BYTES).getFloat64(0, true);
  }
  // Read as text, because only that is rounded exactly once.
  return Number(`${reader.whole(MOST_MANTISSA, what)}e${head - EXPONENT_BIAS}`);
}
