/** What an engine was asked to learn from, kept so that another engine can be asked the same. */

import type {
  AdamWSettings,
  Batch,
  Engine,
  LossSettings,
  LossStatistics,
  PromptRow,
  SamplingSettings,
  StepStatistics,
  TrainableState,
  TrainingRow,
} from '../../src/engines/engine.ts';

export interface RecordedStep {
  readonly rows: readonly TrainingRow[];
  readonly loss: LossSettings;
  readonly adamW: AdamWSettings;
  /** What the recorded engine had after it. */
  readonly adapter: Float32Array;
}

/** Passes everything on to an engine. Expects one `accumulate` before each `step`. */
export class RecordingEngine implements Engine {
  readonly steps: RecordedStep[] = [];
  readonly #engine: Engine;
  #accumulated: Pick<RecordedStep, 'rows' | 'loss'> | null = null;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  get description(): Engine['description'] {
    return this.#engine.description;
  }

  get config(): Engine['config'] {
    return this.#engine.config;
  }

  openBatch(rows: readonly PromptRow[], sampling: SamplingSettings): Promise<Batch> {
    return this.#engine.openBatch(rows, sampling);
  }

  score(rows: readonly (readonly number[])[], temperature: number): Promise<readonly Float32Array[]> {
    return this.#engine.score(rows, temperature);
  }

  accumulate(rows: readonly TrainingRow[], loss: LossSettings): Promise<LossStatistics> {
    if (this.#accumulated !== null) throw new Error('A second accumulation before a step is not recorded.');
    this.#accumulated = { rows, loss };
    return this.#engine.accumulate(rows, loss);
  }

  gradient(): Promise<Float32Array> {
    return this.#engine.gradient();
  }

  async step(adamW: AdamWSettings): Promise<StepStatistics> {
    const statistics = await this.#engine.step(adamW);
    if (this.#accumulated === null) throw new Error('A step without an accumulation is not recorded.');
    const { adapter } = await this.#engine.snapshot();
    this.steps.push({ ...this.#accumulated, adamW, adapter });
    this.#accumulated = null;
    return statistics;
  }

  snapshot(): Promise<TrainableState> {
    return this.#engine.snapshot();
  }

  restore(state: TrainableState): Promise<void> {
    return this.#engine.restore(state);
  }

  close(): Promise<void> {
    return this.#engine.close();
  }
}
