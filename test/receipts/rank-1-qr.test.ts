/** Protects the promise that an agent fits into one QR code and keeps what it has learned. */

import { beforeAll, describe, expect, it } from 'vitest';
import { readFile } from 'node:fs/promises';
import { wasmRuntime } from '../../src/engines/onnx/runtime-wasm-node.ts';
import { localEngine } from '../../src/engines/onnx/assemble.ts';
import type { Player } from '../../src/learning/episodes.ts';
import { findPreset } from '../../src/learning/presets.ts';
import { evaluateReceipt, joinBlocks } from '../../src/learning/receipt-evaluation.ts';
import { changeRecipe } from '../../src/learning/recipe.ts';
import { loadBaseModel, type BaseModel } from '../../src/policy/model.ts';
import { readAdapter, type Adapter } from '../../src/policy/peft.ts';
import { dequantise, quantise } from '../../src/policy/quantised-lora.ts';
import { neverSampled } from '../../src/policy/vocabulary.ts';
import { decodeLink, encodeLink } from '../../src/runs/links/link-codec.ts';
import { linkOf, payloadOf } from '../../src/runs/links/link-text.ts';
import { qrOf } from '../../src/runs/links/qr.ts';
import { adapterHash, holdAdapter, makeReceipt, type MadeReceipt } from '../../src/runs/receipt-of-run.ts';
import { readQr } from '../runs/read-qr.ts';
import { readSiteFile } from './read-site-file.ts';

/** Several commands may share the machine. */
const PATIENCE_MS = 240_000;

const BITS = 4;
const KEPT = 0.95;
const SITE = 'https://somebody.example.org/waymark/v1/';

/** As test/fixtures/rank-1/README.md says. */
const recipe = changeRecipe(findPreset('code-lake').recipe, { loraRank: 1, loraAlpha: 4 });

describe('an agent of rank 1', () => {
  let base: BaseModel;
  let player: Player;
  let agent: Adapter;
  let trained: MadeReceipt;
  let sent: MadeReceipt;
  let link: string;

  beforeAll(async () => {
    base = await loadBaseModel((file) => readSiteFile(`models/${recipe.base}/${file}`));
    agent = await readAdapter(
      async (file) => new Uint8Array(await readFile(new URL(`../fixtures/rank-1/${file}`, import.meta.url))),
      base.config,
    );
    const settings = { base, lora: agent.settings, adapter: agent.values, maskedTokens: neverSampled(base.tokenizer) };
    player = { engine: localEngine(settings, wasmRuntime), tokenizer: base.tokenizer };
    const run = { recipe, iterations: recipe.iterations, inherited: 0, origin: 'onnx-native', lives: null } as const;
    trained = await makeReceipt(player, base, { ...run, adapter: agent.values });
    const adapter = quantise(base.config, agent, BITS);
    sent = await makeReceipt(player, base, { ...run, adapter: dequantise(base.config, adapter) });
    const hash = await adapterHash(agent.values);
    const payload = await encodeLink({ kind: 'agent', receipt: sent.receipt, adapter, trained: hash });
    link = linkOf(SITE, payload);
  }, PATIENCE_MS);

  it(`keeps ${KEPT * 100} % of its lift in ${BITS} bits`, () => {
    expect(trained.lift.low).toBeGreaterThan(0.3);
    expect(sent.lift.mean).toBeGreaterThanOrEqual(KEPT * trained.lift.mean);
  });

  it(
    'goes through the picture of a QR code, and lives the very lives of its receipt',
    { timeout: PATIENCE_MS },
    async () => {
      const code = qrOf(link);
      expect(code).not.toBeNull();
      const text = code && readQr(code)?.text;
      expect(text).toBe(link);
      const opened = await decodeLink(payloadOf(text ?? '') ?? '');
      if (opened.kind !== 'agent') throw new Error(`The link carries a ${opened.kind}`);
      expect(opened.receipt.evaluation.kept).toEqual(sent.receipt.evaluation.kept);
      await holdAdapter(player, dequantise(base.config, opened.adapter));
      const { kept, erased } = joinBlocks(await evaluateReceipt(player, opened.receipt.recipe, { blocks: [0] }));
      expect(kept).toEqual(opened.receipt.evaluation.kept.slice(0, kept.length));
      expect(erased).toEqual(opened.receipt.evaluation.erased.slice(0, erased.length));
    },
  );
});
