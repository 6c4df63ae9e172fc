/** Protects that the device draws, from given logits, keys and counters, what src/policy/sampling.ts draws. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomNumbers, randomStream } from '../../../../test/engine/random.ts';
import { openTestGpu } from '../../../../test/engine/test-gpu.ts';
import { ODD_CONFIG } from '../../../../test/engine/tiny-model.ts';
import {
  filters,
  sampleToken,
  samplingCounter,
  samplingUniform,
  type RowStream,
  type SampledToken,
  type SamplingRule,
} from '../../../policy/sampling.ts';
import type { Gpu } from '../gpu.ts';
import { uniformBytes } from '../kernel.ts';
import { networkShape } from '../network-shape.ts';
import { SAMPLE, sampleConstants } from './kernels.ts';
import { DRAW, FINISHED } from './state.ts';

let gpu: Gpu;
beforeAll(async () => {
  gpu = await openTestGpu();
});
afterAll(() => gpu.close());

const KEY = [0x9e37_79b9, 4] as const;
const STREAM: RowStream = { iteration: 65535, life: 7, episode: 65535 };
const NO_STOP = 0xffff_ffff;

interface Drawn extends SampledToken {
  readonly isValid: boolean;
  readonly cursor: readonly number[];
}

interface Question {
  readonly vocabulary: number;
  /** By row, of the real vocabulary. */
  readonly logits: readonly Float32Array[];
  readonly rule: SamplingRule;
  /** By row: position of the token that was read, or null where the row has finished. */
  readonly positions: readonly (number | null)[];
  readonly stopToken?: number;
  readonly limit?: number;
}

/** One step of the kernel; what finished rows hold in `drawn` is what was there: zeros. */
async function draw({
  vocabulary,
  logits,
  rule,
  positions,
  stopToken = NO_STOP,
  limit = 60_000,
}: Question): Promise<readonly Drawn[]> {
  const shape = networkShape({ ...ODD_CONFIG, vocab_size: vocabulary });
  const slots = logits.length;
  const padded = new Float32Array(slots * shape.vocabulary);
  logits.forEach((row, slot) => padded.set(row, slot * shape.vocabulary));
  const words = new Uint32Array(Math.ceil(shape.vocabulary / 32));
  for (let id = 0; id < shape.vocabulary; id++) {
    if (id >= vocabulary || rule.masked.includes(id)) words[id >>> 5] |= 1 << (id & 31);
  }
  const [first, second] = samplingCounter(STREAM, 0);
  const filled = (bytes: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>): ReturnType<Gpu['storage']> => {
    const slice = gpu.storage('test', bytes.byteLength);
    gpu.write(slice, bytes);
    return slice;
  };
  const cursors = filled(
    Uint32Array.from(
      positions.flatMap((position, slot) => [slot, position ?? 0, 9, position === null ? FINISHED : slot]),
    ),
  );
  const drawn = gpu.storage('drawn', slots * 16);
  const settings = gpu.uniform('draw', 32);
  const { temperature, topK = 0, topP = 1 } = rule;
  gpu.write(
    settings,
    uniformBytes(DRAW, {
      key0: KEY[0],
      key1: KEY[1],
      temperature,
      topK: topK === 0 ? NO_STOP : topK,
      topP,
      stopToken,
      stride: slots,
      limit,
    }),
  );
  const dispatch = await gpu.prepare(
    SAMPLE,
    sampleConstants(shape, filters(rule)),
    {
      logits: filled(padded),
      cursors,
      streams: filled(Uint32Array.from(positions.flatMap((position) => [first, second, position ?? 0, 0]))),
      masked: filled(words),
      drawn,
      draw: settings,
    },
    [slots, 1, 1],
  );
  const [drawnBytes, cursorBytes] = await gpu.read([drawn, cursors], [{ dispatches: [dispatch] }]);
  const drawnWords = new Uint32Array(drawnBytes);
  const floats = new Float32Array(drawnBytes);
  const cursorWords = new Uint32Array(cursorBytes);
  return logits.map((_, slot) => ({
    token: drawnWords[4 * slot],
    logProb: floats[4 * slot + 1],
    entropy: floats[4 * slot + 2],
    isValid: drawnWords[4 * slot + 3] === 1,
    cursor: [...cursorWords.subarray(4 * slot, 4 * slot + 4)],
  }));
}

