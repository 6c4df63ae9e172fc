import { describe, expect, it } from 'vitest';
import { cos, exp, gaussian, log, power, sin } from './math.ts';
import { PURPOSE, RandomStream } from './random.ts';

/**
 * The oracle: Taylor series in whole numbers, scaled by 2^FRACTION_BITS, exact to far more than the 53 bits of a
 * double and sharing nothing with the polynomials under test.
 */
const FRACTION_BITS = 300n;
const ONE = 1n << FRACTION_BITS;

const multiply = (a: bigint, b: bigint): bigint => (a * b) >> FRACTION_BITS;

/** A double as a scaled whole number; exact for magnitudes above 2^-248. */
function scaled(x: number): bigint {
  let exponent = 0;
  let mantissa = x;
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2;
    exponent++;
  }
  return (BigInt(mantissa) << FRACTION_BITS) >> BigInt(exponent);
}

function series(first: bigint, next: (term: bigint, index: bigint) => bigint): bigint {
  let sum = 0n;
  let index = 1n;
  for (let term = first; term !== 0n && term !== -1n; term = next(term, index++)) sum += term;
  return sum;
}

/** Inverse hyperbolic tangent, for |x| well below 1. */
function exactAtanh(x: bigint): bigint {
  const square = multiply(x, x);
  let sum = 0n;
  let odd = 1n;
  for (let odds = x; odds !== 0n && odds !== -1n; odds = multiply(odds, square)) {
    sum += odds / odd;
    odd += 2n;
  }
  return sum;
}

const LN2 = 2n * exactAtanh(ONE / 3n);

function arctanInverse(n: bigint): bigint {
  let sum = 0n;
  let odd = 1n;
  for (let odds = ONE / n; odds !== 0n; odds /= n * n) {
    sum += odd % 4n === 1n ? odds / odd : -odds / odd;
    odd += 2n;
  }
  return sum;
}

/** Machin's formula. */
const PI = 4n * (4n * arctanInverse(5n) - arctanInverse(239n));

/** Whole number of `unit` nearest to `value`. */
function nearest(value: bigint, unit: bigint): bigint {
  const shifted = value * 2n + unit;
  const quotient = shifted / (2n * unit);
  return shifted < 0n && shifted % (2n * unit) !== 0n ? quotient - 1n : quotient;
}

function exactSinCos(x: number): { sin: bigint; cos: bigint } {
  const r = scaled(x) - 2n * PI * nearest(scaled(x), 2n * PI);
  const square = multiply(r, r);
  return {
    sin: series(r, (term, index) => -multiply(term, square) / (2n * index * (2n * index + 1n))),
    cos: series(ONE, (term, index) => -multiply(term, square) / ((2n * index - 1n) * 2n * index)),
  };
}

/** Natural logarithm of a normal double. */
function exactLog(x: number): bigint {
  const k = Math.round(Math.log2(x));
  const m = x / 2 ** k;
  const ratio = ((scaled(m) - ONE) << FRACTION_BITS) / (scaled(m) + ONE);
  return 2n * exactAtanh(ratio) + BigInt(k) * LN2;
}

/** Distance in units in the last place of the result. */
function ulps(result: number, exact: bigint): number {
  const magnitude = Math.max(Math.abs(result), 2 ** -200);
  const unit = 2 ** (Math.floor(Math.log2(magnitude)) - 52);
  const difference = scaled(result) - exact;
  return Number((difference * 1_000_000n) / scaled(unit)) / 1_000_000;
}

/** e^x in units in the last place, scaled by 2^-k so that results of all sizes keep their bits. */
function expUlps(x: number): number {
  const k = Math.round(x / Math.LN2);
  const exact = series(
    ONE,
    (() => {
      const r = scaled(x) - BigInt(k) * LN2;
      return (term: bigint, index: bigint) => multiply(term, r) / index;
    })(),
  );
  const half = Math.trunc(k / 2);
  return ulps(exp(x) / 2 ** half / 2 ** (k - half), exact);
}

function grid(low: number, high: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => low + ((high - low) * (index + 0.37)) / count);
}

const worst = (errors: readonly number[]): number => errors.reduce((most, error) => Math.max(most, Math.abs(error)), 0);

describe('exp', () => {
  it('is within one unit in the last place from the smallest to the largest result', () => {
    expect(worst(grid(-708, 709.7, 3000).map(expUlps))).toBeLessThan(1);
    expect(worst(grid(-30, 0, 3000).map(expUlps))).toBeLessThan(1);
    expect(worst(grid(-1e-5, 1e-5, 200).map(expUlps))).toBeLessThan(1);
  });

  it('agrees with Math.exp on a dense grid', () => {
    const errors = grid(-40, 40, 100_000).map((x) => exp(x) / Math.exp(x) - 1);
    expect(worst(errors)).toBeLessThan(2 ** -51);
  });

  it('rounds subnormal results once', () => {
    for (const x of grid(-745.1, -708.5, 1000)) {
      expect(Math.abs(exp(x) - Math.exp(x)), `exp(${x})`).toBeLessThanOrEqual(Math.max(5e-324, exp(x) * 2 ** -51));
    }
  });

  it.each([
    [0, 1],
    [-0, 1],
    [-Infinity, 0],
    [Infinity, Infinity],
    [710, Infinity],
    [-746, 0],
    [NaN, NaN],
  ])('exp(%d) is %d', (x, expected) => {
    expect(exp(x)).toBe(expected);
  });

  it('keeps the largest results finite', () => {
    expect(exp(709.782712893384)).toBeGreaterThan(1.797e308);
    expect(exp(709.782712893384)).toBeLessThan(Infinity);
  });
});

