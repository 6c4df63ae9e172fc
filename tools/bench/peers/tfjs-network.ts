/**
 * The policy in TensorFlow.js: hidden states with the low-rank adapter, and the PPO loss at generated tokens. Layers
 * that the library would differentiate in many small steps have their gradient written by hand.
 */

import * as tf from '@tensorflow/tfjs-core';
import type { BenchModel } from '../../../src/bench/contender.ts';
import type { LossSettings } from '../../../src/engines/engine.ts';
import { headSize, type LlamaConfig } from '../../../src/policy/config.ts';
import { projectionModule } from '../../../src/policy/weights.ts';
import {
  causalBias,
  headMatrix,
  projectionMatrix,
  rotaryMatrices,
  vocabularyBias,
  weightNumbers,
  type Matrix,
} from './network-tables.ts';
import type { PaddedBatch } from './padded-batches.ts';

interface Layer {
  readonly inputNorm: tf.Tensor1D;
  readonly middleNorm: tf.Tensor1D;
  /** Query, key and value side by side. */
  readonly attention: tf.Tensor2D;
  readonly output: tf.Tensor2D;
  readonly gate: tf.Tensor2D;
  readonly up: tf.Tensor2D;
  readonly down: tf.Tensor2D;
}

export interface TfNetwork {
  readonly model: BenchModel;
  readonly embedding: tf.Tensor2D;
  readonly layers: readonly Layer[];
  readonly norm: tf.Tensor1D;
  /** [hidden_size, vocab_size] */
  readonly head: tf.Tensor2D;
  readonly vocabularyBias: tf.Tensor1D;
}

/** Rotary tables [time, 1, head size]; the first half of the sines is negated. */
interface Turn {
  readonly cosine: tf.Tensor3D;
  readonly sine: tf.Tensor3D;
}

/** A batch on the device, with the tables of its length. */
export interface TfBatch {
  readonly rows: number;
  readonly time: number;
  readonly tokens: tf.Tensor1D;
  readonly places: tf.Tensor1D;
  readonly targets: tf.Tensor2D;
  readonly advantages: tf.Tensor1D;
  readonly oldLogProbs: tf.Tensor1D;
  /** The query's carries the scale of attention. */
  readonly queryTurn: Turn;
  readonly keyTurn: Turn;
  readonly bias: tf.Tensor2D;
}

export function tfNetwork(model: BenchModel): TfNetwork {
  const { base, maskedTokens } = model;
  const { config } = base;
  const vector = (name: string): tf.Tensor1D => tf.tensor1d(weightNumbers(base, name));
  const matrix = ({ data, shape }: Matrix): tf.Tensor2D => tf.tensor2d(data, shape);
  return {
    model,
    embedding: tf.tensor2d(weightNumbers(base, 'model.embed_tokens.weight'), [config.vocab_size, config.hidden_size]),
    layers: Array.from({ length: config.num_hidden_layers }, (_, layer) => ({
      inputNorm: vector(`model.layers.${layer}.input_layernorm.weight`),
      middleNorm: vector(`model.layers.${layer}.post_attention_layernorm.weight`),
      attention: matrix(projectionMatrix(base, layer, ['q_proj', 'k_proj', 'v_proj'])),
      output: matrix(projectionMatrix(base, layer, ['o_proj'])),
      gate: matrix(projectionMatrix(base, layer, ['gate_proj'])),
      up: matrix(projectionMatrix(base, layer, ['up_proj'])),
      down: matrix(projectionMatrix(base, layer, ['down_proj'])),
    })),
    norm: vector('model.norm.weight'),
    head: matrix(headMatrix(base)),
    vocabularyBias: tf.tensor1d(vocabularyBias(config, maskedTokens)),
  };
}

