/** Half precision (IEEE 754 binary16) as files hold it: 16-bit words to and from float32. */

import { power } from '../core/math.ts';

const SIGN = 0x8000;
const FRACTION_BITS = 10;
const FRACTION = 0x3ff;
const INFINITE_EXPONENT = 0x1f;
const INFINITE = INFINITE_EXPONENT << FRACTION_BITS;
const NOT_A_NUMBER = 0x7e00;
/** Halves from here on are 2^(exponent - 25) times a whole number of 11 bits; smaller ones are multiples of 2^-24. */
const UNIT_EXPONENT = 25;
const SUBNORMAL_UNITS_IN_ONE = 0x1000000;

/** float32 has 13 more bits of fraction, and an exponent larger by 112. */
const DROPPED_BITS = 13;
const DROPPED = 0x1fff;
const HALF_WAY = 0x1000;
const EXPONENT_DIFFERENCE = 112 << 23;
const FLOAT_INFINITE = 0x7f800000;
/** Bits of the float32 numbers 2^-14, the smallest normal half, and 2^16, which no finite half reaches. */
const LEAST_NORMAL = 0x38800000;
const BEYOND_HALF = 0x47800000;

/** The numbers that words stand for; exact. */
export function halfToFloat(words: Uint16Array): Float32Array {
  return Float32Array.from(words, (word) => {
    const sign = (word & SIGN) === 0 ? 1 : -1;
    const exponent = (word >> FRACTION_BITS) & INFINITE_EXPONENT;
    const fraction = word & FRACTION;
    if (exponent === INFINITE_EXPONENT) return fraction === 0 ? sign * Infinity : NaN;
    if (exponent === 0) return (sign * fraction) / SUBNORMAL_UNITS_IN_ONE;
    return sign * (FRACTION + 1 + fraction) * power(2, exponent - UNIT_EXPONENT);
  });
}

/** The nearest words, ties to even; what is too large becomes infinite. */
export function floatToHalf(numbers: Float32Array): Uint16Array {
  const bits = new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length);
  return Uint16Array.from(bits, (word, index) => {
    const sign = (word >>> 16) & SIGN;
    const magnitude = word & 0x7fffffff;
    if (magnitude > FLOAT_INFINITE) return sign | NOT_A_NUMBER;
    if (magnitude >= BEYOND_HALF) return sign | INFINITE;
    if (magnitude < LEAST_NORMAL) return sign | roundToEven(Math.abs(numbers[index]) * SUBNORMAL_UNITS_IN_ONE);
    const truncated = (magnitude - EXPONENT_DIFFERENCE) >> DROPPED_BITS;
    const rest = magnitude & DROPPED;
    // A carry out of the fraction goes into the exponent, up to infinity, as it should.
    const up = rest > HALF_WAY || (rest === HALF_WAY && truncated % 2 === 1);
    return sign | (truncated + (up ? 1 : 0));
  });
}

function roundToEven(value: number): number {
  const whole = Math.floor(value);
  const rest = value - whole;
  return rest > 0.5 || (rest === 0.5 && whole % 2 === 1) ? whole + 1 : whole;
}
