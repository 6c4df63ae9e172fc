/** Reads the parts of a link one after the other, and never beyond its end. */

import { VarintReader } from '../../core/varints.ts';
import { damagedLink } from './link-error.ts';

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

  /** A whole number up to `largest`, as `ByteWriter` writes it. `what` names it in an error. */
  whole(largest: number, what: string): number {
    const refuse = (defect: string): Error => damagedLink(`The ${what} in this link cannot be read: ${defect}.`);
    const reader = new VarintReader(this.#bytes.subarray(this.#at), refuse);
    const value = reader.next();
    if (value > largest) throw refuse(`it is over ${largest}`);
    this.#at += reader.position;
    return value;
  }

  /** A text of at most so many bytes. */
  text(largest: number, what: string): string {
    const bytes = this.bytes(this.whole(largest, `length of the ${what}`));
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
