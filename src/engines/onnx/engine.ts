/**
 * The portable engine: ONNX Runtime on one or more executors. Work is cut into pieces whose size does not depend on
 * how many executors there are, and results are added in the order of the pieces, so that the bits don't either.
 */

import type { LlamaConfig } from '../../policy/config.ts';
import type { LoraLayout } from '../../policy/lora.ts';
import { filters } from '../../policy/sampling.ts';
import { WaymarkError } from '../../core/errors.ts';
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
  SamplingSettings,
  StepStatistics,
  TrainableState,
  TrainingRow,
} from '../engine.ts';
import { allRows, checkRequest, openAfter } from '../requests.ts';
import { adamWStep, clipFactor, norm } from './adamw.ts';
import type { Executor } from './executor.ts';

/** Rows of a rollout that share one cache. */
const SHARD_ROWS = 32;
/** Rows of a gradient step that run together: more leave the processor's cache. */
const MICRO_BATCH_ROWS = 16;
/** Contexts scored together. */
const SCORE_ROWS = 16;

export interface OnnxEngineOptions {
  readonly description: EngineDescription;
  readonly config: LlamaConfig;
  readonly layout: LoraLayout;
  readonly adapter: Float32Array;
  /** At least one. */
  readonly executors: readonly Executor[];
}

export class OnnxEngine implements Engine {
  readonly description: EngineDescription;
  readonly config: LlamaConfig;
  readonly #layout: LoraLayout;
  readonly #executors: readonly Executor[];
  #state: TrainableState;
  #gradient: Float64Array;
  /** Resolves once the executors have the present adapter. */
  #ready: Promise<unknown>;
  /** Which executor gets the next shard: batches that are open at once are spread over all. */
  #turn = 0;

