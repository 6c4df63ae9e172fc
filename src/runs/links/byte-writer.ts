/** Writes the parts of a link one after the other. */

const LAST_BITS = 0x7f;
const MORE = 0x80;
const VARINT_BASE = 0x80;

/** Bytes that grow. */
export class ByteWriter {
  readonly #bytes: number[] = [];

  byte(value: number): void {
    this.#bytes.push(value & 0xff);
  }

  bytes(values: Uint8Array): void {
    for (const value of values) this.#bytes.push(value);
  }

  /** A whole number from 0 to 2^53 - 1, seven bits a byte, low ones first: small numbers take one byte. */
  whole(value: number): void {
    let rest = value;
    while (rest > LAST_BITS) {
      this.#bytes.push((rest % VARINT_BASE) | MORE);
      rest = Math.floor(rest / VARINT_BASE);
    }
    this.#bytes.push(rest);
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
