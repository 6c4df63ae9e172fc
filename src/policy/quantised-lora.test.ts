/** Protects what quantised adapters are worth: small errors, the same bits everywhere, and refusal of what does not fit. */

import { describe, expect, it } from 'vitest';
import { gaussian } from '../core/math.ts';
import { RandomStream } from '../core/random.ts';
import { sha256 } from '../core/hash.ts';
import { halfToFloat } from './half.ts';
import { loraLayout, loraView, type LoraSettings } from './lora.ts';
import { dequantise, LARGEST_SCALE, largestValue, quantise, type LinkBits } from './quantised-lora.ts';
import { smallConfig } from './testing/small-config.ts';

const CONFIG = { ...smallConfig, hidden_size: 96 };
const SETTINGS: LoraSettings = { rank: 3, alpha: 6, targets: ['q_proj', 'v_proj'] };
const LAYOUT = loraLayout(CONFIG, SETTINGS);

/** Normal numbers, whose rows and columns are of very different sizes. */
function trained(): Float32Array {
  const stream = new RandomStream(7, 1);
  const adapter = Float32Array.from({ length: LAYOUT.size }, () => gaussian(stream));
  for (const { a, b, inSize } of LAYOUT.modules) {
    loraView(adapter, a).forEach((number, index, all) => (all[index] = number * 10 ** Math.floor(index / inSize)));
    loraView(adapter, b).forEach((number, index, all) => (all[index] = number / 10 ** (index % SETTINGS.rank)));
  }
  return adapter;
}

function quantised(values: Float32Array, bits: LinkBits): Float32Array {
  return dequantise(CONFIG, quantise(CONFIG, { settings: SETTINGS, values }, bits));
}

/** Root mean square error, relative to the numbers, of row `component` of A and column `component` of B of a module. */
function lineErrors(values: Float32Array, back: Float32Array, module: number, component: number): readonly number[] {
  const { a, b, inSize } = LAYOUT.modules[module];
  const relative = (keep: (index: number) => boolean, view: (of: Float32Array) => Float32Array): number => {
    const pairs = Array.from(view(values), (value, index) => [value, view(back)[index]]).filter((_, i) => keep(i));
    const squares = (of: (pair: number[]) => number) => pairs.reduce((sum, pair) => sum + of(pair) ** 2, 0);
    return Math.sqrt(squares(([value, other]) => value - other) / squares(([value]) => value));
  };
  return [
    relative(
      (index) => Math.floor(index / inSize) === component,
      (of) => loraView(of, a),
    ),
    relative(
      (index) => index % SETTINGS.rank === component,
      (of) => loraView(of, b),
    ),
  ];
}

describe('quantise', () => {
  // Errors of the best uniform quantisers of normal numbers (Max, 1960), of 2^bits - 1 levels, with a third more for
  // lines of only 48 to 96 numbers.
  it.each([
    [2, 0.44, 0.58],
    [3, 0.21, 0.28],
    [4, 0.113, 0.15],
    [6, 0.033, 0.044],
    [8, 0.0101, 0.0134],
  ] as const)('errs in %i bits as little as normal numbers allow, whatever the size of a line', (bits, best, most) => {
    const values = trained();
    const back = quantised(values, bits);
    const errors = LAYOUT.modules.flatMap((_, module) =>
      [0, 1, 2].flatMap((component) => lineErrors(values, back, module, component)),
    );
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    expect(mean).toBeLessThan(best * 1.1);
    expect(Math.max(...errors)).toBeLessThan(most);
  });

  it('gives the same bits everywhere', async () => {
    const { scales, values } = quantise(CONFIG, { settings: SETTINGS, values: trained() }, 4);
    const bytes = Uint8Array.from([...scales].flatMap((scale) => [scale & 0xff, scale >> 8]).concat([...values]));
    expect(await sha256(bytes)).toMatchInlineSnapshot(
      `"88eb0d1acf3bf0dc55d7359e02fc9aa0b33cce216a1ef4c95cb39aa36dca2110"`,
    );
  });

  it('keeps what is exact: numbers that are whole multiples of a scale', () => {
    const values = new Float32Array(LAYOUT.size).map((_, index) => ((index % 7) - 3) / 8);
    expect(quantised(values, 3)).toEqual(values);
  });

  it('turns lines of nothing, or of next to nothing, into nothing', () => {
    expect(quantised(new Float32Array(LAYOUT.size), 2)).toEqual(new Float32Array(LAYOUT.size));
    const tiny = quantise(CONFIG, { settings: SETTINGS, values: new Float32Array(LAYOUT.size).fill(1e-30) }, 8);
    expect(tiny.scales.every((scale) => scale === 0)).toBe(true);
    expect(tiny.values.every((value) => value === 0)).toBe(true);
  });

  it('cuts off what no half-precision scale reaches instead of becoming infinite', () => {
    const back = quantised(new Float32Array(LAYOUT.size).fill(-1e5), 2);
    expect(back.every((value) => value === -65504)).toBe(true);
  });

  it('refuses numbers that are not finite', () => {
    const values = trained();
    values[5] = NaN;
    expect(() => quantised(values, 4)).toThrow(expect.objectContaining({ kind: 'bad-request' }));
  });
});

describe('dequantise', () => {
  it('multiplies scales and whole numbers, row by row of A and column by column of B', () => {
    const one = { ...CONFIG, hidden_size: 2, num_hidden_layers: 1, num_attention_heads: 1 };
    const settings: LoraSettings = { rank: 2, alpha: 1, targets: ['q_proj'] };
    // Halves 1, 2, 4 and 0.5.
    const scales = Uint16Array.of(0x3c00, 0x4000, 0x4400, 0x3800);
    const values = Int8Array.of(1, -1, 2, 3, 1, 2, -3, 1);
    const adapter = dequantise(one, { settings, bits: 4, scales, values });
    // A is [[1, -1], [4, 6]]; B has the columns [4, 8] and [-1.5, 0.5].
    expect([...adapter]).toEqual([1, -1, 4, 6, 4, -1.5, 8, 0.5]);
  });

  it('gives products that float32 holds exactly', () => {
    const fine = quantise(CONFIG, { settings: SETTINGS, values: trained() }, 8);
    const scales = [...halfToFloat(fine.scales)];
    const products = [...fine.values].flatMap((value) => scales.map((scale) => scale * value));
    expect(products.every((product) => Math.fround(product) === product)).toBe(true);
  });

  it('refuses an adapter of another shape, and numbers that quantising never gives', () => {
    const good = quantise(CONFIG, { settings: SETTINGS, values: trained() }, 3);
    const damaged = expect.objectContaining({ kind: 'link-damaged' });
    expect(() => dequantise(CONFIG, { ...good, values: good.values.slice(1) })).toThrow(damaged);
    expect(() => dequantise(CONFIG, { ...good, scales: good.scales.slice(1) })).toThrow(damaged);
    expect(() => dequantise({ ...CONFIG, num_hidden_layers: 3 }, good)).toThrow(damaged);
    const beyond = Int8Array.from(good.values, () => largestValue(3) + 1);
    expect(() => dequantise(CONFIG, { ...good, values: beyond })).toThrow(damaged);
    for (const scale of [LARGEST_SCALE + 1, 0x8001]) {
      const scales = Uint16Array.from(good.scales, () => scale);
      expect(() => dequantise(CONFIG, { ...good, scales })).toThrow(damaged);
    }
  });
});
