/**
 * What every browser must compute alike: a little training of the bundled base, and the evaluation of a receipt for the
 * recorded agent of the lake. As long as this gives the same hash, receipts made before can be checked.
 */

import { float32Bytes } from '../../src/core/bytes.ts';
import { sha256 } from '../../src/core/hash.ts';
import { localEngine } from '../../src/engines/onnx/assemble.ts';
import type { OnnxRuntime } from '../../src/engines/onnx/runtime.ts';
import type { Player } from '../../src/learning/episodes.ts';
import type { Outcomes } from '../../src/learning/figures.ts';
import { encodeLifeLog } from '../../src/learning/life-log.ts';
import { evaluateReceipt, joinBlocks } from '../../src/learning/receipt-evaluation.ts';
import { changeRecipe, loraOf, type Recipe } from '../../src/learning/recipe.ts';
import { Trainer } from '../../src/learning/trainer.ts';
import { loadBaseModel } from '../../src/policy/model.ts';
import { neverSampled } from '../../src/policy/vocabulary.ts';
import { readRecordedAgent, recordedAdapter } from '../../src/runs/recorded-agent.ts';

/**
 * SHA-256 of all that comes out, computed by ONNX Runtime 1.30 for WebAssembly. Where it changes, receipts of earlier
 * versions compute differently now: raise `COMPUTATION` in src/learning/receipt.ts, so that the page says of those that
 * it cannot check them instead of calling them false, and then put the new hash here.
 */
export const REFERENCE_HASH = '2de2fbc6fa6e185e34be438558209664dc3a473f9dd4b112464e60044d9fc7d0';

/** The agent that is evaluated: a folder of `public/recorded/`. */
const RECORDING = 'code-lake';

/** Enough for every part of an iteration to be computed, and for a second one to build on the first. */
const SHORT_TRAINING = { packs: 2, groupSize: 4, tasks: 3, iterations: 2, evaluationPacks: 0, klCoefficient: 0.01 };

export interface ReferenceReceipt {
  /** Of the adapter that was trained, the lives of training and the lives of the evaluation. */
  readonly hash: string;
  readonly outcomes: Readonly<Record<'kept' | 'erased', Outcomes>>;
  readonly seconds: number;
}

/** `readFile` gives the bytes of a file of the site, by its path in `public/`. */
export async function referenceReceipt(
  runtime: OnnxRuntime,
  readFile: (path: string) => Promise<Uint8Array>,
): Promise<ReferenceReceipt> {
  const start = performance.now();
  const recorded = await readRecordedAgent((file) => readFile(`recorded/${RECORDING}/${file}`));
  const { recipe } = recorded.recording;
  const base = await loadBaseModel((file) => readFile(`models/${recipe.base}/${file}`));
  const lora = loraOf(recipe);
  const adapter = await recordedAdapter(recorded, base.config);
  const engine = localEngine({ base, lora, adapter, maskedTokens: neverSampled(base.tokenizer) }, runtime);
  const player = { engine, tokenizer: base.tokenizer };
  const { kept, erased, lives } = joinBlocks(await evaluateReceipt(player, recipe));
  const trained = await trainShortly(player, changeRecipe(recipe, SHORT_TRAINING));
  await engine.close();
  const parts = [...trained, encodeLifeLog([...lives.kept, ...lives.erased], base.tokenizer)];
  const hashes = await Promise.all(parts.map(sha256));
  return {
    hash: await sha256(new TextEncoder().encode(hashes.join('\n'))),
    outcomes: { kept, erased },
    seconds: (performance.now() - start) / 1000,
  };
}

/** The life log of each iteration, then the adapter. */
async function trainShortly(player: Player, recipe: Recipe): Promise<readonly Uint8Array[]> {
  const trainer = await Trainer.create(recipe, player);
  const logs: Uint8Array[] = [];
  while (!trainer.finished) {
    for await (const event of trainer.iterate()) if (event.type === 'lives') logs.push(event.log);
  }
  const { trainable } = await trainer.checkpoint();
  return [...logs, float32Bytes(trainable.adapter)];
}
