import { describe, expect, it } from 'vitest';
import { chiSquare, chiSquareLimit } from '../../test/fixtures/statistics.ts';
import {
  sampleToken,
  samplingCounter,
  samplingUniform,
  type SampledToken,
  type SamplingFilter,
  type SamplingRule,
} from './sampling.ts';

const STREAM = { iteration: 3, life: 5, episode: 7 };
const KEY = [11, 4] as const;

function draw(logits: readonly number[], rule: SamplingRule, uniform: number): SampledToken {
  const result = { token: -1, logProb: NaN, entropy: NaN };
  sampleToken(Float32Array.from(logits), 0, logits.length, rule, uniform, result);
  return result;
}

/** The textbook distribution, through Math; a token stays where too few, and too little mass, come before it. */
function probabilities(logits: readonly number[], { temperature, masked, topK, topP }: SamplingRule): number[] {
  const share = (weights: readonly number[]): number[] => {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.map((weight) => weight / total);
  };
  const before = (weights: readonly number[], id: number): number[] =>
    weights.filter((weight, other) => weight > weights[id] || (weight === weights[id] && other < id));
  const all = share(logits.map((logit, id) => (masked.includes(id) ? 0 : Math.exp(logit / (temperature || 1)))));
  const likely = share(all.map((weight, id) => (!topK || before(all, id).length < topK ? weight : 0)));
  const mass = (id: number): number => before(likely, id).reduce((sum, weight) => sum + weight, 0);
  return share(likely.map((weight, id) => (mass(id) < (topP ?? 1) ? weight : 0)));
}

const LOGITS = [2, 3, -1, 0.5, 1.25, -0.75, 0, 1];

describe('samplingCounter', () => {
  it('packs iteration and life into the first word, episode and token into the second', () => {
    expect(samplingCounter({ iteration: 1, life: 2, episode: 3 }, 4)).toEqual([0x00010002, 0x00030004]);
    const last = 0xffff;
    expect(samplingCounter({ iteration: last, life: last, episode: last }, last)).toEqual([0xffffffff, 0xffffffff]);
  });

  it.each([
    ['iteration', { ...STREAM, iteration: 65536 }, 0],
    ['life', { ...STREAM, life: -1 }, 0],
    ['episode', { ...STREAM, episode: 0.5 }, 0],
    ['token', STREAM, 65536],
    ['token', STREAM, NaN],
  ])('names the %s that does not fit', (name, stream, tokenIndex) => {
    expect(() => samplingCounter(stream, tokenIndex)).toThrow(
      expect.objectContaining({ kind: 'bad-request', message: expect.stringContaining(name) }),
    );
  });

  it('gives tokens, episodes, lives, iterations and keys numbers of their own', () => {
    const numbers = [
      samplingUniform(KEY, STREAM, 0),
      samplingUniform(KEY, STREAM, 1),
      samplingUniform(KEY, { ...STREAM, episode: 8 }, 0),
      samplingUniform(KEY, { ...STREAM, life: 6 }, 0),
      samplingUniform(KEY, { ...STREAM, iteration: 4 }, 0),
      samplingUniform([12, 4], STREAM, 0),
      samplingUniform([11, 5], STREAM, 0),
    ];
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(samplingUniform(KEY, { ...STREAM }, 1)).toBe(numbers[1]);
  });
});

