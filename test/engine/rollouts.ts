/** Plays ragged batches through an engine, for tests of what was sampled. */

import { localEngine } from '../../src/engines/onnx/assemble.ts';
import type { OnnxEngine } from '../../src/engines/onnx/engine.ts';
import type { OnnxRuntime } from '../../src/engines/onnx/runtime.ts';
import type { Batch, Generated, PromptRow } from '../../src/engines/engine.ts';
import { randomIntegers, randomStream } from './random.ts';
import { MASKED_TOKENS, type TinyModel } from './tiny-model.ts';

export const KEY = [7, 4] as const;

export function tinyEngine({ base, lora, adapter }: TinyModel, runtime: OnnxRuntime): OnnxEngine {
  return localEngine({ base, lora, adapter, maskedTokens: MASKED_TOKENS }, runtime);
}

/** Prompts of the given lengths, each `<bos>` and then random words; every row is a life of its own. */
export function raggedPrompts(lengths: readonly number[], vocabulary = 13): readonly PromptRow[] {
  return lengths.map((length, life) => ({
    prompt: [1, ...randomIntegers(randomStream(life), length - 1, 2, vocabulary)],
    stream: { iteration: 3, life, episode: 1 },
  }));
}

/** A context as it has come to be, with what the engine said of the tokens that it generated. */
export interface PlayedContext {
  readonly tokens: number[];
  /** Where the generated tokens stand. */
  readonly positions: number[];
  readonly logProbs: number[];
  readonly entropies: number[];
}

/**
 * Plays rows turn by turn: row r takes `turns[r]` turns of `turnLength` tokens, and before each but the first reads as
 * many words as the row and the turn say, from none to four.
 */
export async function playTurns(
  batch: Pick<Batch, 'generate'>,
  prompts: readonly PromptRow[],
  turns: readonly number[],
  turnLength = 2,
): Promise<readonly PlayedContext[]> {
  const contexts = prompts.map(({ prompt }): PlayedContext => ({
    tokens: [...prompt],
    positions: [],
    logProbs: [],
    entropies: [],
  }));
  for (let turn = 0; turn < Math.max(...turns); turn++) {
    const rows = turns.flatMap((count, row) => (turn < count ? [row] : []));
    const append = rows.map((row) => {
      const length = turn === 0 ? 0 : (prompts[row].stream.life + turn) % 5;
      return randomIntegers(randomStream(1000 + prompts[row].stream.life * 50 + turn), length, 2, 13);
    });
    const generated = await batch.generate({ rows, append, maxTokens: turnLength, stopToken: null });
    rows.forEach((row, index) => {
      contexts[row].tokens.push(...append[index]);
      extend(contexts[row], generated[index]);
    });
  }
  return contexts;
}

function extend(context: PlayedContext, { tokens, logProbs, entropies }: Generated): void {
  tokens.forEach((token, index) => {
    context.positions.push(context.tokens.length);
    context.tokens.push(token);
    context.logProbs.push(logProbs[index]);
    context.entropies.push(entropies[index]);
  });
}
