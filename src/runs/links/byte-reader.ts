/** Reads the parts of a link one after the other, and never beyond its end. */

import { damagedLink } from './link-error.ts';

const LAST_BITS = 0x7f;
const MORE = 0x80;
const VARINT_BASE = 0x80;

/** Bytes and how far they have been read. Everything it reads can throw `link-damaged`. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Bytes not yet read. */
  get left(): number {
    return this.#bytes.length - this.#at;
  }

  byte(): number {
    return this.bytes(1)[0];
  }

  /** So many bytes, as a view. */
  bytes(count: number): Uint8Array {
    if (count > this.left) throw damagedLink('This link ends too early.');
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  /** A whole number up to `largest`, which is at most 2^53 - 1, as `ByteWriter` writes it. `what` names it in an error. */
  whole(largest: number, what: string): number {
    const impossible = () => damagedLink(`This link has an impossible ${what}: over ${largest}.`);
    let value = 0;
    for (let unit = 1; unit <= largest || unit === 1; unit *= VARINT_BASE) {
      const byte = this.byte();
      value += (byte & LAST_BITS) * unit;
      if (value > largest) throw impossible();
      if ((byte & MORE) !== 0) continue;
      if (byte === 0 && unit > 1) throw damagedLink(`This link writes its ${what} in more bytes than it takes.`);
      return value;
    }
    throw impossible();
  }

  /** A text of at most so many bytes. */
  text(largest: number, what: string): string {
    const bytes = this.bytes(this.whole(largest, `length of its ${what}`));
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch (cause) {
      throw damagedLink(`The ${what} in this link is no text.`, { cause });
    }
  }

  /** Throws `link-damaged` where something is left. */
  end(): void {
    if (this.left > 0) throw damagedLink(`This link has ${this.left} bytes too many.`);
  }
}
