/** The few lines of Protocol Buffers that writing an ONNX file needs: varints, fixed 32-bit floats, nested messages. */

const WIRE_VARINT = 0;
const WIRE_BYTES = 2;
const WIRE_FIXED32 = 5;
const INITIAL_BYTES = 1024;

/** Appends the fields of one message to a growing buffer. */
export class MessageWriter {
  #buffer = new Uint8Array(INITIAL_BYTES);
  #length = 0;

  /** A whole number, negative ones as 64-bit two's complement. */
  integer(field: number, value: number): this {
    this.#tag(field, WIRE_VARINT);
    this.#varint(BigInt(value));
    return this;
  }

  float(field: number, value: number): this {
    this.#tag(field, WIRE_FIXED32);
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setFloat32(0, value, true);
    this.#append(bytes);
    return this;
  }

  text(field: number, value: string): this {
    return this.bytes(field, new TextEncoder().encode(value));
  }

  bytes(field: number, value: Uint8Array): this {
    this.#tag(field, WIRE_BYTES);
    this.#varint(BigInt(value.length));
    this.#append(value);
    return this;
  }

  /** A nested message, written by `write`. */
  message(field: number, write: (writer: MessageWriter) => void): this {
    const nested = new MessageWriter();
    write(nested);
    return this.bytes(field, nested.finish());
  }

  finish(): Uint8Array {
    return this.#buffer.slice(0, this.#length);
  }

  #tag(field: number, wire: number): void {
    this.#varint(BigInt(field * 8 + wire));
  }

  #varint(value: bigint): void {
    let rest = BigInt.asUintN(64, value);
    const bytes: number[] = [];
    while (rest > 0x7fn) {
      bytes.push(Number(rest & 0x7fn) | 0x80);
      rest >>= 7n;
    }
    bytes.push(Number(rest));
    this.#append(Uint8Array.from(bytes));
  }

  #append(bytes: Uint8Array): void {
    const needed = this.#length + bytes.length;
    if (needed > this.#buffer.length) {
      const grown = new Uint8Array(Math.max(needed, this.#buffer.length * 2));
      grown.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = grown;
    }
    this.#buffer.set(bytes, this.#length);
    this.#length = needed;
  }
}