export function tfBatch({ model }: TfNetwork, batch: PaddedBatch): TfBatch {
  const { config } = model.base;
  const { rows, time } = batch;
  const size = headSize(config);
  return {
    rows,
    time,
    tokens: tf.tensor1d(batch.tokens, 'int32'),
    places: tf.tensor1d(batch.places, 'int32'),
    targets: tf.tidy(() => tf.oneHot(batch.targets, config.vocab_size, 1, 0, 'float32') as tf.Tensor2D),
    advantages: tf.tensor1d(batch.advantages),
    oldLogProbs: tf.tensor1d(batch.oldLogProbs),
    queryTurn: turn(config, time, 1 / Math.sqrt(size)),
    keyTurn: turn(config, time, 1),
    bias: tf.tensor2d(causalBias(time), [time, time]),
  };
}

function turn(config: LlamaConfig, time: number, scale: number): Turn {
  const size = headSize(config);
  const { cosine, sine } = rotaryMatrices(config, time);
  const signed = sine.map((value, index) => (index % size < size / 2 ? -value : value) * scale);
  return {
    cosine: tf.tensor3d(
      cosine.map((value) => value * scale),
      [time, 1, size],
    ),
    sine: tf.tensor3d(signed, [time, 1, size]),
  };
}

export function disposeNetwork({ embedding, layers, norm, head, vocabularyBias: bias }: TfNetwork): void {
  tf.dispose([embedding, norm, head, bias, ...layers.flatMap((layer) => Object.values<tf.Tensor>({ ...layer }))]);
}

export function disposeBatch({ tokens, places, targets, advantages, oldLogProbs, bias, ...turns }: TfBatch): void {
  const tables = [turns.queryTurn, turns.keyTurn].flatMap(({ cosine, sine }) => [cosine, sine]);
  tf.dispose([tokens, places, targets, advantages, oldLogProbs, bias, ...tables]);
}

/** The loss of one batch, for the adapter's matrices in the order of their arena. */
export function tfLoss(
  network: TfNetwork,
  batch: TfBatch,
  settings: LossSettings,
  adapter: readonly tf.Tensor2D[],
): tf.Scalar {
  const { config } = network.model.base;
  const matrices = new Map(network.model.layout.matrices.map(({ name }, index) => [name, adapter[index]]));
  const hidden = hiddenAtPlaces(network, batch, (x, frozen, module) => {
    const a = matrices.get(`${module}.lora_A`);
    const b = matrices.get(`${module}.lora_B`);
    if (!a || !b) return frozen;
    const low = tf.matMul(x, a, false, true);
    return tf.add(frozen, tf.matMul(low, tf.mul<tf.Tensor2D>(b, network.model.layout.scale), false, true));
  });
  const normed = rmsNorm(hidden, network.norm, config.rms_norm_eps);
  const logits = tf.add(tf.div(tf.matMul(normed, network.head), settings.temperature), network.vocabularyBias);
  const logProbs = tf.sum(tf.mul(tf.logSoftmax(logits), batch.targets), 1);
  const ratio = tf.exp(tf.sub(logProbs, batch.oldLogProbs));
  const clipped = tf.clipByValue(ratio, 1 - settings.clipLow, 1 + settings.clipHigh);
  const surrogate = tf.minimum(tf.mul(ratio, batch.advantages), tf.mul(clipped, batch.advantages));
  return tf.mul(tf.sum(surrogate), -1 / settings.normaliser);
}

type Adapt = (x: tf.Tensor2D, frozen: tf.Tensor2D, module: string) => tf.Tensor2D;

/** Last hidden states before the final norm, where a generated token is predicted: [generated tokens, hidden_size]. */
function hiddenAtPlaces(network: TfNetwork, batch: TfBatch, adapt: Adapt): tf.Tensor2D {
  const { config } = network.model.base;
  let x: tf.Tensor2D = tf.gather(network.embedding, batch.tokens);
  network.layers.forEach((layer, index) => {
    const normed = rmsNorm(x, layer.inputNorm, config.rms_norm_eps);
    const [query, key, value] = tf.split<tf.Tensor2D>(tf.matMul(normed, layer.attention), 3, 1);
    let attended = attend(config, batch, {
      query: adapt(normed, query, projectionModule(index, 'q_proj')),
      key: adapt(normed, key, projectionModule(index, 'k_proj')),
      value: adapt(normed, value, projectionModule(index, 'v_proj')),
    });
    // Nothing after the last attention mixes positions, so only those that the loss needs go on.
    if (index === network.layers.length - 1) {
      attended = tf.gather(attended, batch.places);
      x = tf.gather(x, batch.places);
    }
    x = tf.add(x, tf.matMul(attended, layer.output));
    const middle = rmsNorm(x, layer.middleNorm, config.rms_norm_eps);
    const inner = swiglu(tf.matMul(middle, layer.gate), tf.matMul(middle, layer.up));
    x = tf.add(x, tf.matMul(inner, layer.down));
  });
  return x;
}

