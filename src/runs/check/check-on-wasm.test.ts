/** The whole way once on the real engine: trained on one thread, checked to the bit on several. */

import { expect, it } from 'vitest';
import { readSiteFile } from '../../../test/receipts/read-site-file.ts';
import { silentListener } from '../../../test/receipts/table-shop.ts';
import { localEngine } from '../../engines/onnx/assemble.ts';
import { wasmRuntime } from '../../engines/onnx/runtime-wasm-node.ts';
import { createWasmEngine } from '../../engines/onnx/wasm.ts';
import { findPreset } from '../../learning/presets.ts';
import { changeRecipe, loraOf } from '../../learning/recipe.ts';
import { Trainer } from '../../learning/trainer.ts';
import { loraLayout } from '../../policy/lora.ts';
import { loadBaseModel } from '../../policy/model.ts';
import { neverSampled } from '../../policy/vocabulary.ts';
import { MemoryAgentStore } from '../memory-agent-store.ts';
import { MemoryStore } from '../memory-store.ts';
import { makeReceipt, receiptSubject } from '../receipt-of-run.ts';
import { readArchive, writeArchive } from '../run-archive.ts';
import { readContent } from '../run-copies.ts';
import { RunSession } from '../run-session.ts';
import { check } from './check.ts';
import type { CheckShop } from './shop.ts';

/** Several commands may share the machine. */
const PATIENCE_MS = 240_000;

const RECIPE = changeRecipe(findPreset('code-lake').recipe, {
  ...{ packs: 2, groupSize: 2, tasks: 3, iterations: 2, evaluationPacks: 0, loraRank: 1, loraAlpha: 2 },
});

it(
  'is identical on other threads, as a file, down to the adapter that is trained again',
  {
    timeout: PATIENCE_MS,
  },
  async () => {
    const base = await loadBaseModel((file) => readSiteFile(`models/${RECIPE.base}/${file}`));
    const lora = loraOf(RECIPE);
    const adapter = new Float32Array(loraLayout(base.config, lora).size);
    const settings = { base, lora, adapter, maskedTokens: neverSampled(base.tokenizer) };
    const engine = localEngine(settings, wasmRuntime);
    const player = { engine, tokenizer: base.tokenizer };
    const store = new MemoryStore();
    const session = await RunSession.start(
      {
        store,
        engine: engine.description,
        openTraining: () => Trainer.create(RECIPE, player),
        alive: (work) => work,
        onStored: () => undefined,
      },
      { run: 'otter-1', recipe: RECIPE, created: 0, parent: null, inherited: 0 },
    );
    while (!session.finished) await session.advance();
    const { content } = await readContent({ runs: store, agents: new MemoryAgentStore() }, 'otter-1');
    const { receipt, lives } = await makeReceipt(player, base, await receiptSubject(content));
    await engine.close();
    const archive = await writeArchive({ ...content, receipt, receiptLives: lives }, base);

    const shop: CheckShop = {
      loadBase: async () => base,
      openPlayer: async () => {
        const other = await createWasmEngine({ ...settings, workers: 2 });
        return { engine: other, tokenizer: base.tokenizer, alive: (work) => work, close: () => other.close() };
      },
    };
    const claim = { kind: 'file', content: await readArchive(archive) } as const;
    expect(await check(claim, { depth: 'full', draw: 0 }, shop, silentListener)).toEqual({
      kind: 'identical',
      checked: { depth: 'full', iterations: 2, packs: 64, episodes: 2 * 2 * 2 * 3, seconds: 0 },
    });
  },
);
