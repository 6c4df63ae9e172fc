/** Agents in links: their receipt, and the adapter in few bits. */

import { loraOf, type Recipe } from '../../learning/recipe.ts';
import { LARGEST_SCALE, LINK_BITS, type QuantisedAdapter } from '../../policy/quantised-lora.ts';
import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { damagedLink, newerLink, tooLargeLink } from './link-error.ts';
import { deflated, inflated, packedLength, packNumbers, unpackNumbers } from './link-numbers.ts';
import { readHash, readReceipt, writeHash, writeReceipt } from './link-receipt.ts';
import type { SharedLink } from './shared-link.ts';

type SharedAgent = Extract<SharedLink, { readonly kind: 'agent' }>;

/** Numbers that an adapter in a link has at most. */
const MOST_NUMBERS = 0x20000;

/** Beside the bits: the numbers are deflated, because that is shorter. */
const DEFLATED = 0x80;

const SCALE_BYTES = 2;
const BYTE_BITS = 8;

export async function writeAgent(writer: ByteWriter, { receipt, adapter, trained }: SharedAgent): Promise<void> {
  const { bits, scales, values } = adapter;
  if (!isTrainedBy(adapter, receipt.recipe))
    throw new RangeError('The adapter is not of the shape that its recipe trains');
  if (values.length > MOST_NUMBERS) {
    throw tooLargeLink(`The agent has ${values.length} numbers; a link carries ${MOST_NUMBERS} at most.`);
  }
  await writeReceipt(writer, receipt);
  writeHash(writer, trained);
  const plain = packNumbers(values, bits);
  const short = deflated(plain);
  const shortens = short.length < plain.length;
  writer.byte(shortens ? bits | DEFLATED : bits);
  writer.whole(scales.length);
  writer.whole(values.length);
  for (const scale of scales) {
    writer.byte(scale);
    writer.byte(scale >> BYTE_BITS);
  }
  writer.bytes(shortens ? short : plain);
}

/** An adapter's shape is not told, since its recipe says it. */
function isTrainedBy({ settings }: QuantisedAdapter, recipe: Recipe): boolean {
  const { rank, alpha, targets } = loraOf(recipe);
  return settings.rank === rank && settings.alpha === alpha && settings.targets.join() === targets.join();
}

/** Throws as `readReceipt`, and `link-damaged` for what is no adapter; whether it fits its base, `dequantise` says. */
export async function readAgent(reader: ByteReader): Promise<SharedAgent> {
  const receipt = await readReceipt(reader);
  const trained = readHash(reader);
  const head = reader.byte();
  const bits = LINK_BITS.find((known) => known === (head & ~DEFLATED));
  if (bits === undefined)
    throw newerLink('This link has an agent in a number of bits that this version does not know.');
  const lines = reader.whole(MOST_NUMBERS, 'number of scales');
  const count = reader.whole(MOST_NUMBERS, 'number of numbers');
  const scaleBytes = reader.bytes(lines * SCALE_BYTES);
  const scales = Uint16Array.from({ length: lines }, (_, index) => {
    const scale = scaleBytes[SCALE_BYTES * index] | (scaleBytes[SCALE_BYTES * index + 1] << BYTE_BITS);
    if (scale > LARGEST_SCALE) throw damagedLink('A scale of the agent in this link is no positive number.');
    return scale;
  });
  const length = packedLength(count, bits);
  const packed = (head & DEFLATED) === 0 ? reader.bytes(length) : inflated(reader.bytes(reader.left), length);
  const values = unpackNumbers(packed, count, bits);
  return { kind: 'agent', receipt, adapter: { settings: loraOf(receipt.recipe), bits, scales, values }, trained };
}
