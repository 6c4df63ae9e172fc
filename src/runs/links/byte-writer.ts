/** Writes the parts of a link one after the other. */

import { putVarint } from '../../core/varints.ts';

/** Bytes that grow. */
export class ByteWriter {
  readonly #bytes: number[] = [];

  byte(value: number): void {
    this.#bytes.push(value & 0xff);
  }

  bytes(values: Uint8Array): void {
    for (const value of values) this.#bytes.push(value);
  }

  /** A whole number of 32 bits; small ones take one byte. */
  whole(value: number): void {
    putVarint(this.#bytes, value);
  }

  /** A text with its length in front, as UTF-8. */
  text(value: string): void {
    const bytes = new TextEncoder().encode(value);
    this.whole(bytes.length);
    this.bytes(bytes);
  }

  /** All of it. */
  finish(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}
