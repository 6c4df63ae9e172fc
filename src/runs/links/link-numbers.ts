/**
 * The numbers of a quantised adapter in links. Each takes the bits of its lane, which divides a byte, so that deflate
 * sees whole numbers: what a lane wastes, it takes back, and more.
 */

import { deflateSync } from 'fflate';
import { inflateExactly } from '../../core/inflate.ts';
import { largestValue, type LinkBits } from '../../policy/quantised-lora.ts';
import { damagedLink } from './link-error.ts';

const BYTE_BITS = 8;
const LANES: Readonly<Record<LinkBits, number>> = { 2: 2, 3: 4, 4: 4, 6: 8, 8: 8 };

/** Bytes that so many numbers take. */
export function packedLength(count: number, bits: LinkBits): number {
  return Math.ceil((count * LANES[bits]) / BYTE_BITS);
}

/** In two's complement, the first number in the lowest bits. */
export function packNumbers(values: Int8Array, bits: LinkBits): Uint8Array {
  const lane = LANES[bits];
  const mask = (1 << lane) - 1;
  const packed = new Uint8Array(packedLength(values.length, bits));
  values.forEach((value, index) => {
    const at = index * lane;
    packed[Math.floor(at / BYTE_BITS)] |= (value & mask) << (at % BYTE_BITS);
  });
  return packed;
}

/** Throws `link-damaged` for a number that does not fit its bits. */
export function unpackNumbers(packed: Uint8Array, count: number, bits: LinkBits): Int8Array {
  const lane = LANES[bits];
  const unused = 32 - lane;
  const largest = largestValue(bits);
  const values = new Int8Array(count);
  for (let index = 0; index < count; index++) {
    const at = index * lane;
    const value = ((packed[Math.floor(at / BYTE_BITS)] >> (at % BYTE_BITS)) << unused) >> unused;
    if (Math.abs(value) > largest) throw damagedLink(`A number of the agent in this link does not fit ${bits} bits.`);
    values[index] = value;
  }
  return values;
}

export function deflated(bytes: Uint8Array): Uint8Array {
  return deflateSync(bytes, { level: 9 });
}

/** The so many bytes that were deflated. Throws `link-damaged`, after unpacking little more, where it was not. */
export function inflated(bytes: Uint8Array, length: number): Uint8Array {
  try {
    return inflateExactly(bytes, length);
  } catch (cause) {
    throw damagedLink('The agent in this link has not as many numbers as the link says.', { cause });
  }
}
