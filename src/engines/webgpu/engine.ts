/**
 * The engine on a graphics device: weights, caches, gradients and the optimiser's state stay there; what comes back is
 * what was generated, a loss's statistics, a norm, and snapshots.
 */

import type { LlamaConfig } from '../../policy/config.ts';
import type { LoraLayout } from '../../policy/lora.ts';
import { WaymarkError } from '../../core/errors.ts';
import type {
  AdamWSettings,
  Batch,
  Engine,
  EngineDescription,
  LossSettings,
  LossStatistics,
  PromptRow,
  SamplingSettings,
  StepStatistics,
  TrainableState,
  TrainingRow,
} from '../engine.ts';
import type { AdapterIdentity, Gpu, GpuCounters, Slice } from './gpu.ts';
import type { PackedNetwork } from './network.ts';
import type { Optimiser } from './optimiser.ts';
import type { PathReport } from './paths/path.ts';
import type { Rollouts } from './rollout/rollout.ts';
import type { Training } from './training/training.ts';

/** The flat vectors that training changes, each [layout.size]. */
export interface TrainableSlices {
  readonly adapter: Slice;
  readonly gradient: Slice;
  readonly firstMoment: Slice;
  readonly secondMoment: Slice;
}

export interface WebGpuEngineParts {
  readonly gpu: Gpu;
  readonly layout: LoraLayout;
  readonly packed: PackedNetwork;
  readonly trainable: TrainableSlices;
  readonly config: LlamaConfig;
  readonly rollouts: Rollouts;
  readonly training: Training;
  readonly optimiser: Optimiser;
  readonly paths: readonly PathReport[];
}

/** Which device computes, by which paths, and why those. */
export interface EngineReport {
  readonly adapter: AdapterIdentity;
  readonly features: readonly string[];
  readonly paths: readonly PathReport[];
}

export class WebGpuEngine implements Engine {
  readonly description: EngineDescription;
  readonly config: LlamaConfig;
  /** Rejects when the device is lost; never resolves. */
  readonly lost: Promise<never>;
  readonly #parts: WebGpuEngineParts;
  #steps = 0;

  /** The trainable slices hold the adapter and zeros. */
  constructor(parts: WebGpuEngineParts) {
    this.#parts = parts;
    this.config = parts.config;
    this.lost = parts.gpu.lost;
    this.description = { name: 'webgpu', detail: `WebGPU, ${adapterName(parts.gpu.adapter)}` };
  }

  get counters(): Readonly<GpuCounters> {
    return this.#parts.gpu.counters;
  }

  report(): EngineReport {
    const { gpu, paths } = this.#parts;
    return { adapter: gpu.adapter, features: [...gpu.features].sort(), paths };
  }

  openBatch(rows: readonly PromptRow[], sampling: SamplingSettings): Promise<Batch> {
    return this.#parts.rollouts.open(rows, sampling);
  }

  score(rows: readonly (readonly number[])[], temperature: number): Promise<readonly Float32Array[]> {
    return this.#parts.training.score(rows, temperature);
  }

  accumulate(rows: readonly TrainingRow[], loss: LossSettings): Promise<LossStatistics> {
    return this.#parts.training.accumulate(rows, loss);
  }

  async gradient(): Promise<Float32Array> {
    const [gradient] = await this.#read([this.#parts.trainable.gradient]);
    return gradient;
  }

  async step(settings: AdamWSettings): Promise<StepStatistics> {
    const statistics = await this.#parts.optimiser.step(settings, this.#steps + 1);
    this.#steps++;
    this.#parts.gpu.submit([this.#parts.packed.packAdapted]);
    return statistics;
  }

  async snapshot(): Promise<TrainableState> {
    const { adapter, firstMoment, secondMoment } = this.#parts.trainable;
    const [values, first, second] = await this.#read([adapter, firstMoment, secondMoment]);
    return { adapter: values, firstMoment: first, secondMoment: second, steps: this.#steps };
  }

  async restore({ adapter, firstMoment, secondMoment, steps }: TrainableState): Promise<void> {
    const { gpu, layout, packed, trainable } = this.#parts;
    for (const { length } of [adapter, firstMoment, secondMoment]) {
      if (length === layout.size) continue;
      throw new WaymarkError(
        'engine',
        `The state has ${length} numbers, the adapter ${layout.size}.`,
        'Use the LoRA settings the state was made with.',
      );
    }
    gpu.write(trainable.adapter, adapter);
    gpu.write(trainable.firstMoment, firstMoment);
    gpu.write(trainable.secondMoment, secondMoment);
    gpu.write(trainable.gradient, new Float32Array(layout.size));
    this.#steps = steps;
    gpu.submit([packed.packAdapted]);
  }

  async close(): Promise<void> {
    this.#parts.gpu.close();
  }

  /** Whole flat vectors, without the padding of their buffers. */
  async #read(slices: readonly Slice[]): Promise<readonly Float32Array[]> {
    const { gpu, layout } = this.#parts;
    return (await gpu.read(slices)).map((bytes) => new Float32Array(bytes, 0, layout.size));
  }
}

/** What people call the adapter; browsers hide parts of it. */
function adapterName({ vendor, architecture, device, description }: AdapterIdentity): string {
  if (description !== '') return description;
  const parts = [vendor, architecture, device].filter((part) => part !== '');
  return parts.length === 0 ? 'unnamed adapter' : parts.join(' ');
}
