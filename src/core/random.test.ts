import { describe, expect, it } from 'vitest';
import { chiSquare, chiSquareLimit } from '../../test/fixtures/statistics.ts';
import { hashText, PURPOSE, RandomStream, threefry2x32, uniform } from './random.ts';

describe('threefry2x32', () => {
  // Random123's kat_vectors, lines "threefry2x32 20": counter, key, output.
  it.each([
    { counter: [0, 0], key: [0, 0], output: [0x6b200159, 0x99ba4efe] },
    {
      counter: [0xffffffff, 0xffffffff],
      key: [0xffffffff, 0xffffffff],
      output: [0x1cb996fc, 0xbb002be7],
    },
    {
      counter: [0x243f6a88, 0x85a308d3],
      key: [0x13198a2e, 0x03707344],
      output: [0xc4923a9c, 0x483df7a0],
    },
  ])('gives the published answer for counter $counter', ({ counter, key, output }) => {
    expect(threefry2x32(key[0], key[1], counter[0], counter[1])).toEqual(output);
  });

  it('takes words as signed or unsigned alike', () => {
    expect(threefry2x32(-1, -1, -1, -1)).toEqual(threefry2x32(0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff));
  });
});

describe('uniform', () => {
  it('is the first word without its low 8 bits, as a fraction that float32 holds exactly', () => {
    const value = uniform(0, 0, 0, 0);
    expect(value).toBe(0x6b2001 / 2 ** 24);
    expect(Math.fround(value)).toBe(value);
  });
});

describe('hashText', () => {
  // From the FNV reference distribution (Fowler, Noll and Vo), 32-bit FNV-1a.
  it.each([
    ['', 0x811c9dc5],
    ['a', 0xe40c292c],
    ['foobar', 0xbf9cf968],
  ])('gives the published FNV-1a hash of %j', (text, hash) => {
    expect(hashText(text)).toBe(hash);
  });
});

describe('RandomStream', () => {
  const words = (stream: RandomStream): number[] => Array.from({ length: 50 }, () => stream.nextWord());

  it('repeats itself for the same seed, purpose and index', () => {
    expect(words(new RandomStream(7, PURPOSE.world, 3))).toEqual(words(new RandomStream(7, PURPOSE.world, 3)));
  });

  it('shares no draw with a stream of another seed, purpose or index', () => {
    const streams = [
      new RandomStream(7, PURPOSE.world, 3),
      new RandomStream(8, PURPOSE.world, 3),
      new RandomStream(7, PURPOSE.task, 3),
      new RandomStream(7, PURPOSE.world, 4),
    ];
    expect(new Set(streams.flatMap(words)).size).toBe(4 * 50);
  });

  it('gives each purpose its own number, none of which may change', () => {
    expect(PURPOSE).toMatchObject({ world: 1, task: 2, packs: 3, sampling: 4, evaluationSampling: 5, adapter: 6 });
    expect(new Set(Object.values(PURPOSE)).size).toBe(Object.values(PURPOSE).length);
  });

  it('draws uniform numbers below 1 that fill all of [0, 1)', () => {
    const stream = new RandomStream(1, PURPOSE.bootstrap);
    const counts = new Array<number>(64).fill(0);
    for (let draw = 0; draw < 64_000; draw++) counts[Math.floor(stream.nextUniform() * 64)]++;
    expect(chiSquare(counts, new Array<number>(64).fill(1000))).toBeLessThan(chiSquareLimit(63));
  });

  it.each([2, 3, 6, 24, 100])('draws each whole number below %i equally often', (count) => {
    const stream = new RandomStream(5, PURPOSE.world, count);
    const counts = new Array<number>(count).fill(0);
    for (let draw = 0; draw < 1000 * count; draw++) counts[stream.nextInteger(count)]++;
    expect(chiSquare(counts, new Array<number>(count).fill(1000))).toBeLessThan(chiSquareLimit(count - 1));
  });

  it('has no modulo bias where the count does not divide 2^32', () => {
    // Taking words modulo 3 * 2^30 would give numbers below 2^30 half of the draws instead of a third.
    const stream = new RandomStream(5, PURPOSE.packs);
    const counts = [0, 0, 0];
    for (let draw = 0; draw < 30_000; draw++) counts[Math.floor(stream.nextInteger(3 * 2 ** 30) / 2 ** 30)]++;
    expect(chiSquare(counts, [10_000, 10_000, 10_000])).toBeLessThan(chiSquareLimit(2));
  });

  it('picks every item', () => {
    const stream = new RandomStream(2, PURPOSE.players);
    const picked = new Set(Array.from({ length: 100 }, () => stream.pick(['a', 'b', 'c'])));
    expect([...picked].sort()).toEqual(['a', 'b', 'c']);
  });

  it('shuffles a copy into every order equally often', () => {
    const items = ['a', 'b', 'c', 'd'];
    const counts = new Map<string, number>();
    for (let draw = 0; draw < 24_000; draw++) {
      const order = new RandomStream(3, PURPOSE.shuffle, draw).shuffled(items).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(items).toEqual(['a', 'b', 'c', 'd']);
    expect(counts.size).toBe(24);
    expect(chiSquare([...counts.values()], new Array<number>(24).fill(1000))).toBeLessThan(chiSquareLimit(23));
  });
});
