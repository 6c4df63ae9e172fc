/** Receipts in links: the recipe, hashes cut to 128 bits, and the outcomes as bits. */

import type { Outcomes } from '../../learning/figures.ts';
import { RECEIPT_LENGTH, RECEIPT_PACKS, type Receipt } from '../../learning/receipt.ts';
import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { bytesOfHex, hexOfBytes } from '../../core/hex.ts';
import { nameAt, placeOf, readRecipe, writeRecipe } from './link-recipe.ts';
import { LINK_ORIGINS } from './link-words.ts';

/** Of a hash, what links carry: 128 bits. */
const LINK_HASH_DIGITS = 32;
const HASH = /^[0-9a-f]{32,64}$/;

const MOST_COMPUTATION = 0xffff;
const MOST_ITERATIONS = 0xffff;

/** A task of each position in every pack, as one bit; the first task is the lowest bit. */
const PACK_BITS = RECEIPT_LENGTH;

export function writeHash(writer: ByteWriter, hash: string): void {
  if (!HASH.test(hash)) throw new RangeError(`"${hash}" is no hash`);
  writer.bytes(bytesOfHex(hash.slice(0, LINK_HASH_DIGITS)));
}

export function readHash(reader: ByteReader): string {
  return hexOfBytes(reader.bytes(LINK_HASH_DIGITS / 2));
}

function writeOutcomes(writer: ByteWriter, outcomes: Outcomes): void {
  const whole = outcomes.length === RECEIPT_PACKS && outcomes.every((pack) => pack.length === RECEIPT_LENGTH);
  if (!whole) throw new RangeError(`A receipt has ${RECEIPT_PACKS} packs of ${RECEIPT_LENGTH}`);
  for (const pack of outcomes) {
    writer.byte(pack.reduce((bits, outcome, position) => bits | (outcome === 0 ? 0 : 1 << position), 0));
  }
}

function readOutcomes(reader: ByteReader): Outcomes {
  return Array.from(reader.bytes(RECEIPT_PACKS), (bits) =>
    Array.from({ length: PACK_BITS }, (_, position) => (bits >> position) & 1),
  );
}

export async function writeReceipt(writer: ByteWriter, receipt: Receipt): Promise<void> {
  const { lives, evaluation } = receipt;
  await writeRecipe(writer, receipt.recipe);
  writer.whole(receipt.computation);
  writeHash(writer, receipt.base);
  writer.whole(receipt.iterations);
  writer.whole(receipt.inherited);
  writer.byte(placeOf(LINK_ORIGINS, receipt.origin));
  writer.byte(lives === null ? 0 : 1);
  if (lives !== null) writeHash(writer, lives);
  writeHash(writer, receipt.adapter);
  writeHash(writer, evaluation.lives);
  writeOutcomes(writer, evaluation.kept);
  writeOutcomes(writer, evaluation.erased);
}

/** Throws as `readRecipe`, and `link-damaged` for what no receipt says. */
export async function readReceipt(reader: ByteReader): Promise<Receipt> {
  const recipe = await readRecipe(reader);
  const computation = reader.whole(MOST_COMPUTATION, 'computation');
  const base = readHash(reader);
  const iterations = reader.whole(MOST_ITERATIONS, 'number of iterations');
  const inherited = reader.whole(MOST_ITERATIONS, 'number of inherited iterations');
  const origin = nameAt(LINK_ORIGINS, reader.byte(), 'kind of engine');
  const lives = reader.byte() === 0 ? null : readHash(reader);
  const adapter = readHash(reader);
  const evaluationLives = readHash(reader);
  const kept = readOutcomes(reader);
  const erased = readOutcomes(reader);
  const evaluation = { kept, erased, lives: evaluationLives };
  return { version: 1, computation, recipe, base, iterations, inherited, origin, lives, adapter, evaluation };
}
