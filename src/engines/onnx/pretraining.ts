/**
 * Pretraining on ONNX Runtime: gradients of every weight for a micro-batch, and the optimiser's step, Muon for the
 * projections (inside a graph) and AdamW for embedding, norms and head. Weights lie in one flat arena, in the order of
 * `parameterShapes`.
 */

import type { InferenceSession, Tensor } from 'onnxruntime-common';
import { gaussian } from '../../core/math.ts';
import { PURPOSE, RandomStream } from '../../core/random.ts';
import type { LlamaConfig } from '../../policy/config.ts';
import type { WeightTensor } from '../../policy/weights.ts';
import type { AdamWSettings, TrainableState } from '../engine.ts';
import { adamWStep, clipFactor, norm } from './adamw.ts';
import { contextFeeds, scalarTensor } from './feeds.ts';
import { transposed } from './llama.ts';
import { muonGraph, pretrainingGraph, type MuonSettings } from './pretraining-graph.ts';
import { numbersOf, openSession, type OnnxRuntime } from './runtime.ts';
import { parameterShapes, type ParameterShape } from './weight-sources.ts';

/** A sequence and how much each of its tokens counts in the loss (the first is never predicted). */
export interface WeightedSequence {
  readonly tokens: readonly number[];
  readonly weights: readonly number[];
}

interface Parameter extends ParameterShape {
  readonly offset: number;
  readonly size: number;
}

/** Where every weight lies in the arena. */
export function parameterLayout(config: LlamaConfig): {
  readonly parameters: readonly Parameter[];
  readonly size: number;
} {
  let size = 0;
  const parameters = parameterShapes(config).map((parameter) => {
    const offset = size;
    const count = parameter.shape.reduce((product, length) => product * length, 1);
    size += count;
    return { ...parameter, offset, size: count };
  });
  return { parameters, size };
}

const EMBEDDING_DEVIATION = 0.05;

/**
 * Weights before any training: embeddings normal with deviation 0.05; projections with 1 / sqrt(in), those that write
 * to the residual stream divided by sqrt(2 layers) more (Radford et al. 2019); norms 1.
 */
export function initialParameters(config: LlamaConfig, seed: number): Float32Array {
  const { parameters, size } = parameterLayout(config);
  const arena = new Float32Array(size);
  parameters.forEach(({ name, shape, offset, size: count, isProjection }, index) => {
    const random = new RandomStream(seed, PURPOSE.pretraining, index);
    if (shape.length === 1) {
      arena.fill(1, offset, offset + count);
      return;
    }
    const writesToResidual = name.includes('o_proj') || name.includes('down_proj');
    const fan = 1 / Math.sqrt(shape[0] * (writesToResidual ? 2 * config.num_hidden_layers : 1));
    const deviation = isProjection ? fan : EMBEDDING_DEVIATION;
    for (let place = offset; place < offset + count; place++) arena[place] = deviation * gaussian(random);
  });
  return arena;
}

/** The arena as a checkpoint's tensors: Hugging Face names, projections as [out, in]. */
export function checkpointTensors(config: LlamaConfig, arena: Float32Array): ReadonlyMap<string, WeightTensor> {
  const tensors = new Map<string, WeightTensor>();
  for (const { name, shape, offset, size, isProjection } of parameterLayout(config).parameters) {
    const data = arena.slice(offset, offset + size);
    if (isProjection) {
      const [rows, columns] = shape;
      tensors.set(name, { shape: [columns, rows], data: transposed(data, rows, columns) });
    } else {
      tensors.set(name, { shape, data });
    }
  }
  return tensors;
}

/** Sums over a micro-batch; divide by the weights of the whole batch. */
export interface WeightedLoss {
  readonly loss: number;
  readonly weight: number;
  /** Loss and number of the tokens with weight 1: the agent's own. */
  readonly agentLoss: number;
  readonly agentTokens: number;
}

/** Differentiates micro-batches with respect to every weight. */
export class FullGradient {
  readonly #runtime: OnnxRuntime;
  readonly #config: LlamaConfig;
  readonly #session: Promise<InferenceSession>;

  constructor(runtime: OnnxRuntime, config: LlamaConfig) {
    this.#runtime = runtime;
    this.#config = config;
    this.#session = openSession(runtime, pretrainingGraph(config, 'float32'));
  }

