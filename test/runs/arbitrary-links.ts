/** Anything that links can carry, drawn by fast-check: recipes near presets, receipts and quantised adapters. */

import fc from 'fast-check';
import { presets } from '../../src/learning/presets.ts';
import { RECEIPT_LENGTH, RECEIPT_PACKS, type Receipt } from '../../src/learning/receipt.ts';
import {
  changeRecipe,
  loraOf,
  RECIPE_KEYS,
  settingRange,
  type Recipe,
  type RecipeKey,
} from '../../src/learning/recipe.ts';
import { LARGEST_SCALE, largestValue, LINK_BITS, type QuantisedAdapter } from '../../src/policy/quantised-lora.ts';
import { PROJECTIONS } from '../../src/policy/weights.ts';
import type { SharedLink } from '../../src/runs/links/shared-link.ts';

/** Settings that can be changed. */
export const CHANGEABLE = RECIPE_KEYS.filter((key) => key !== 'version');

/** Letters of the longest name of a base with which every receipt fits into 400 characters. */
export const LONGEST_BASE = 27;

function baseNames(): fc.Arbitrary<string> {
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz0123456789-');
  const name = fc.string({ unit: fc.constantFrom(...letters), minLength: 0, maxLength: LONGEST_BASE - 10 });
  return fc
    .tuple(fc.constantFrom(...letters.slice(0, 36)), name, fc.integer({ min: 0, max: 0xffffffff }))
    .map(([first, rest, hash]) => `${first}${rest}-${hash.toString(16).padStart(8, '0')}`);
}

/** Any value that a setting may have. Zero has no sign in links. */
function settingValues(key: RecipeKey): fc.Arbitrary<unknown> {
  const range = settingRange(key);
  switch (range.kind) {
    case 'whole':
      return fc.integer({ min: range.low, max: range.high });
    case 'real':
      return fc
        .double({ min: range.low, max: range.high, noNaN: true })
        .map((value) => (Object.is(value, -0) ? 0 : value));
    case 'choice':
      return fc.constantFrom(...range.options);
    case 'switch':
      return fc.boolean();
    case 'text':
      return key === 'base'
        ? baseNames()
        : fc.shuffledSubarray([...PROJECTIONS], { minLength: 1 }).map((targets) => targets.join(','));
  }
}

/** A preset with up to so many settings changed to anything. */
export function recipes(changed: number): fc.Arbitrary<Recipe> {
  return fc
    .tuple(fc.constantFrom(...presets), fc.subarray([...CHANGEABLE], { maxLength: changed }))
    .chain(([{ recipe }, keys]) =>
      fc.tuple(...keys.map(settingValues)).map((values) => {
        return changeRecipe(recipe, Object.fromEntries(keys.map((key, index) => [key, values[index]])));
      }),
    );
}

function hashes(): fc.Arbitrary<string> {
  return fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes).toString('hex'));
}

function outcomes(): fc.Arbitrary<number[][]> {
  const pack = fc.array(fc.integer({ min: 0, max: 1 }), { minLength: RECEIPT_LENGTH, maxLength: RECEIPT_LENGTH });
  return fc.array(pack, { minLength: RECEIPT_PACKS, maxLength: RECEIPT_PACKS });
}

/** With hashes of 128 bits, as they come out of links. */
export function receipts(changed: number): fc.Arbitrary<Receipt> {
  const iterations = fc.integer({ min: 0, max: 65535 });
  return fc.record({
    version: fc.constant<1>(1),
    computation: fc.integer({ min: 0, max: 65535 }),
    recipe: recipes(changed),
    base: hashes(),
    iterations,
    inherited: fc.constant(0),
    origin: fc.constantFrom('onnx-native', 'onnx-wasm', 'webgpu', 'mixed'),
    lives: fc.option(hashes()),
    adapter: hashes(),
    evaluation: fc.record({ kept: outcomes(), erased: outcomes(), lives: hashes() }),
  });
}

/** Of the shape that its recipe trains, but of no base's size. */
function adapters(recipe: Recipe): fc.Arbitrary<QuantisedAdapter> {
  return fc.constantFrom(...LINK_BITS).chain((bits) => {
    const largest = largestValue(bits);
    return fc.record({
      settings: fc.constant(loraOf(recipe)),
      bits: fc.constant(bits),
      scales: fc.uint16Array({ max: LARGEST_SCALE, maxLength: 64 }),
      values: fc.int8Array({ min: -largest, max: largest, maxLength: 2000, size: 'max' }),
    });
  });
}

export function sharedLinks(changed: number): fc.Arbitrary<SharedLink> {
  return fc.oneof(
    fc.record({ kind: fc.constant<'setup'>('setup'), recipe: recipes(changed) }),
    fc.record({ kind: fc.constant<'receipt'>('receipt'), receipt: receipts(changed) }),
    receipts(changed).chain((receipt) =>
      fc.record({
        kind: fc.constant<'agent'>('agent'),
        receipt: fc.constant(receipt),
        adapter: adapters(receipt.recipe),
        trained: hashes(),
      }),
    ),
  );
}
