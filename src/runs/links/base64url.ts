/** Bytes as text that addresses carry unchanged: base64url (RFC 4648, section 5) without padding. */

import { damagedLink } from './link-error.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const CHARACTER_BITS = 6;
const BYTE_BITS = 8;

const VALUES: ReadonlyMap<string, number> = new Map(Array.from(ALPHABET, (character, value) => [character, value]));

export function encodeBase64url(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << BYTE_BITS) | byte;
    bits += BYTE_BITS;
    while (bits >= CHARACTER_BITS) {
      bits -= CHARACTER_BITS;
      text += ALPHABET[held >> bits];
      held &= (1 << bits) - 1;
    }
  }
  return bits === 0 ? text : text + ALPHABET[held << (CHARACTER_BITS - bits)];
}

/** Throws `link-damaged` for anything that `encodeBase64url` does not write. */
export function decodeBase64url(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * CHARACTER_BITS) / BYTE_BITS));
  let at = 0;
  let held = 0;
  let bits = 0;
  for (const character of text) {
    const value = VALUES.get(character);
    if (value === undefined) throw damagedLink('This link holds a character that no link has.');
    held = (held << CHARACTER_BITS) | value;
    bits += CHARACTER_BITS;
    if (bits < BYTE_BITS) continue;
    bits -= BYTE_BITS;
    bytes[at++] = held >> bits;
    held &= (1 << bits) - 1;
  }
  // What is left of the last character is less than another one, and zero.
  if (bits >= CHARACTER_BITS || held !== 0) throw damagedLink('This link was cut short.');
  return bytes;
}
