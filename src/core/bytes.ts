/** Bytes of files as text and as JSON. */

import { WaymarkError } from './errors.ts';

/** UTF-8 bytes of a text. */
export function encodeText(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The text of UTF-8 bytes. Throws `bad-file`, naming the file, for anything else. */
export function decodeText(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new WaymarkError('bad-file', `${file}: not UTF-8 text`, 'Fetch or export the file again.', { cause });
  }
}

/** The value that a JSON file holds. Throws `bad-file`, naming the file, where it is not JSON. */
export function decodeJson(bytes: Uint8Array, file: string): unknown {
  const text = decodeText(bytes, file);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new WaymarkError('bad-file', `${file}: not JSON`, 'Fetch or export the file again.', { cause });
  }
}

/** A JSON file for people and programs: indented by two, ending in a newline. */
export function encodeJson(value: unknown): Uint8Array {
  return encodeText(`${JSON.stringify(value, null, 2)}\n`);
}

/** Numbers as float32, little endian, whatever the machine. */
export function float32Bytes(values: Float32Array): Uint8Array {
  const bytes = new Uint8Array(Float32Array.BYTES_PER_ELEMENT * values.length);
  const view = new DataView(bytes.buffer);
  values.forEach((value, index) => view.setFloat32(Float32Array.BYTES_PER_ELEMENT * index, value, true));
  return bytes;
}
