/**
 * Whole numbers from 0 to 2^32 - 1 as bytes, seven bits in each, the lowest first, a set top bit where more follow. Each
 * number has exactly one spelling, so that what is made of them can be hashed.
 */

const LIMIT = 0x100000000;

/** Appends a number. Throws a `RangeError` for anything that is not a whole number in range. */
export function putVarint(bytes: number[], value: number): void {
  if (!Number.isInteger(value) || value < 0 || value >= LIMIT)
    throw new RangeError(`${value} is not a word of 32 bits`);
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
}

/** Reads numbers from bytes, one after the other. `refuse` makes the error for what is not a number. */
export class VarintReader {
  readonly #bytes: Uint8Array;
  readonly #refuse: (defect: string) => Error;
  #position = 0;

  constructor(bytes: Uint8Array, refuse: (defect: string) => Error) {
    this.#bytes = bytes;
    this.#refuse = refuse;
  }

  /** Bytes read so far. */
  get position(): number {
    return this.#position;
  }

  /** Bytes not yet read. */
  get left(): number {
    return this.#bytes.length - this.#position;
  }

  /** The next number. Throws where there is none, or in another spelling than `putVarint`'s. */
  next(): number {
    // Nearly all are this small.
    if (this.#bytes[this.#position] < 0x80) return this.#bytes[this.#position++];
    let value = 0;
    for (let factor = 1; factor < LIMIT; factor *= 0x80) {
      if (this.left === 0) throw this.#refuse('it ends in the middle');
      const byte = this.#bytes[this.#position++];
      value += (byte % 0x80) * factor;
      if (byte >= 0x80) continue;
      if (byte === 0 && factor > 1) throw this.#refuse('a number is longer than it need be');
      if (value >= LIMIT) throw this.#refuse('a number is too large');
      return value;
    }
    throw this.#refuse('a number is too large');
  }
}
