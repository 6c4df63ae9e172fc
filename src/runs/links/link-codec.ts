/**
 * Links as text and back. What stands behind `#open=` is base64url of
 *
 *     byte 0      version of the format
 *     byte 1      kind: 1 setup, 2 receipt, 3 agent
 *     bytes 2-5   first bytes of SHA-256 over all others: a link that was cut short or mistyped is known as such
 *     then        what the kind carries (link-recipe.ts, link-receipt.ts, link-agent.ts)
 *
 * Each thing has exactly one text, and any other is refused. Reading runs nothing and stores nothing.
 */

import { sha256 } from '../../core/hash.ts';
import { decodeBase64url, encodeBase64url } from './base64url.ts';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { bytesOfHex } from '../../core/hex.ts';
import { readAgent, writeAgent } from './link-agent.ts';
import { damagedLink, newerLink, tooLargeLink } from './link-error.ts';
import { readReceipt, writeReceipt } from './link-receipt.ts';
import { nameAt, placeOf, readRecipe, writeRecipe } from './link-recipe.ts';
import type { SharedLink } from './shared-link.ts';

/** Raised whenever links are written in another way. Links of every earlier version stay readable. */
const FORMAT_VERSION = 1;

/** Characters of the longest link, without its address. */
export const MOST_PAYLOAD_CHARACTERS = 65536;

/** Counted from 1. */
const KINDS: readonly SharedLink['kind'][] = ['setup', 'receipt', 'agent'];

const CHECKSUM_DIGITS = 8;
const CHECKSUM_AT = 2;
const BODY_AT = CHECKSUM_AT + CHECKSUM_DIGITS / 2;

async function checksum(head: Uint8Array, body: Uint8Array): Promise<Uint8Array> {
  const all = new Uint8Array(head.length + body.length);
  all.set(head);
  all.set(body, head.length);
  return bytesOfHex((await sha256(all)).slice(0, CHECKSUM_DIGITS));
}

/**
 * The text of a link. The same thing always gives the same text; hashes are cut to 128 bits. Throws `link-too-large` for
 * an agent that no link carries.
 */
export async function encodeLink(link: SharedLink): Promise<string> {
  const body = new ByteWriter();
  switch (link.kind) {
    case 'setup':
      await writeRecipe(body, link.recipe);
      break;
    case 'receipt':
      await writeReceipt(body, link.receipt);
      break;
    case 'agent':
      await writeAgent(body, link);
      break;
  }
  const head = Uint8Array.of(FORMAT_VERSION, placeOf(KINDS, link.kind) + 1);
  const whole = new ByteWriter();
  whole.bytes(head);
  whole.bytes(await checksum(head, body.finish()));
  whole.bytes(body.finish());
  const payload = encodeBase64url(whole.finish());
  if (payload.length > MOST_PAYLOAD_CHARACTERS) throw tooLarge(payload.length);
  return payload;
}

/**
 * What a link carries. Throws `link-too-large`, `link-newer` for what only a newer Waymark understands, `no-build` where
 * the recipe's preset is another here, and `link-damaged` for all else that `encodeLink` does not write.
 */
export async function decodeLink(payload: string): Promise<SharedLink> {
  if (payload.length > MOST_PAYLOAD_CHARACTERS) throw tooLarge(payload.length);
  const bytes = decodeBase64url(payload);
  if (bytes.length <= BODY_AT) throw damagedLink('This link is too short to carry anything.');
  const [version, kind] = bytes;
  if (version > FORMAT_VERSION) throw newerLink(`This link was made by a newer version (${version}) than this page.`);
  if (version < FORMAT_VERSION) throw damagedLink('This is no link of Waymark.');
  const body = bytes.subarray(BODY_AT);
  const sum = await checksum(bytes.subarray(0, CHECKSUM_AT), body);
  if (!sum.every((byte, index) => byte === bytes[CHECKSUM_AT + index])) {
    throw damagedLink('This link did not arrive as it was sent: characters are missing, added or changed.');
  }
  const link = await readBody(kind, new ByteReader(body));
  // Whatever is written in more bytes than it takes, or in another order, is no link that Waymark made.
  if ((await encodeLink(link)) !== payload) throw damagedLink('This link is not written as Waymark writes links.');
  return link;
}

async function readBody(kind: number, reader: ByteReader): Promise<SharedLink> {
  const link = await readKind(kind, reader);
  reader.end();
  return link;
}

async function readKind(kind: number, reader: ByteReader): Promise<SharedLink> {
  switch (nameAt(KINDS, kind - 1, 'kind')) {
    case 'setup':
      return { kind: 'setup', recipe: await readRecipe(reader) };
    case 'receipt':
      return { kind: 'receipt', receipt: await readReceipt(reader) };
    case 'agent':
      return readAgent(reader);
  }
}

function tooLarge(characters: number): Error {
  return tooLargeLink(`This link has ${characters} characters; ${MOST_PAYLOAD_CHARACTERS} are the most.`);
}