function attend(
  config: LlamaConfig,
  { rows, time, bias, queryTurn, keyTurn }: TfBatch,
  { query, key, value }: { readonly query: tf.Tensor2D; readonly key: tf.Tensor2D; readonly value: tf.Tensor2D },
): tf.Tensor2D {
  const shape: [number, number, number, number] = [rows, time, config.num_attention_heads, headSize(config)];
  const heads = (x: tf.Tensor): tf.Tensor => tf.transpose(x, [0, 2, 1, 3]);
  const scores = tf.matMul(
    heads(rotate(tf.reshape(query, shape), queryTurn)),
    heads(rotate(tf.reshape(key, shape), keyTurn)),
    false,
    true,
  );
  const shares = tf.softmax(tf.add(scores, bias));
  const attended = tf.matMul(shares, heads(tf.reshape(value, shape)));
  return tf.reshape(heads(attended), [rows * time, -1]);
}

/** x / rms(x) * weight, for a weight that is frozen. */
function rmsNorm(x: tf.Tensor2D, weight: tf.Tensor1D, epsilon: number): tf.Tensor2D {
  const normalise = tf.customGrad<tf.Tensor2D>((input, save) => {
    const values = input as tf.Tensor2D;
    const inverse = tf.rsqrt(tf.add(tf.mean(tf.square(values), 1, true), epsilon));
    const normal = tf.mul<tf.Tensor2D>(values, inverse);
    (save as tf.GradSaveFunc)([normal, inverse]);
    return {
      value: tf.mul<tf.Tensor2D>(normal, weight),
      gradFunc: (gradient: tf.Tensor2D, [savedNormal, savedInverse]: tf.Tensor[]) => {
        const scaled = tf.mul(gradient, weight);
        const projection = tf.mean(tf.mul(scaled, savedNormal), 1, true);
        return tf.mul(tf.sub(scaled, tf.mul(savedNormal, projection)), savedInverse);
      },
    };
  });
  return normalise(x);
}

/** silu(gate) * up. */
function swiglu(gate: tf.Tensor2D, up: tf.Tensor2D): tf.Tensor2D {
  const combine = tf.customGrad<tf.Tensor2D>((gateInput, upInput, save) => {
    const gates = gateInput as tf.Tensor2D;
    const ups = upInput as tf.Tensor2D;
    const switched = tf.sigmoid(gates);
    const silu = tf.mul(gates, switched);
    (save as tf.GradSaveFunc)([ups, switched, silu]);
    return {
      value: tf.mul(silu, ups),
      gradFunc: (gradient: tf.Tensor2D, [savedUp, savedSwitch, savedSilu]: tf.Tensor[]) => {
        const slope = tf.add(savedSwitch, tf.mul(savedSilu, tf.sub(1, savedSwitch)));
        return [tf.mul(tf.mul(gradient, savedUp), slope), tf.mul(gradient, savedSilu)];
      },
    };
  });
  return combine(gate, up);
}

/** Rotary positions on [rows, time, heads, head size]; turning back is the gradient. */
function rotate(x: tf.Tensor, { cosine, sine }: Turn): tf.Tensor {
  const turned = (value: tf.Tensor, sines: tf.Tensor): tf.Tensor => {
    const [first, second] = tf.split(value, 2, 3);
    return tf.add(tf.mul(value, cosine), tf.mul(tf.concat([second, first], 3), sines));
  };
  const operation = tf.customGrad((input) => ({
    value: turned(input as tf.Tensor, sine),
    gradFunc: (gradient: tf.Tensor) => turned(gradient, tf.neg(sine)),
  }));
  return operation(x);
}
