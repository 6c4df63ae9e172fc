/** Rows of token ids as the padded tensors that the graphs over whole contexts take. */

import type { Tensor } from 'onnxruntime-common';
import type { LoraLayout } from '../../policy/lora.ts';
import type { LossSettings, TrainingRow } from '../engine.ts';
import type { RealType } from './graph.ts';
import { MASKED } from './llama.ts';
import type { Numbers, OnnxRuntime } from './runtime.ts';

type Feeds = Readonly<Record<string, Tensor>>;

/** Zeros of the graph's floating-point type. */
export function zeros(real: RealType, count: number): Numbers {
  return real === 'float32' ? new Float32Array(count) : new Float64Array(count);
}

export function scalarTensor(runtime: OnnxRuntime, real: RealType, value: number): Tensor {
  const data = zeros(real, 1);
  data[0] = value;
  return runtime.real(real, data, []);
}

/**
 * Contexts [rows, time] with `time` one less than the longest, padded on the right: `tokens` without their last,
 * `targets` without their first, positions and the causal bias.
 */
export function contextFeeds(
  runtime: OnnxRuntime,
  real: RealType,
  rows: readonly (readonly number[])[],
): { readonly feeds: Feeds; readonly time: number } {
  // A context of one token predicts nothing, but graphs need a column.
  const time = Math.max(2, ...rows.map((row) => row.length)) - 1;
  const tokens = new BigInt64Array(rows.length * time);
  const targets = new BigInt64Array(rows.length * time);
  rows.forEach((row, index) => {
    for (let column = 0; column < row.length - 1; column++) {
      tokens[index * time + column] = BigInt(row[column]);
      targets[index * time + column] = BigInt(row[column + 1]);
    }
  });
  return {
    time,
    feeds: {
      tokens: runtime.integers(tokens, [rows.length, time]),
      targets: runtime.integers(targets, [rows.length, time]),
      ...causalFeeds(runtime, real, time),
    },
  };
}

/** Positions 0 to `time` - 1 and the bias that hides later positions. */
function causalFeeds(runtime: OnnxRuntime, real: RealType, time: number): Feeds {
  const bias = zeros(real, time * time);
  for (let row = 0; row < time; row++) bias.fill(MASKED, row * time + row + 1, (row + 1) * time);
  return {
    positions: runtime.integers(
      BigInt64Array.from({ length: time }, (_, position) => BigInt(position)),
      [time],
    ),
    bias: runtime.real(real, bias, [time, time]),
  };
}

/** Whether a loss has the entropy bonus, and so a graph of its own. */
export function hasEntropyBonus({ entropyCoefficient = 0 }: LossSettings): boolean {
  return entropyCoefficient !== 0;
}

/** A micro-batch with its advantages and old log-probabilities, each at the column that predicts its token. */
export function lossFeeds(
  runtime: OnnxRuntime,
  real: RealType,
  rows: readonly TrainingRow[],
  loss: LossSettings,
): Feeds {
  const { feeds, time } = contextFeeds(
    runtime,
    real,
    rows.map((row) => row.tokens),
  );
  const advantage = zeros(real, rows.length * time);
  const oldLogProb = zeros(real, rows.length * time);
  const weight = zeros(real, rows.length * time);
  rows.forEach((row, index) => {
    row.positions.forEach((position, entry) => {
      const column = index * time + position - 1;
      advantage[column] = row.advantages[entry];
      oldLogProb[column] = row.oldLogProbs[entry];
      weight[column] = 1;
    });
  });
  const shape = [rows.length, time];
  return {
    ...feeds,
    inverse_temperature: scalarTensor(runtime, real, 1 / loss.temperature),
    advantage: runtime.real(real, advantage, shape),
    old_log_prob: runtime.real(real, oldLogProb, shape),
    weight: runtime.real(real, weight, shape),
    clip_low: scalarTensor(runtime, real, loss.clipLow),
    clip_high: scalarTensor(runtime, real, loss.clipHigh),
    inverse_normaliser: scalarTensor(runtime, real, 1 / loss.normaliser),
    ...(loss.klCoefficient === 0 ? {} : { kl_coefficient: scalarTensor(runtime, real, loss.klCoefficient) }),
    ...(hasEntropyBonus(loss)
      ? { entropy_coefficient: scalarTensor(runtime, real, loss.entropyCoefficient ?? 0) }
      : {}),
  };
}

/** One tensor for every matrix of the adapter's arena. */
export function adapterFeeds(
  runtime: OnnxRuntime,
  real: RealType,
  layout: LoraLayout,
  adapter: ArrayLike<number>,
): Feeds {
  return Object.fromEntries(
    layout.matrices.map(({ name, shape, offset }) => {
      const data = zeros(real, shape[0] * shape[1]);
      for (let index = 0; index < data.length; index++) data[index] = adapter[offset + index];
      return [name, runtime.real(real, data, shape)];
    }),
  );
}