function expectedOf(logits: Float32Array, rule: SamplingRule, uniform: number): SampledToken {
  const result = { token: -1, logProb: NaN, entropy: NaN };
  sampleToken(logits, 0, logits.length, rule, uniform, result);
  return result;
}

/**
 * Whether another token is right as well: rounding sums in float32 moves the borders between tokens, and what top-p
 * keeps, by at most this share of the whole.
 */
const ROUNDING = 4e-6;
function isOnBorder(logits: Float32Array, rule: SamplingRule, uniform: number, token: number): boolean {
  const { topP } = rule;
  const near = [uniform - ROUNDING, uniform + ROUNDING].map((u) => Math.min(Math.max(u, 0), 1 - 2 ** -24));
  const rules =
    topP === undefined
      ? [rule]
      : [-ROUNDING, 0, ROUNDING].map((shift) => ({ ...rule, topP: Math.min(topP + shift, 1) }));
  return rules.some((other) => near.some((u) => expectedOf(logits, other, u).token === token));
}

describe('uniform numbers', () => {
  it('are the bits of Threefry for every counter', async () => {
    // With equal weights, whose sums are exact, the token is the number's first fifteen bits.
    const vocabulary = 32_768;
    const positions = [...Array.from({ length: 61 }, (_, position) => 7 * position), 65_533, 65_534, 3];
    const drawn = await draw({
      vocabulary,
      logits: positions.map(() => new Float32Array(vocabulary)),
      rule: { temperature: 1, masked: [] },
      positions,
      limit: NO_STOP,
    });
    expect(drawn.map(({ token }) => token)).toEqual(
      positions.map((position) => Math.floor(samplingUniform(KEY, STREAM, position + 1) * vocabulary)),
    );
  });
});

