/** What checks work with in quick tests: an engine that really learns, taken for the portable one. */

import { testBase } from '../../src/learning/testing/test-base.ts';
import { TableEngine } from '../../src/learning/testing/table-engine.ts';
import { testTokenizer } from '../../src/learning/testing/test-tokenizer.ts';
import type { EngineDescription } from '../../src/engines/engine.ts';
import type { Recipe } from '../../src/learning/recipe.ts';
import { Trainer } from '../../src/learning/trainer.ts';
import { MemoryAgentStore } from '../../src/runs/memory-agent-store.ts';
import { MemoryStore } from '../../src/runs/memory-store.ts';
import { makeReceipt, receiptSubject } from '../../src/runs/receipt-of-run.ts';
import { readContent } from '../../src/runs/run-copies.ts';
import type { RunContent } from '../../src/runs/run-content.ts';
import { RunSession } from '../../src/runs/run-session.ts';
import type { CheckListener, CheckShop, PortablePlayer } from '../../src/runs/check/shop.ts';
import { HABIT } from '../worker/tabs.ts';

/** A table under the name of another engine. */
export function tableNamed(name: EngineDescription['name']): TableEngine {
  return Object.assign(new TableEngine(HABIT), { description: { name, detail: 'a table' } });
}

function tablePlayer(): PortablePlayer {
  const engine = tableNamed('onnx-wasm');
  return { engine, tokenizer: testTokenizer, alive: (work) => work, close: () => engine.close() };
}

export const tableShop: CheckShop = {
  loadBase: async (name) => ({ ...testBase, name }),
  openPlayer: async () => tablePlayer(),
};

export const silentListener: CheckListener = { onProgress: () => undefined, clock: () => 0 };

/** A run of this recipe, trained for so many iterations on a table under some engine's name, with its receipt. */
export async function trainedContent(
  recipe: Recipe,
  iterations: number,
  trainedOn: EngineDescription['name'] = 'onnx-wasm',
): Promise<RunContent> {
  const engine = tableNamed(trainedOn);
  const store = new MemoryStore();
  const session = await RunSession.start(
    {
      store,
      engine: engine.description,
      openTraining: () => Trainer.create(recipe, { engine, tokenizer: testTokenizer }),
      alive: (work) => work,
      onStored: () => undefined,
    },
    { run: 'otter-1', recipe, created: 0, parent: null, inherited: 0 },
  );
  for (let iteration = 0; iteration < iterations; iteration++) await session.advance();
  const { content } = await readContent({ runs: store, agents: new MemoryAgentStore() }, 'otter-1');
  return withReceipt(content);
}

/** The content with a receipt of what it now is. */
export async function withReceipt(content: RunContent): Promise<RunContent> {
  const { receipt, lives } = await makeReceipt(tablePlayer(), testBase, await receiptSubject(content));
  return { ...content, receipt, receiptLives: lives };
}
