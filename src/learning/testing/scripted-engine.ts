/** A stand-in engine for tests: a function decides every word, nothing is learned, and every request is kept. */

import type {
  AdamWSettings,
  Batch,
  Engine,
  EngineDescription,
  Generated,
  GenerateRequest,
  LossSettings,
  LossStatistics,
  PromptRow,
  RowStream,
  SamplingSettings,
  StepStatistics,
  TrainableState,
  TrainingRow,
} from '../../engines/engine.ts';
import { testConfig } from './test-config.ts';
import { testTokenizer } from './test-tokenizer.ts';

/** The next word of a context. */
export type Script = (words: readonly string[], stream: RowStream) => string;

export const SCRIPTED_LOG_PROB = -0.5;
export const SCRIPTED_ENTROPY = 1.25;

export class ScriptedEngine implements Engine {
  readonly description: EngineDescription = { name: 'onnx-native', detail: 'a script' };
  readonly config = testConfig;
  readonly opened: { readonly rows: readonly PromptRow[]; readonly sampling: SamplingSettings }[] = [];
  readonly accumulated: { readonly rows: readonly TrainingRow[]; readonly loss: LossSettings }[] = [];
  readonly steps: AdamWSettings[] = [];
  /** Batches opened and not closed. */
  openBatches = 0;
  readonly #script: Script;
  #state: TrainableState | null = null;

  constructor(script: Script) {
    this.#script = script;
  }

  async openBatch(rows: readonly PromptRow[], sampling: SamplingSettings): Promise<Batch> {
    this.opened.push({ rows, sampling });
    this.openBatches++;
    const contexts = rows.map(({ prompt }) => testTokenizer.decode(prompt));
    const generateRow = (row: number, request: GenerateRequest, index: number): Generated => {
      const context = contexts[row];
      context.push(...testTokenizer.decode(request.append[index]));
      const tokens: number[] = [];
      while (tokens.length < request.maxTokens && (tokens.length === 0 || tokens.at(-1) !== request.stopToken)) {
        const word = this.#script(context, rows[row].stream);
        context.push(word);
        tokens.push(...testTokenizer.encode([word]));
      }
      return {
        tokens,
        logProbs: tokens.map(() => SCRIPTED_LOG_PROB),
        entropies: tokens.map(() => SCRIPTED_ENTROPY),
      };
    };
    return {
      generate: async (request) => request.rows.map((row, index) => generateRow(row, request, index)),
      close: async () => {
        this.openBatches--;
      },
    };
  }

  score(): Promise<readonly Float32Array[]> {
    return Promise.reject(new Error('A script scores nothing.'));
  }

  async accumulate(rows: readonly TrainingRow[], loss: LossSettings): Promise<LossStatistics> {
    this.accumulated.push({ rows, loss });
    const tokens = rows.reduce((sum, row) => sum + row.positions.length, 0);
    return { loss: 0.5, tokens, clipped: 1, klToOld: 2, klToBase: 3 };
  }

  gradient(): Promise<Float32Array> {
    return Promise.reject(new Error('A script has no gradient.'));
  }

  async step(settings: AdamWSettings): Promise<StepStatistics> {
    this.steps.push(settings);
    return { gradientNorm: 0.25 };
  }

  async snapshot(): Promise<TrainableState> {
    if (!this.#state) throw new Error('Nothing was restored.');
    return this.#state;
  }

  async restore(state: TrainableState): Promise<void> {
    this.#state = state;
  }

  async close(): Promise<void> {
    await Promise.resolve();
  }
}