describe('draws', () => {
  it.each<readonly [number, SamplingRule, number]>([
    [13, { temperature: 1, masked: [0, 1] }, 4096],
    [102, { temperature: 0.7, masked: [0, 1] }, 2048],
    [102, { temperature: 1.5, masked: [5], topK: 10 }, 1024],
    [102, { temperature: 1, masked: [0, 1], topP: 0.8 }, 1024],
    [300, { temperature: 2, masked: [299], topK: 50, topP: 0.9 }, 1024],
    [49_152, { temperature: 1, masked: [0] }, 24],
    [49_152, { temperature: 1, masked: [0], topK: 40, topP: 0.95 }, 24],
  ])('from %i tokens with %o are the processor’s, but for rounding at borders', async (vocabulary, rule, rows) => {
    const random = randomStream(vocabulary);
    const logits = Array.from({ length: rows }, () => Float32Array.from(randomNumbers(random, vocabulary, -4, 4)));
    const positions = logits.map((_, row) => row);
    const drawn = await draw({ vocabulary, logits, rule, positions });
    let onBorders = 0;
    drawn.forEach(({ token, logProb, entropy, isValid }, row) => {
      const uniform = samplingUniform(KEY, STREAM, row + 1);
      const expected = expectedOf(logits[row], rule, uniform);
      expect(isValid).toBe(true);
      if (token !== expected.token) {
        onBorders++;
        expect(isOnBorder(logits[row], rule, uniform, token)).toBe(true);
        return;
      }
      // A sum of up to 49152 weights and a logarithm, of numbers up to eleven.
      expect(Math.abs(logProb - expected.logProb)).toBeLessThan(2e-5);
      expect(Math.abs(entropy - expected.entropy)).toBeLessThan(5e-5);
    });
    // About borders times rounding for each draw.
    expect(onBorders).toBeLessThanOrEqual(2);
  });

  it('take the first among equals, and of as many as the filter leaves', async () => {
    const row = Float32Array.of(1, 3, -0, 3, 3, 0, 3, 1, 0, 0, 1, 1, 3);
    const rows = Array.from({ length: 32 }, () => row);
    const positions = rows.map((_, index) => index);
    for (const rule of [
      { temperature: 0, masked: [1] },
      { temperature: 0, masked: [], topK: 3, topP: 0.5 },
      { temperature: 1, masked: [], topK: 3 },
      { temperature: 1, masked: [1], topK: 6 },
      { temperature: 1, masked: [], topP: 0.35 },
      { temperature: 1, masked: [], topK: 99, topP: 1 },
      { temperature: 1e-6, masked: [] },
    ] satisfies SamplingRule[]) {
      const drawn = await draw({ vocabulary: 13, logits: rows, rule, positions });
      drawn.forEach((sample, index) => {
        const expected = expectedOf(row, rule, samplingUniform(KEY, STREAM, index + 1));
        expect(sample.token).toBe(expected.token);
        expect(sample.logProb).toBeCloseTo(expected.logProb, 5);
        expect(sample.entropy).toBeCloseTo(expected.entropy, 5);
      });
    }
  });

  it('keep their accuracy for logits whose exponentials overflow', async () => {
    const logits = [
      Float32Array.of(1e30, 1e30, -1e30),
      Float32Array.of(-3e4, -3e4, -3.1e4),
      Float32Array.of(-Infinity, 5, -Infinity),
    ];
    const rule = { temperature: 1, masked: [] };
    const drawn = await draw({ vocabulary: 3, logits, rule, positions: [0, 1, 2] });
    drawn.forEach(({ token, logProb, entropy, isValid }, row) => {
      const expected = expectedOf(logits[row], rule, samplingUniform(KEY, STREAM, row + 1));
      expect({ token, isValid }).toEqual({ token: expected.token, isValid: true });
      expect(logProb).toBeCloseTo(expected.logProb, 6);
      expect(entropy).toBeCloseTo(expected.entropy, 6);
    });
  });

  it('are marked where the processor refuses the logits, and end the row', async () => {
    const logits = [
      [1, NaN, 2],
      [1, Infinity, 2],
      [-Infinity, -Infinity, -Infinity],
      [1, 2, 3],
    ].map((row) => Float32Array.from(row));
    for (const rule of [
      { temperature: 1, masked: [] },
      { temperature: 0, masked: [], topK: 2 },
    ]) {
      const drawn = await draw({ vocabulary: 3, logits, rule, positions: [0, 1, 2, 3] });
      expect(drawn.map(({ isValid }) => isValid)).toEqual([false, false, false, true]);
      expect(drawn.map(({ cursor }) => cursor[3] === FINISHED)).toEqual([true, true, true, false]);
    }
  });
});

describe('cursors', () => {
  it('move on to the drawn token, and end at the stop token and at the limit', async () => {
    const row = Float32Array.of(0, 0, 9, 0);
    const rule = { temperature: 0, masked: [] };
    const question = { vocabulary: 4, logits: [row, row, row], rule, positions: [4, 11, null] };
    const going = await draw(question);
    expect(going.map(({ cursor }) => cursor)).toEqual([
      [0, 5, 2, 0],
      [1, 12, 2, 1],
      [2, 0, 9, FINISHED],
    ]);
    // What a finished row has drawn stays as it was.
    expect(going[2]).toMatchObject({ token: 0, logProb: 0, isValid: false });
    const stopped = await draw({ ...question, stopToken: 2 });
    expect(stopped.map(({ cursor }) => cursor[3])).toEqual([FINISHED, FINISHED, FINISHED]);
    const limited = await draw({ ...question, limit: 12 });
    expect(limited.map(({ cursor }) => cursor[3])).toEqual([0, FINISHED, FINISHED]);
  });
});
