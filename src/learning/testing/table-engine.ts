/**
 * A small engine for tests that really learns: its policy is a table of which word follows which, its adapter the
 * table itself. Slow, plain and deterministic; it shares sampling and losses with the product and nothing else.
 */

import { exp, log, power } from '../../core/math.ts';
import type {
  AdamWSettings,
  Batch,
  Engine,
  EngineDescription,
  Generated,
  LossSettings,
  LossStatistics,
  PromptRow,
  SamplingSettings,
  StepStatistics,
  TrainableState,
  TrainingRow,
} from '../../engines/engine.ts';
import { sampleToken, samplingUniform, type SampledToken } from '../../policy/sampling.ts';
import { tokenLoss } from '../losses.ts';
import { testConfig } from './test-config.ts';
import { testTokenizer } from './test-tokenizer.ts';
import { neverSampled } from '../../policy/vocabulary.ts';

const WORDS = testConfig.vocab_size;
const MASKED = neverSampled(testTokenizer);

export class TableEngine implements Engine {
  readonly description: EngineDescription = { name: 'onnx-native', detail: 'a table' };
  readonly config = testConfig;
  /** Added to every line of the table: which words are likely before anything is learned. */
  readonly #habit: Float32Array;
  #state: TrainableState | null = null;
  #gradient = new Float64Array(WORDS * WORDS);

  /** Words that are likelier than others from the start, with their logits. */
  constructor(habit: Readonly<Record<string, number>>) {
    this.#habit = new Float32Array(WORDS);
    for (const [word, logit] of Object.entries(habit)) this.#habit[testTokenizer.encode([word])[0]] = logit;
  }

  async openBatch(rows: readonly PromptRow[], sampling: SamplingSettings): Promise<Batch> {
    const contexts = rows.map(({ prompt }) => [...prompt]);
    const rule = { temperature: sampling.temperature, masked: MASKED };
    const drawn: SampledToken = { token: 0, logProb: 0, entropy: 0 };
    const generateRow = (row: number, append: readonly number[], maxTokens: number, stop: number | null): Generated => {
      const context = contexts[row];
      context.push(...append);
      const tokens: number[] = [];
      const logProbs: number[] = [];
      const entropies: number[] = [];
      while (tokens.length < maxTokens && (tokens.length === 0 || tokens.at(-1) !== stop)) {
        const logits = this.#logitsAfter(context[context.length - 1]);
        sampleToken(logits, 0, WORDS, rule, samplingUniform(sampling.key, rows[row].stream, context.length), drawn);
        context.push(drawn.token);
        tokens.push(drawn.token);
        logProbs.push(drawn.logProb);
        entropies.push(drawn.entropy);
      }
      return { tokens, logProbs, entropies };
    };
    return {
      generate: async ({ rows: named, append, maxTokens, stopToken }) =>
        named.map((row, index) => generateRow(row, append[index], maxTokens, stopToken)),
      close: () => Promise.resolve(),
    };
  }

  async accumulate(rows: readonly TrainingRow[], settings: LossSettings): Promise<LossStatistics> {
    const total = { loss: 0, tokens: 0, clipped: 0, klToOld: 0, klToBase: 0 };
    for (const row of rows) {
      row.positions.forEach((position, index) => {
        const before = row.tokens[position - 1];
        const token = row.tokens[position];
        const probabilities = softmaxUnmasked(this.#logitsAfter(before), settings.temperature);
        const logProb = log(probabilities[token]);
        const { loss, gradient, clipped } = tokenLoss(logProb, row.oldLogProbs[index], row.advantages[index], settings);
        for (let word = 0; word < WORDS; word++) {
          const slope = ((word === token ? 1 : 0) - probabilities[word]) / settings.temperature;
          this.#gradient[before * WORDS + word] += (gradient * slope) / settings.normaliser;
        }
        total.loss += loss / settings.normaliser;
        total.tokens++;
        total.clipped += clipped ? 1 : 0;
        total.klToOld += row.oldLogProbs[index] - logProb;
      });
    }
    return total;
  }

  async step(settings: AdamWSettings): Promise<StepStatistics> {
    const { adapter, firstMoment, secondMoment, steps } = this.#present();
    const gradientNorm = Math.sqrt(this.#gradient.reduce((sum, slope) => sum + slope * slope, 0));
    const scale = Math.min(1, settings.maxGradientNorm / gradientNorm);
    const next = { adapter: adapter.slice(), firstMoment: firstMoment.slice(), secondMoment: secondMoment.slice() };
    for (let index = 0; index < adapter.length; index++) {
      const slope = this.#gradient[index] * scale;
      next.firstMoment[index] = settings.beta1 * firstMoment[index] + (1 - settings.beta1) * slope;
      next.secondMoment[index] = settings.beta2 * secondMoment[index] + (1 - settings.beta2) * slope * slope;
      const mean = next.firstMoment[index] / (1 - power(settings.beta1, steps + 1));
      const square = next.secondMoment[index] / (1 - power(settings.beta2, steps + 1));
      next.adapter[index] -= settings.learningRate * (mean / (Math.sqrt(square) + settings.epsilon));
    }
    this.#state = { ...next, steps: steps + 1 };
    this.#gradient = new Float64Array(WORDS * WORDS);
    return { gradientNorm };
  }

  async snapshot(): Promise<TrainableState> {
    const { adapter, firstMoment, secondMoment, steps } = this.#present();
    return { adapter: adapter.slice(), firstMoment: firstMoment.slice(), secondMoment: secondMoment.slice(), steps };
  }

  async restore(state: TrainableState): Promise<void> {
    this.#state = state;
    this.#gradient = new Float64Array(WORDS * WORDS);
  }

  async gradient(): Promise<Float32Array> {
    return Float32Array.from(this.#gradient);
  }

  async score(rows: readonly (readonly number[])[], temperature: number): Promise<readonly Float32Array[]> {
    return rows.map((tokens) =>
      Float32Array.from(tokens.slice(1), (token, index) =>
        log(softmaxUnmasked(this.#logitsAfter(tokens[index]), temperature)[token]),
      ),
    );
  }

  async close(): Promise<void> {
    await Promise.resolve();
  }

  #present(): TrainableState {
    if (!this.#state) throw new Error('Nothing was restored.');
    return this.#state;
  }

  #logitsAfter(token: number): Float32Array {
    const { adapter } = this.#present();
    return this.#habit.map((logit, word) => logit + adapter[token * WORDS + word]);
  }
}

function softmaxUnmasked(logits: Float32Array, temperature: number): readonly number[] {
  const weights = Array.from(logits, (logit, word) => (MASKED.includes(word) ? 0 : exp(logit / temperature)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
