/**
 * Elementary functions that give the same bits in every browser and in Node. `Math.exp`, `Math.log`, `Math.sin` and
 * `Math.cos` may differ in the last bit between engines, which would change what an agent samples and so its whole
 * life; these use only + - x /, `Math.floor`, `Math.sqrt` and exponent bits, which IEEE 754 and ECMAScript fix exactly.
 *
 * The polynomials and reductions are those of fdlibm (Sun Microsystems, 1993); errors stay below one unit in the last
 * place unless said otherwise.
 */

import type { RandomStream } from './random.ts';

const LN2_HIGH = 6.9314718036912381649e-1;
const LN2_LOW = 1.90821492927058770002e-10;
const LOG2_E = 1.442695040888963387;

/** Above this e^x is more than the largest double, below the other it rounds to zero. */
const EXP_OVERFLOW = 7.09782712893383973096e2;
const EXP_UNDERFLOW = -7.4513321910194110842e2;

const LEAST_NORMAL_EXPONENT = -1022;
const GREATEST_EXPONENT = 1023;

/** 2^k for every normal exponent k, at index k - LEAST_NORMAL_EXPONENT; exact, as doubling and halving are. */
const POWERS_OF_TWO = powersOfTwo();

function powersOfTwo(): Float64Array {
  const powers = new Float64Array(GREATEST_EXPONENT - LEAST_NORMAL_EXPONENT + 1);
  const one = -LEAST_NORMAL_EXPONENT;
  powers[one] = 1;
  for (let index = one + 1; index < powers.length; index++) powers[index] = powers[index - 1] * 2;
  for (let index = one - 1; index >= 0; index--) powers[index] = powers[index + 1] / 2;
  return powers;
}

/** e^x. Infinity, minus infinity and NaN as `Math.exp`. */
export function exp(x: number): number {
  if (!(x >= EXP_UNDERFLOW)) return x < EXP_UNDERFLOW ? 0 : NaN;
  if (x > EXP_OVERFLOW) return Infinity;
  // e^x = 2^k e^r with |r| <= ln(2)/2, r kept in two parts.
  const k = Math.floor(x * LOG2_E + 0.5);
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  const t = r * r;
  // c = r - t P(t), with which e^r = 1 + 2r / (c' - r) written so that little is lost to cancellation.
  const c =
    r -
    t *
      (1.66666666666666019037e-1 +
        t *
          (-2.77777777770155933842e-3 +
            t * (6.61375632143793436117e-5 + t * (-1.6533902205465251539e-6 + t * 4.13813679705723846039e-8))));
  const y = 1 - (low - (r * c) / (2 - c) - high);
  if (k < LEAST_NORMAL_EXPONENT) {
    // A subnormal result must be rounded once, in the last product.
    return y * POWERS_OF_TWO[k + 64 - LEAST_NORMAL_EXPONENT] * POWERS_OF_TWO[-64 - LEAST_NORMAL_EXPONENT];
  }
  if (k > GREATEST_EXPONENT) return y * 2 * POWERS_OF_TWO[GREATEST_EXPONENT - LEAST_NORMAL_EXPONENT];
  return y * POWERS_OF_TWO[k - LEAST_NORMAL_EXPONENT];
}

const bits = new DataView(new ArrayBuffer(8));
const SQRT_HALF_HIGH_WORD = 0x3fe6a09e;
const ONE_HIGH_WORD = 0x3ff00000;
const TWO_54 = 0x40000000000000;

/** Natural logarithm. Minus infinity at zero, NaN below it. */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return Infinity;
  const subnormal = x < POWERS_OF_TWO[0];
  bits.setFloat64(0, subnormal ? x * TWO_54 : x);
  // x = 2^k m with sqrt(1/2) <= m < sqrt(2); f = m - 1.
  const word = bits.getInt32(0) + (ONE_HIGH_WORD - SQRT_HALF_HIGH_WORD);
  const k = (word >> 20) - GREATEST_EXPONENT - (subnormal ? 54 : 0);
  bits.setInt32(0, (word & 0xfffff) + SQRT_HALF_HIGH_WORD);
  const f = bits.getFloat64(0) - 1;
  const halfSquare = 0.5 * f * f;
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const even = w * (3.999999999940941908e-1 + w * (2.222219843214978396e-1 + w * 1.531383769920937332e-1));
  const odd =
    z *
    (6.66666666666673513e-1 +
      w * (2.857142874366239149e-1 + w * (1.818357216161805012e-1 + w * 1.479819860511658591e-1)));
  return s * (halfSquare + (odd + even)) + k * LN2_LOW - halfSquare + f + k * LN2_HIGH;
}