describe('sampleToken', () => {
  it.each<SamplingRule>([
    { temperature: 1, masked: [] },
    { temperature: 1, masked: [0, 1] },
    { temperature: 0.5, masked: [] },
    { temperature: 3, masked: [4] },
    { temperature: 1, masked: [1], topK: 3 },
    { temperature: 2, masked: [], topP: 0.7 },
    { temperature: 1.5, masked: [0], topK: 5, topP: 0.8 },
  ])('draws from the softmax at %o', (rule) => {
    const expected = probabilities(LOGITS, rule).map((probability) => probability * 50_000);
    const counts = new Array<number>(LOGITS.length).fill(0);
    for (let index = 0; index < 50_000; index++) {
      counts[draw(LOGITS, rule, samplingUniform(KEY, { ...STREAM, life: index }, index % 7)).token]++;
    }
    const possible = expected.filter((count) => count > 0).length;
    expect(chiSquare(counts, expected)).toBeLessThan(chiSquareLimit(possible - 1));
  });

  it.each<SamplingRule>([
    { temperature: 1, masked: [] },
    { temperature: 0.7, masked: [1, 6] },
    { temperature: 0, masked: [1] },
    { temperature: 0.7, masked: [1], topK: 4 },
    { temperature: 1, masked: [], topK: 0, topP: 0.6 },
    { temperature: 0, masked: [], topK: 2, topP: 0.9 },
  ])('reports log-probability and entropy of the distribution at %o', (rule) => {
    const expected = probabilities(LOGITS, rule);
    const entropy = -expected.reduce((sum, p) => sum + (p > 0 ? p * Math.log(p) : 0), 0);
    for (const uniform of [0, 0.2, 0.4, 0.6, 0.8, 0.99]) {
      const drawn = draw(LOGITS, rule, uniform);
      expect(drawn.logProb).toBeCloseTo(Math.log(expected[drawn.token]), 13);
      expect(drawn.entropy).toBeCloseTo(entropy, 13);
    }
  });

  it('inverts the cumulative distribution in ascending id, each interval closed below', () => {
    const rule = { temperature: 1, masked: [] };
    const tokens = [0, 0.249, 0.25, 0.499, 0.5, 0.75, 1 - 2 ** -24].map((uniform) => draw([1, 1, 1, 1], rule, uniform));
    expect(tokens.map(({ token }) => token)).toEqual([0, 0, 1, 1, 2, 3, 3]);
  });

  it('never draws a masked token, at the ends of the distribution or as the most probable', () => {
    const masked = [0, 1, 4];
    for (const uniform of [0, 0.5, 1 - 2 ** -24]) {
      expect([2, 3]).toContain(draw([9, 9, 0, 0, 9], { temperature: 1, masked }, uniform).token);
    }
    expect(draw([9, 9, 0, 1, 9], { temperature: 0, masked }, 0.99).token).toBe(3);
  });

  it('takes the lowest id among the most probable at temperature 0, whatever the number', () => {
    for (const uniform of [0, 0.5, 0.999]) {
      expect(draw([1, 3, 3, 2, 3], { temperature: 0, masked: [] }, uniform).token).toBe(1);
    }
  });

  it('keeps its accuracy for logits so large that their exponentials overflow', () => {
    const drawn = draw([1e30, 1e30, -1e30], { temperature: 1, masked: [] }, 0.75);
    expect(drawn).toEqual({ token: 1, logProb: -Math.LN2, entropy: Math.LN2 });
  });

  it('gives minus infinity no chance, and a certain token no entropy', () => {
    expect(draw([-Infinity, 0, -Infinity], { temperature: 1, masked: [] }, 0.999)).toEqual({
      token: 1,
      logProb: 0,
      entropy: 0,
    });
  });

  it('comes close to the most probable token at low temperatures without dividing by zero', () => {
    const drawn = draw([1, 2, 1.5], { temperature: 1e-6, masked: [] }, 0.5);
    expect(drawn.token).toBe(1);
    expect(drawn.logProb).toBe(0);
  });

  it('keeps the lower ids among equals, and at least one token', () => {
    const drawn = (filter: SamplingFilter, uniform: number): number =>
      draw([1, 2, 2, 2, 1], { temperature: 1, masked: [], ...filter }, uniform).token;
    const last = 1 - 2 ** -24;
    expect(drawn({ topK: 2 }, last)).toBe(2);
    expect(drawn({ topK: 4 }, 0)).toBe(0);
    expect(drawn({ topP: 1e-9 }, last)).toBe(1);
    expect(drawn({ topK: 4, topP: 0.95 }, 0)).toBe(0);
    expect(drawn({ topK: 99, topP: 1 }, last)).toBe(4);
  });

  it('reaches a mass that equal tokens reach exactly, and no further', () => {
    const drawn = draw([1, 1, 1, 1], { temperature: 1, masked: [], topP: 0.5 }, 1 - 2 ** -24);
    expect(drawn).toEqual({ token: 1, logProb: -Math.LN2, entropy: Math.LN2 });
  });

  it.each<SamplingFilter>([{ topK: -1 }, { topK: 1.5 }, { topP: 0 }, { topP: 1.1 }, { topP: NaN }])(
    'refuses the filter %o',
    (filter) => {
      const rule = { temperature: 1, masked: [], ...filter };
      expect(() => draw(LOGITS, rule, 0.5)).toThrow(expect.objectContaining({ kind: 'bad-request' }));
    },
  );

  it('reads only its own row of a batch', () => {
    const logits = Float32Array.from([50, 0, 0, 0, 0, 50, 50, 0, 0]);
    const result = { token: -1, logProb: NaN, entropy: NaN };
    sampleToken(logits, 3, 3, { temperature: 1, masked: [] }, 0.5, result);
    expect(result.token).toBe(2);
    expect(logits).toEqual(Float32Array.from([50, 0, 0, 0, 0, 50, 50, 0, 0]));
  });

  it('is the same after a row of a larger vocabulary', () => {
    const rule = { temperature: 1, masked: [] };
    const before = draw(LOGITS, rule, 0.6);
    draw(new Array<number>(500).fill(7), rule, 0.6);
    expect(draw(LOGITS, rule, 0.6)).toEqual(before);
  });

  it.each([
    ['one NaN', [1, NaN, 2]],
    ['infinity', [1, Infinity, 2]],
    ['nothing but minus infinity', [-Infinity, -Infinity]],
  ])('says that the model has broken down at %s', (_, logits) => {
    for (const rule of [{ temperature: 0 }, { temperature: 1 }, { temperature: 1, topK: 2, topP: 0.9 }]) {
      expect(() => draw(logits, { ...rule, masked: [] }, 0.5)).toThrow(expect.objectContaining({ kind: 'engine' }));
    }
  });
});