describe('log', () => {
  it('is within one unit in the last place', () => {
    expect(worst(grid(0, 4, 3000).map((x) => ulps(log(x), exactLog(x))))).toBeLessThan(1);
    expect(worst(grid(0.999, 1.001, 1000).map((x) => ulps(log(x), exactLog(x))))).toBeLessThan(1);
    expect(worst(grid(-200, 200, 400).map((x) => ulps(log(2 ** x), exactLog(2 ** x))))).toBeLessThan(1);
  });

  it('agrees with Math.log on a dense grid and at the extremes', () => {
    const extremes = [5e-324, 1e-310, 2.2250738585072014e-308, Number.MAX_VALUE];
    const errors = [...grid(0, 1000, 50_000), ...extremes].map((x) => log(x) / Math.log(x) - 1);
    expect(worst(errors)).toBeLessThan(2 ** -51);
  });

  it.each([
    [1, 0],
    [0, -Infinity],
    [-0, -Infinity],
    [Infinity, Infinity],
    [-1, NaN],
    [-Infinity, NaN],
    [NaN, NaN],
  ])('log(%d) is %d', (x, expected) => {
    expect(log(x)).toBe(expected);
  });
});

describe('sin and cos', () => {
  it('are within one unit in the last place', () => {
    for (const [low, high] of [
      [-0.8, 0.8],
      [-7, 7],
      [0, 320],
      [-823549, 823549],
    ] as const) {
      const angles = grid(low, high, 800);
      expect(worst(angles.map((x) => ulps(sin(x), exactSinCos(x).sin)))).toBeLessThan(1);
      expect(worst(angles.map((x) => ulps(cos(x), exactSinCos(x).cos)))).toBeLessThan(1);
    }
  });

  it('lose nothing next to multiples of pi/2', () => {
    const angles = Array.from({ length: 500 }, (_, index) => Math.round(index ** 2.1) * (Math.PI / 2));
    expect(worst(angles.map((x) => ulps(sin(x), exactSinCos(x).sin)))).toBeLessThan(1);
    expect(worst(angles.map((x) => ulps(cos(x), exactSinCos(x).cos)))).toBeLessThan(1);
  });

  it('are exact at zero, keeping its sign', () => {
    expect(sin(0)).toBe(0);
    expect(Object.is(sin(-0), -0)).toBe(true);
    expect(cos(0)).toBe(1);
  });

  it('give NaN for what is no angle', () => {
    for (const x of [NaN, Infinity, -Infinity]) {
      expect(sin(x)).toBeNaN();
      expect(cos(x)).toBeNaN();
    }
  });

  it('refuse angles too large to be reduced accurately', () => {
    expect(() => sin(1e6)).toThrow(RangeError);
    expect(() => cos(-1e6)).toThrow(RangeError);
  });
});

describe('power', () => {
  it.each([
    [3, 0, 1],
    [0, 0, 1],
    [3, 5, 243],
    [-2, 3, -8],
    [2, -10, 1 / 1024],
    [2, 1023, 2 ** 1023],
    [10, 22, 1e22],
  ])('%d to the %d is %d', (base, exponent, expected) => {
    expect(power(base, exponent)).toBe(expected);
  });

  it('stays within one rounding per unit of exponent', () => {
    for (const exponent of [2, 7, 60, 100, 1000]) {
      const exact = Array.from({ length: exponent }).reduce<bigint>((product) => multiply(product, scaled(0.95)), ONE);
      expect(Math.abs(ulps(power(0.95, exponent), exact))).toBeLessThan(exponent);
    }
  });

  it('refuses exponents that are not whole', () => {
    expect(() => power(2, 0.5)).toThrow(RangeError);
  });
});

describe('gaussian', () => {
  const draws = (seed: number, count: number): number[] => {
    const stream = new RandomStream(seed, PURPOSE.adapter);
    return Array.from({ length: count }, () => gaussian(stream));
  };

  it('has the moments and tails of the standard normal distribution', () => {
    const values = draws(1, 40_000);
    const moment = (order: number): number => values.reduce((sum, x) => sum + x ** order, 0) / values.length;
    // Each tolerance is four standard errors: sqrt(variance of x^n / 40,000).
    expect(Math.abs(moment(1))).toBeLessThan(4 * Math.sqrt(1 / 40_000));
    expect(Math.abs(moment(2) - 1)).toBeLessThan(4 * Math.sqrt(2 / 40_000));
    expect(Math.abs(moment(3))).toBeLessThan(4 * Math.sqrt(15 / 40_000));
    expect(Math.abs(moment(4) - 3)).toBeLessThan(4 * Math.sqrt(96 / 40_000));
    const beyondTwo = values.filter((x) => Math.abs(x) > 2).length / values.length;
    expect(Math.abs(beyondTwo - 0.0455)).toBeLessThan(4 * Math.sqrt((0.0455 * 0.9545) / 40_000));
  });

  it('repeats itself for the same stream', () => {
    expect(draws(2, 100)).toEqual(draws(2, 100));
    expect(draws(2, 100)).not.toEqual(draws(3, 100));
  });
});