  /** Writes the gradient of the summed weighted loss into `gradient`; both vectors are laid out as the arena. */
  async differentiate(
    arena: Float32Array,
    sequences: readonly WeightedSequence[],
    gradient: Float32Array,
  ): Promise<WeightedLoss> {
    const runtime = this.#runtime;
    const { parameters } = parameterLayout(this.#config);
    const { feeds, time } = contextFeeds(
      runtime,
      'float32',
      sequences.map(({ tokens }) => tokens),
    );
    const weight = new Float32Array(sequences.length * time);
    sequences.forEach((sequence, row) => {
      sequence.weights.forEach((share, column) => {
        if (column > 0) weight[row * time + column - 1] = share;
      });
    });
    const inputs: Record<string, Tensor> = {
      ...feeds,
      weight: runtime.real('float32', weight, [sequences.length, time]),
      inverse_normaliser: scalarTensor(runtime, 'float32', 1),
    };
    for (const { name, shape, offset, size } of parameters) {
      inputs[name] = runtime.real('float32', arena.subarray(offset, offset + size), shape);
    }
    const outputs = await (await this.#session).run(inputs);
    for (const { name, offset } of parameters) gradient.set(numbersOf(outputs[`gradient.${name}`]), offset);
    const logProb = numbersOf(outputs.log_prob);
    const sums = { loss: numbersOf(outputs.loss)[0], weight: 0, agentLoss: 0, agentTokens: 0 };
    weight.forEach((share, place) => {
      sums.weight += share;
      if (share !== 1) return;
      sums.agentLoss -= logProb[place];
      sums.agentTokens++;
    });
    return sums;
  }
}

export interface PretrainingOptimiserSettings {
  readonly muon: MuonSettings;
  readonly adamW: Omit<AdamWSettings, 'learningRate' | 'maxGradientNorm'>;
  readonly maxGradientNorm: number;
}

export interface LearningRates {
  readonly muon: number;
  readonly adamW: number;
}

/** All that pretraining changes. Moments are laid out as the arena: Muon uses the first alone. */
export interface PretrainingState {
  readonly arena: Float32Array;
  readonly firstMoment: Float32Array;
  readonly secondMoment: Float32Array;
  readonly steps: number;
}

/** The optimiser's step over the whole arena. */
export class PretrainingOptimiser {
  readonly #runtime: OnnxRuntime;
  readonly #settings: PretrainingOptimiserSettings;
  /** Projections by shape, each shape with its session. */
  readonly #groups: readonly { readonly session: Promise<InferenceSession>; readonly members: readonly Parameter[] }[];
  readonly #others: readonly Parameter[];

  constructor(runtime: OnnxRuntime, config: LlamaConfig, settings: PretrainingOptimiserSettings) {
    this.#runtime = runtime;
    this.#settings = settings;
    const { parameters } = parameterLayout(config);
    this.#others = parameters.filter(({ isProjection }) => !isProjection);
    const byShape = new Map<string, Parameter[]>();
    for (const parameter of parameters.filter(({ isProjection }) => isProjection)) {
      const shape = parameter.shape.join('x');
      byShape.set(shape, [...(byShape.get(shape) ?? []), parameter]);
    }
    this.#groups = [...byShape.values()].map((members) => {
      const [rows, columns] = members[0].shape;
      return { session: openSession(runtime, muonGraph([rows, columns], 'float32', settings.muon)), members };
    });
  }

  /** Changes the state's vectors in place (workers share the arena) and gives the gradient's norm before clipping. */
  async step(
    state: PretrainingState,
    gradient: Float32Array,
    rates: LearningRates,
  ): Promise<{ readonly state: PretrainingState; readonly gradientNorm: number }> {
    const gradientNorm = norm(gradient);
    const factor = clipFactor(gradientNorm, this.#settings.maxGradientNorm);
    for (let index = 0; index < gradient.length; index++) gradient[index] *= factor;
    for (const group of this.#groups) await this.#muonStep(group, state, gradient, rates.muon);
    this.#adamStep(state, gradient, rates.adamW);
    return { state: { ...state, steps: state.steps + 1 }, gradientNorm };
  }

  async #muonStep(
    { session, members }: { readonly session: Promise<InferenceSession>; readonly members: readonly Parameter[] },
    state: PretrainingState,
    gradient: Float32Array,
    learningRate: number,
  ): Promise<void> {
    const stack = (arena: Float32Array): Tensor =>
      this.#runtime.real('float32', gather(arena, members), [members.length, ...members[0].shape]);
    const outputs = await (
      await session
    ).run({
      parameter: stack(state.arena),
      gradient: stack(gradient),
      momentum: stack(state.firstMoment),
      learning_rate: scalarTensor(this.#runtime, 'float32', learningRate),
    });
    scatter(numbersOf(outputs.next_parameter), state.arena, members);
    scatter(numbersOf(outputs.next_momentum), state.firstMoment, members);
  }

  #adamStep(state: PretrainingState, gradient: Float32Array, learningRate: number): void {
    const before: TrainableState = {
      adapter: gather(state.arena, this.#others),
      firstMoment: gather(state.firstMoment, this.#others),
      secondMoment: gather(state.secondMoment, this.#others),
      steps: state.steps,
    };
    const settings: AdamWSettings = { ...this.#settings.adamW, learningRate, maxGradientNorm: Infinity };
    const after = adamWStep(before, gather(gradient, this.#others), settings);
    scatter(after.adapter, state.arena, this.#others);
    scatter(after.firstMoment, state.firstMoment, this.#others);
    scatter(after.secondMoment, state.secondMoment, this.#others);
  }
}

function gather(arena: Float32Array, members: readonly Parameter[]): Float32Array {
  const gathered = new Float32Array(members.reduce((total, { size }) => total + size, 0));
  let place = 0;
  for (const { offset, size } of members) {
    gathered.set(arena.subarray(offset, offset + size), place);
    place += size;
  }
  return gathered;
}

function scatter(gathered: Float32Array, arena: Float32Array, members: readonly Parameter[]): void {
  let place = 0;
  for (const { offset, size } of members) {
    arena.set(gathered.subarray(place, place + size), offset);
    place += size;
  }
}
