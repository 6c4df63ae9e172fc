import { beforeAll, describe, expect, it } from 'vitest';
import { readSiteFile } from '../../test/receipts/read-site-file.ts';
import { REFERENCE_HASH, referenceReceipt, type ReferenceReceipt } from '../../test/receipts/reference-evaluation.ts';
import { wasmRuntime } from '../engines/onnx/runtime-wasm-node.ts';
import { createWasmEngine } from '../engines/onnx/wasm.ts';
import { loadBaseModel } from '../policy/model.ts';
import { neverSampled } from '../policy/vocabulary.ts';
import { readRecordedAgent, recordedAdapter } from '../runs/recorded-agent.ts';
import { RECEIPT_BLOCK, RECEIPT_LENGTH, RECEIPT_PACKS } from './receipt.ts';
import { evaluateReceipt, joinBlocks, liftOf } from './receipt-evaluation.ts';
import { loraOf } from './recipe.ts';

/** Several commands may share the machine. */
const PATIENCE_MS = 240_000;

describe('the reference of receipts', () => {
  let reference: ReferenceReceipt;

  beforeAll(async () => {
    reference = await referenceReceipt(wasmRuntime, readSiteFile);
  }, PATIENCE_MS);

  it('computes to the bits to which receipts have always been computed', () => {
    expect(
      reference.hash,
      'Receipts compute differently now. Raise COMPUTATION in receipt.ts, then put the new hash in reference-evaluation.ts.',
    ).toBe(REFERENCE_HASH);
  });

  it('tells of every pack, notes kept and erased, and of a lift that the recorded agent is known to have', () => {
    const { kept, erased } = reference.outcomes;
    for (const outcomes of [kept, erased]) {
      expect(outcomes.map((pack) => pack.length)).toEqual(new Array(RECEIPT_PACKS).fill(RECEIPT_LENGTH));
    }
    expect(liftOf({ kept, erased }).low).toBeGreaterThan(0.3);
  });

  it('comes out the same by blocks, in any order, on several workers', { timeout: PATIENCE_MS }, async () => {
    const recorded = await readRecordedAgent((file) => readSiteFile(`recorded/code-lake/${file}`));
    const { recipe } = recorded.recording;
    const base = await loadBaseModel((file) => readSiteFile(`models/${recipe.base}/${file}`));
    const adapter = await recordedAdapter(recorded, base.config);
    const settings = { base, lora: loraOf(recipe), adapter, maskedTokens: neverSampled(base.tokenizer) };
    const engine = await createWasmEngine({ ...settings, workers: 2 });
    let tasks = 0;
    const blocks = await evaluateReceipt({ engine, tokenizer: base.tokenizer }, recipe, {
      blocks: [3, 1],
      onPlayed: (played) => void (tasks += played),
    });
    await engine.close();
    const { kept, erased, lives } = joinBlocks(blocks);
    const ofBlocks = <Item>(packs: readonly Item[]): readonly Item[] =>
      [3, 1].flatMap((block) => packs.slice(block * RECEIPT_BLOCK, (block + 1) * RECEIPT_BLOCK));
    expect({ kept, erased }).toEqual({
      kept: ofBlocks(reference.outcomes.kept),
      erased: ofBlocks(reference.outcomes.erased),
    });
    expect(lives.kept.map(({ life }) => life)).toEqual(ofBlocks([...new Array(RECEIPT_PACKS).keys()]));
    expect(tasks).toBe(2 * 2 * RECEIPT_BLOCK * RECEIPT_LENGTH);
  });
});