const TWO_OVER_PI = 6.36619772367581382433e-1;
/** Pi/2 in pieces of 33 bits, so that their products with a 20-bit number of quarter turns are exact, and the rest. */
const HALF_PI_1 = 1.57079632673412561417;
const HALF_PI_2 = 6.0771005063039659766e-11;
const HALF_PI_3 = 2.0222662487111664558e-21;
const HALF_PI_REST = 8.47842766036889956997e-32;
/** Beyond this many radians the reduction above loses accuracy: 2^19 quarter turns. */
const GREATEST_ANGLE = 823549;

/** An angle as whole quarter turns plus a remainder in [-pi/4, pi/4] held as the sum of two doubles. */
interface ReducedAngle {
  readonly quarterTurns: number;
  readonly remainder: number;
  readonly tail: number;
}

function reduceAngle(x: number): ReducedAngle {
  if (Math.abs(x) > GREATEST_ANGLE) throw new RangeError(`Angle ${x} is outside ±${GREATEST_ANGLE} radians`);
  const quarterTurns = Math.floor(x * TWO_OVER_PI + 0.5);
  const first = x - quarterTurns * HALF_PI_1;
  const secondProduct = quarterTurns * HALF_PI_2;
  const second = first - secondProduct;
  const secondLoss = first - second - secondProduct;
  const thirdProduct = quarterTurns * HALF_PI_3;
  const third = second - thirdProduct;
  const rest = quarterTurns * HALF_PI_REST - (second - third - thirdProduct) - secondLoss;
  const remainder = third - rest;
  return { quarterTurns, remainder, tail: third - remainder - rest };
}

/** Sine of `r + tail` for |r| <= pi/4. */
function sinSmall(r: number, tail: number): number {
  const z = r * r;
  const v = z * r;
  const p =
    8.33333333332248946124e-3 +
    z *
      (-1.98412698298579493134e-4 +
        z * (2.75573137070700676789e-6 + z * (-2.50507602534068634195e-8 + z * 1.58969099521155010221e-10)));
  return r - (z * (0.5 * tail - v * p) - tail - v * -1.66666666666666324348e-1);
}

/** Cosine of `r + tail` for |r| <= pi/4. */
function cosSmall(r: number, tail: number): number {
  const z = r * r;
  const p =
    z *
    (4.16666666666666019037e-2 +
      z *
        (-1.38888888888741095749e-3 +
          z *
            (2.48015872894767294178e-5 +
              z * (-2.75573143513906633035e-7 + z * (2.0875723212981748279e-9 + z * -1.13596475577881948265e-11)))));
  const half = 0.5 * z;
  const w = 1 - half;
  return w + (1 - w - half + (z * p - r * tail));
}

/** Sine of x radians, |x| <= 823,549. NaN and infinities give NaN; throws RangeError for larger angles. */
export function sin(x: number): number {
  if (!Number.isFinite(x)) return NaN;
  const { quarterTurns, remainder, tail } = reduceAngle(x);
  switch (quarterTurns & 3) {
    case 0:
      return sinSmall(remainder, tail);
    case 1:
      return cosSmall(remainder, tail);
    case 2:
      return -sinSmall(remainder, tail);
    default:
      return -cosSmall(remainder, tail);
  }
}

/** Cosine of x radians, |x| <= 823,549. NaN and infinities give NaN; throws RangeError for larger angles. */
export function cos(x: number): number {
  if (!Number.isFinite(x)) return NaN;
  const { quarterTurns, remainder, tail } = reduceAngle(x);
  switch (quarterTurns & 3) {
    case 0:
      return cosSmall(remainder, tail);
    case 1:
      return -sinSmall(remainder, tail);
    case 2:
      return -cosSmall(remainder, tail);
    default:
      return sinSmall(remainder, tail);
  }
}

/**
 * `base` to a whole power, by repeated squaring; a negative exponent gives the reciprocal. The relative error is at
 * most about |exponent| roundings. Throws RangeError for an exponent that is not whole.
 */
export function power(base: number, wholeExponent: number): number {
  if (!Number.isSafeInteger(wholeExponent)) throw new RangeError(`Exponent ${wholeExponent} is not a whole number`);
  let result = 1;
  let square = base;
  for (let left = Math.abs(wholeExponent); left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result *= square;
    square *= square;
  }
  return wholeExponent < 0 ? 1 / result : result;
}

/** A draw from the normal distribution with mean 0 and standard deviation 1 (Box and Muller 1958); uses two words. */
export function gaussian(stream: RandomStream): number {
  // Half a step away from zero, whose logarithm is infinite.
  const radius = Math.sqrt(-2 * log(stream.nextUniform() + 0.5 / 0x1000000));
  return radius * cos(2 * Math.PI * stream.nextUniform());
}
