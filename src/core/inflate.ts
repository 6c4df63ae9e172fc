/** Unpacking what was deflated, by somebody who knows how much it must come to: no more memory is ever taken than that. */

import { Inflate } from 'fflate';

/** Unpacked at most a thousand times as much: bytes that lie about their length are found out soon. */
const STEP_BYTES = 4 * 1024;

/** The so many bytes that were deflated (RFC 1951). Throws a `RangeError` where it was another number or something else. */
export function inflateExactly(packed: Uint8Array, length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  let isEnded = false;
  const inflate = new Inflate((chunk, isLast) => {
    if (at + chunk.length > length) throw new RangeError(`More than ${length} bytes were deflated.`);
    whole.set(chunk, at);
    at += chunk.length;
    isEnded = isLast;
  });
  try {
    for (let start = 0; start < packed.length; start += STEP_BYTES) {
      inflate.push(packed.subarray(start, start + STEP_BYTES), start + STEP_BYTES >= packed.length);
    }
  } catch (cause) {
    throw cause instanceof RangeError ? cause : new RangeError('These bytes cannot be unpacked.', { cause });
  }
  if (at !== length || !isEnded) throw new RangeError(`Not ${length} bytes were deflated.`);
  return whole;
}