  constructor({ description, config, layout, adapter, executors }: OnnxEngineOptions) {
    if (executors.length === 0) throw new WaymarkError('engine', 'An engine needs at least one executor.');
    this.description = description;
    this.config = config;
    this.#layout = layout;
    this.#executors = executors;
    this.#checkSize(adapter);
    this.#state = {
      adapter: Float32Array.from(adapter),
      firstMoment: new Float32Array(adapter.length),
      secondMoment: new Float32Array(adapter.length),
      steps: 0,
    };
    this.#gradient = new Float64Array(layout.size);
    this.#ready = this.#broadcast();
  }

  async openBatch(rows: readonly PromptRow[], sampling: SamplingSettings): Promise<Batch> {
    filters(sampling);
    await this.#ready;
    const shards = await Promise.all(
      pieces(rows, SHARD_ROWS).map(async (shardRows) => {
        const executor = this.#executors[this.#turn++ % this.#executors.length];
        return { executor, handle: await executor.openBatch(shardRows, sampling) };
      }),
    );
    return new ShardedBatch(shards, rows.length);
  }

  async score(rows: readonly (readonly number[])[], temperature: number): Promise<readonly Float32Array[]> {
    await this.#ready;
    const results = await this.#spread(pieces(rows, SCORE_ROWS), (executor, piece) =>
      executor.score(piece, temperature),
    );
    return results.flat();
  }

  async accumulate(rows: readonly TrainingRow[], loss: LossSettings): Promise<LossStatistics> {
    await this.#ready;
    const byLength = rows.toSorted((a, b) => a.tokens.length - b.tokens.length);
    const results = await this.#spread(pieces(byLength, MICRO_BATCH_ROWS), (executor, piece) =>
      executor.differentiate(piece, loss),
    );
    const total = { loss: 0, tokens: 0, clipped: 0, klToOld: 0, klToBase: 0 };
    for (const { gradient, statistics } of results) {
      for (let index = 0; index < gradient.length; index++) this.#gradient[index] += gradient[index];
      total.loss += statistics.loss;
      total.tokens += statistics.tokens;
      total.clipped += statistics.clipped;
      total.klToOld += statistics.klToOld;
      total.klToBase += statistics.klToBase;
    }
    return total;
  }

  async gradient(): Promise<Float32Array> {
    return Float32Array.from(this.#gradient);
  }

  async step(settings: AdamWSettings): Promise<StepStatistics> {
    const gradientNorm = norm(this.#gradient);
    if (!Number.isFinite(gradientNorm)) {
      throw new WaymarkError(
        'engine',
        'The gradient is no number.',
        'Go back to the last checkpoint and lower the learning rate.',
      );
    }
    const factor = clipFactor(gradientNorm, settings.maxGradientNorm);
    const clipped = this.#gradient.map((slope) => slope * factor);
    this.#replace(adamWStep(this.#state, clipped, settings));
    await this.#ready;
    return { gradientNorm };
  }

  async snapshot(): Promise<TrainableState> {
    const { adapter, firstMoment, secondMoment, steps } = this.#state;
    return { adapter: adapter.slice(), firstMoment: firstMoment.slice(), secondMoment: secondMoment.slice(), steps };
  }

  async restore(state: TrainableState): Promise<void> {
    for (const vector of [state.adapter, state.firstMoment, state.secondMoment]) this.#checkSize(vector);
    this.#replace({
      adapter: state.adapter.slice(),
      firstMoment: state.firstMoment.slice(),
      secondMoment: state.secondMoment.slice(),
      steps: state.steps,
    });
    await this.#ready;
  }

  async close(): Promise<void> {
    await Promise.all(this.#executors.map((executor) => executor.close()));
  }

  #checkSize(vector: Float32Array): void {
    if (vector.length === this.#layout.size) return;
    throw new WaymarkError(
      'engine',
      `The state has ${vector.length} numbers, the adapter ${this.#layout.size}.`,
      'Use the LoRA settings the state was made with.',
    );
  }

  #replace(state: TrainableState): void {
    this.#state = state;
    this.#gradient = new Float64Array(this.#layout.size);
    this.#ready = this.#broadcast();
  }

  #broadcast(): Promise<unknown> {
    const done = Promise.all(this.#executors.map((executor) => executor.setAdapter(this.#state.adapter)));
    // Whatever uses the engine next awaits this and meets the failure; until then it is nobody's.
    done.catch(() => undefined);
    return done;
  }

  /** Gives every executor the next piece as soon as it is free; results come back in the order of the pieces. */
  async #spread<Piece, Result>(
    work: readonly Piece[],
    run: (executor: Executor, piece: Piece) => Promise<Result>,
  ): Promise<readonly Result[]> {
    const results = new Array<Result>(work.length);
    let next = 0;
    await Promise.all(
      this.#executors.map(async (executor) => {
        while (next < work.length) {
          const index = next++;
          results[index] = await run(executor, work[index]);
        }
      }),
    );
    return results;
  }
}

interface Shard {
  readonly executor: Executor;
  readonly handle: number;
}

/** A batch whose rows lie in shards of `SHARD_ROWS`, in order. */
class ShardedBatch implements Batch {
  readonly #shards: readonly Shard[];
  /** Rows that are not finished. */
  #open: ReadonlySet<number>;

  constructor(shards: readonly Shard[], rows: number) {
    this.#shards = shards;
    this.#open = allRows(rows);
  }

  async generate(request: GenerateRequest): Promise<readonly Generated[]> {
    checkRequest(request, this.#open);
    const results = await Promise.all(
      this.#shards.map(async ({ executor, handle }, index) => {
        const first = index * SHARD_ROWS;
        const entries = request.rows.flatMap((row, entry) => (row >= first && row < first + SHARD_ROWS ? [entry] : []));
        if (entries.length === 0) return [];
        return executor.generate(handle, {
          ...request,
          rows: entries.map((entry) => request.rows[entry] - first),
          append: entries.map((entry) => request.append[entry]),
        });
      }),
    );
    const generated = results.flat();
    this.#open = openAfter(request, generated);
    return generated;
  }

  async close(): Promise<void> {
    await Promise.all(this.#shards.map(({ executor, handle }) => executor.closeBatch(handle)));
  }
}

function pieces<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
