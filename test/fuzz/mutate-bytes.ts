/** Small damage to bytes, of every kind that files and links meet or are given. */

import type { RandomStream } from '../../src/core/random.ts';

const MOST_MUTATIONS = 4;
const TELLING_BYTES = [0x00, 0x01, 0x7f, 0x80, 0xfe, 0xff, 0x0a, 0x20, 0x22, 0x5b, 0x7b] as const;

/** Numbers of variable length at their limits, and written longer than they need be. */
const VARINTS: readonly (readonly number[])[] = [
  [0x00],
  [0x7f],
  [0x80, 0x00],
  [0x80, 0x01],
  [0xff, 0x7f],
  [0xff, 0xff, 0x03],
  [0xff, 0xff, 0xff, 0xff, 0x0f],
  [0xff, 0xff, 0xff, 0xff, 0x1f],
  [0x80, 0x80, 0x80, 0x80, 0x10],
  [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f],
  [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
  [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00],
];

type Mutation = (bytes: Uint8Array, random: RandomStream, other: Uint8Array) => Uint8Array;

function place(bytes: Uint8Array, random: RandomStream): number {
  return random.nextInteger(bytes.length + 1);
}

function spliced(bytes: Uint8Array, at: number, removed: number, put: ArrayLike<number>): Uint8Array {
  const end = Math.min(bytes.length, at + removed);
  const whole = new Uint8Array(at + put.length + bytes.length - end);
  whole.set(bytes.subarray(0, at));
  whole.set(put, at);
  whole.set(bytes.subarray(end), at + put.length);
  return whole;
}

/** A part of some bytes, usually short. */
function part(bytes: Uint8Array, random: RandomStream): Uint8Array {
  const start = place(bytes, random);
  const most = random.nextInteger(4) === 0 ? bytes.length - start : Math.min(16, bytes.length - start);
  return bytes.slice(start, start + random.nextInteger(most + 1));
}

function overwrite(bytes: Uint8Array, at: number, put: ArrayLike<number>): Uint8Array {
  const whole = new Uint8Array(bytes);
  for (let index = 0; index < put.length && at + index < whole.length; index++) whole[at + index] = put[index];
  return whole;
}

const MUTATIONS: readonly Mutation[] = [
  // A flipped bit, three times as often as the rest: it reaches the deepest.
  flipBit,
  flipBit,
  flipBit,
  (bytes, random) => overwrite(bytes, place(bytes, random), [random.pick(TELLING_BYTES)]),
  (bytes, random) => overwrite(bytes, place(bytes, random), [random.nextInteger(256)]),
  (bytes, random) => spliced(bytes, place(bytes, random), 1 + random.nextInteger(8), []),
  (bytes, random) => spliced(bytes, place(bytes, random), 0, [random.pick(TELLING_BYTES)]),
  (bytes, random) => bytes.slice(0, place(bytes, random)),
  (bytes, random) => bytes.slice(place(bytes, random)),
  (bytes, random) => spliced(bytes, bytes.length, 0, part(bytes, random)),
  (bytes, random) => spliced(bytes, place(bytes, random), 0, part(bytes, random)),
  (bytes, random, other) => spliced(bytes, place(bytes, random), random.nextInteger(16), part(other, random)),
  (bytes, random, other) => spliced(bytes, place(bytes, random), bytes.length, part(other, random)),
  (bytes, random) => overwrite(bytes, place(bytes, random), random.pick(VARINTS)),
  (bytes, random) => spliced(bytes, place(bytes, random), 1, random.pick(VARINTS)),
  (bytes, random) => overwrite(bytes, place(bytes, random), new Array<number>(4).fill(random.pick([0x00, 0xff, 0x7f]))),
  (bytes, random) => overwrite(bytes, place(bytes, random), new Array<number>(8).fill(random.pick([0x00, 0xff, 0x7f]))),
  (bytes, random) => overwrite(bytes, place(bytes, random), part(bytes, random)),
];

function flipBit(bytes: Uint8Array, random: RandomStream): Uint8Array {
  if (bytes.length === 0) return bytes;
  const whole = new Uint8Array(bytes);
  whole[random.nextInteger(whole.length)] ^= 1 << random.nextInteger(8);
  return whole;
}

/** The bytes with one to four kinds of damage; `other` is another input of the kind, to take parts from. */
export function mutateBytes(bytes: Uint8Array, random: RandomStream, other: Uint8Array = bytes): Uint8Array {
  let mutated = bytes;
  for (let left = 1 + random.nextInteger(MOST_MUTATIONS); left > 0; left--) {
    mutated = random.pick(MUTATIONS)(mutated, random, other);
  }
  return mutated;
}

/** Bytes of any kind at all. */
export function anyBytes(random: RandomStream, most: number): Uint8Array {
  return Uint8Array.from({ length: random.nextInteger(most + 1) }, () => random.nextInteger(256));
}
