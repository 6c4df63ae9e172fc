/** A receipt as a file, `receipt.json`, beside the log of the lives that its outcomes come from. */

import * as v from 'valibot';
import { encodeText } from '../core/bytes.ts';
import { RECEIPT_LENGTH, RECEIPT_PACKS, type Receipt } from '../learning/receipt.ts';
import { recipeSchema } from './event-schema.ts';

const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'is not the 64 digits of a SHA-256'));
const outcomes = v.pipe(
  v.array(v.pipe(v.array(v.picklist([0, 1])), v.length(RECEIPT_LENGTH))),
  v.length(RECEIPT_PACKS),
);

export const receiptSchema = v.strictObject({
  version: v.literal(1),
  computation: wholeNumber,
  recipe: recipeSchema,
  base: hash,
  iterations: wholeNumber,
  inherited: wholeNumber,
  origin: v.picklist(['onnx-native', 'onnx-wasm', 'webgpu', 'mixed']),
  lives: v.nullable(hash),
  adapter: hash,
  evaluation: v.strictObject({ kept: outcomes, erased: outcomes, lives: hash }),
}) satisfies v.GenericSchema<unknown, Receipt>;

export function encodeReceipt(receipt: Receipt): Uint8Array {
  return encodeText(`${JSON.stringify(receipt)}\n`);
}
