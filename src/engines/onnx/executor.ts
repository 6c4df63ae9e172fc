/**
 * One thread's share of the engine: sessions, caches and nothing else. The engine splits work into pieces of a fixed
 * size and hands them to any number of executors, here or in workers; so how many there are changes no bit.
 */

import type { InferenceSession, Tensor } from 'onnxruntime-common';
import type { LoraLayout } from '../../policy/lora.ts';
import { mergedProjections } from './merged-projections.ts';
import type {
  Generated,
  GenerateRequest,
  LossSettings,
  LossStatistics,
  PromptRow,
  SamplingSettings,
  TrainingRow,
} from '../engine.ts';
import { WaymarkError } from '../../core/errors.ts';
import { decodeGraph } from './decode-graph.ts';
import type { RealType } from './graph.ts';
import { adapterFeeds, contextFeeds, hasEntropyBonus, lossFeeds, scalarTensor } from './feeds.ts';
import { policyGradientGraph, scoreGraph } from './policy-gradient-graph.ts';
import { RolloutBatch } from './rollout-batch.ts';
import { numbersOf, openSession, type OnnxRuntime } from './runtime.ts';
import type { BaseWeights } from '../../policy/weights.ts';

/** Everything an executor is made from; structured-clone data, so that it can be sent to a worker. */
export interface ExecutorSetup {
  readonly base: BaseWeights;
  readonly layout: LoraLayout;
  readonly maskedTokens: readonly number[];
  readonly real: RealType;
}

export interface MicroBatchResult {
  /** Flat as the adapter. */
  readonly gradient: Float32Array;
  readonly statistics: LossStatistics;
}

export interface Executor {
  /** The adapter for everything that follows. */
  setAdapter(adapter: Float32Array): Promise<void>;
  /** A handle for `generate` and `closeBatch`. */
  openBatch(rows: readonly PromptRow[], sampling: SamplingSettings): Promise<number>;
  generate(batch: number, request: GenerateRequest): Promise<readonly Generated[]>;
  closeBatch(batch: number): Promise<void>;
  differentiate(rows: readonly TrainingRow[], loss: LossSettings): Promise<MicroBatchResult>;
  score(rows: readonly (readonly number[])[], temperature: number): Promise<readonly Float32Array[]>;
  close(): Promise<void>;
}

/** An executor on this thread. Sessions are opened when first needed and kept. */
export class LocalExecutor implements Executor {
  readonly #runtime: OnnxRuntime;
  readonly #setup: ExecutorSetup;
  readonly #sessions = new Map<string, Promise<InferenceSession>>();
  readonly #batches = new Map<number, RolloutBatch>();
  #nextBatch = 0;
  #adapterFeeds: Readonly<Record<string, Tensor>> | null = null;
  #merged: Readonly<Record<string, Tensor>> | null = null;

  constructor(runtime: OnnxRuntime, setup: ExecutorSetup) {
    this.#runtime = runtime;
    this.#setup = setup;
  }

  async setAdapter(adapter: Float32Array): Promise<void> {
    const { base, layout, real } = this.#setup;
    this.#adapterFeeds = adapterFeeds(this.#runtime, real, layout, adapter);
    this.#merged = mergedProjections(this.#runtime, real, base, layout, adapter);
  }

  async openBatch(rows: readonly PromptRow[], sampling: SamplingSettings): Promise<number> {
    const { base, layout, real, maskedTokens } = this.#setup;
    const session = await this.#session('decode', () => decodeGraph(base, layout, real));
    const handle = this.#nextBatch++;
    this.#batches.set(
      handle,
      new RolloutBatch(
        { runtime: this.#runtime, real, session, config: base.config, merged: this.#requireMerged(), maskedTokens },
        rows,
        sampling,
      ),
    );
    return handle;
  }

  async generate(batch: number, request: GenerateRequest): Promise<readonly Generated[]> {
    const open = this.#batches.get(batch);
    if (!open) throw new WaymarkError('bad-request', 'The batch is closed.');
    return open.generate(request);
  }

  async closeBatch(batch: number): Promise<void> {
    this.#batches.delete(batch);
  }

  async differentiate(rows: readonly TrainingRow[], loss: LossSettings): Promise<MicroBatchResult> {
    const { base, layout, real, maskedTokens } = this.#setup;
    const withBase = loss.klCoefficient !== 0;
    const withEntropy = hasEntropyBonus(loss);
    const session = await this.#session(`${loss.kind} ${withBase} ${withEntropy}`, () =>
      policyGradientGraph(base, layout, { real, loss: loss.kind, withBase, withEntropy, maskedTokens }),
    );
    const outputs = await session.run({
      ...this.#requireAdapter(),
      ...lossFeeds(this.#runtime, real, rows, loss),
    });
    const read = (name: string): number => numbersOf(outputs[name])[0];
    return {
      gradient: Float32Array.from(numbersOf(outputs.gradient)),
      statistics: {
        loss: read('loss'),
        tokens: rows.reduce((total, row) => total + row.positions.length, 0),
        clipped: read('clipped'),
        klToOld: read('kl_to_old'),
        klToBase: withBase ? read('kl_to_base') : 0,
      },
    };
  }

  async score(rows: readonly (readonly number[])[], temperature: number): Promise<readonly Float32Array[]> {
    const { base, layout, real, maskedTokens } = this.#setup;
    const session = await this.#session('score', () => scoreGraph(base, layout, { real, maskedTokens }));
    const { feeds, time } = contextFeeds(this.#runtime, real, rows);
    const outputs = await session.run({
      ...this.#requireAdapter(),
      ...feeds,
      // Temperature 0 takes the most probable token, and reports its log-probability at temperature 1.
      inverse_temperature: scalarTensor(this.#runtime, real, temperature === 0 ? 1 : 1 / temperature),
    });
    const logProbs = numbersOf(outputs.log_prob);
    return rows.map((row, index) => Float32Array.from(logProbs.subarray(index * time, index * time + row.length - 1)));
  }

  async close(): Promise<void> {
    this.#batches.clear();
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(sessions.map(async (session) => (await session).release()));
  }

  #session(name: string, build: () => ReturnType<typeof decodeGraph>): Promise<InferenceSession> {
    let session = this.#sessions.get(name);
    if (!session) {
      session = openSession(this.#runtime, build());
      this.#sessions.set(name, session);
    }
    return session;
  }

  #requireAdapter(): Readonly<Record<string, Tensor>> {
    if (!this.#adapterFeeds) throw new WaymarkError('engine', 'The executor has no adapter yet.');
    return this.#adapterFeeds;
  }

  #requireMerged(): Readonly<Record<string, Tensor>> {
    if (!this.#merged) throw new WaymarkError('engine', 'The executor has no adapter yet.');
    return this.#merged;
  }
}
