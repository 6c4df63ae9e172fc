/**
 * The policy in jax-js: the PPO loss at generated tokens as a function of the flat adapter, to be differentiated and
 * compiled. Every function takes ownership of the arrays that it is given, as the library asks.
 */

import { nn, numpy as np } from '@jax-js/jax';
import type { BenchModel } from '../../../src/bench/contender.ts';
import type { LossSettings } from '../../../src/engines/engine.ts';
import { headSize, type LlamaConfig } from '../../../src/policy/config.ts';
import type { LoraModule } from '../../../src/policy/lora.ts';
import { projectionModule, type Projection } from '../../../src/policy/weights.ts';
import { headMatrix, projectionMatrix, rotaryMatrices, vocabularyBias, weightNumbers } from './network-tables.ts';
import type { PaddedBatch } from './padded-batches.ts';

/** Matrices [in, out]; `attention` is query, key and value side by side. */
type JaxLayer = Record<'inputNorm' | 'middleNorm' | 'attention' | 'output' | 'gate' | 'up' | 'down', np.Array>;

export type JaxWeights = Record<'embedding' | 'norm' | 'head' | 'vocabularyBias', np.Array> &
  Record<'layers', JaxLayer[]>;

/**
 * A batch on the device: `tokens` [rows, time]; of every generated token where it is predicted (`places`), itself
 * (`targets`, one-hot) and what the loss needs; `ones` [generated tokens, 1], see `picked`; rotary tables
 * [time, 1, head size], of which the first half of the sines is negated.
 */
export type JaxBatch = Record<
  'tokens' | 'places' | 'targets' | 'ones' | 'advantages' | 'oldLogProbs' | 'cosine' | 'sine',
  np.Array
>;

export function jaxWeights({ base, maskedTokens }: BenchModel): JaxWeights {
  const { config } = base;
  const vector = (name: string): np.Array => np.array(weightNumbers(base, name));
  const matrix = (layer: number, ...names: readonly Projection[]): np.Array => {
    const { data, shape } = projectionMatrix(base, layer, names);
    return np.array(data).reshape(shape);
  };
  const head = headMatrix(base);
  return {
    embedding: vector('model.embed_tokens.weight').reshape([config.vocab_size, config.hidden_size]),
    layers: Array.from({ length: config.num_hidden_layers }, (_, layer) => ({
      inputNorm: vector(`model.layers.${layer}.input_layernorm.weight`),
      middleNorm: vector(`model.layers.${layer}.post_attention_layernorm.weight`),
      attention: matrix(layer, 'q_proj', 'k_proj', 'v_proj'),
      output: matrix(layer, 'o_proj'),
      gate: matrix(layer, 'gate_proj'),
      up: matrix(layer, 'up_proj'),
      down: matrix(layer, 'down_proj'),
    })),
    norm: vector('model.norm.weight'),
    head: np.array(head.data).reshape(head.shape),
    vocabularyBias: np.array(vocabularyBias(config, maskedTokens)),
  };
}

export function jaxBatch(config: LlamaConfig, batch: PaddedBatch): JaxBatch {
  const { rows, time } = batch;
  const size = headSize(config);
  const { cosine, sine } = rotaryMatrices(config, time);
  const signed = sine.map((value, index) => (index % size < size / 2 ? -value : value));
  return {
    tokens: np.array(batch.tokens, { dtype: np.int32 }).reshape([rows, time]),
    places: np.array(batch.places, { dtype: np.int32 }),
    ones: np.ones([batch.places.length, 1]),
    targets: nn.oneHot(np.array(batch.targets, { dtype: np.int32 }), config.vocab_size),
    advantages: np.array(batch.advantages),
    oldLogProbs: np.array(batch.oldLogProbs),
    cosine: np.array(cosine).reshape([time, 1, size]),
    sine: np.array(signed).reshape([time, 1, size]),
  };
}

/** The loss of one batch for the flat adapter. */
export function jaxLoss(model: BenchModel, settings: LossSettings) {
  const { config } = model.base;
  return (adapter: np.Array, weights: JaxWeights, batch: JaxBatch): np.Array => {
    const { advantages, oldLogProbs } = batch;
    const hidden = hiddenAtPlaces(model, adapter, weights, batch);
    const normed = rmsNorm(hidden, weights.norm, config.rms_norm_eps);
    const logits = np.matmul(normed, weights.head).div(settings.temperature).add(weights.vocabularyBias);
    const logProbs = nn.logSoftmax(logits).mul(batch.targets).sum(1);
    const ratio = np.exp(logProbs.sub(oldLogProbs));
    const clipped = np.clip(ratio.ref, 1 - settings.clipLow, 1 + settings.clipHigh);
    const surrogate = np.minimum(ratio.mul(advantages.ref), clipped.mul(advantages));
    return surrogate.sum().mul(-1 / settings.normaliser);
  };
}

/** Last hidden states before the final norm, where a generated token is predicted: [generated tokens, hidden_size]. */
function hiddenAtPlaces(model: BenchModel, adapter: np.Array, weights: JaxWeights, batch: JaxBatch): np.Array {
  const { config } = model.base;
  const { tokens, places, ones, cosine, sine } = batch;
  const [rows, time] = tokens.shape;
  const heads = (x: np.Array): np.Array => x.reshape([rows, time, config.num_attention_heads, headSize(config)]);
  let x = np.take(weights.embedding, tokens.reshape([-1]), 0);
  const adapt = adaptation(model, adapter);
  weights.layers.forEach((layer, index) => {
    const normed = rmsNorm(x.ref, layer.inputNorm, config.rms_norm_eps);
    const [query, key, value] = np.split(np.matmul(normed.ref, layer.attention), 3, 1);
    const adapted = (frozen: np.Array, projection: Projection): np.Array =>
      adapt(normed.ref, frozen, projectionModule(index, projection));
    let attended = nn
      .dotProductAttention(
        rotate(heads(adapted(query, 'q_proj')), cosine.ref, sine.ref),
        rotate(heads(adapted(key, 'k_proj')), cosine.ref, sine.ref),
        heads(adapted(value, 'v_proj')),
        { isCausal: true },
      )
      .reshape([rows * time, -1]);
    normed.dispose();
    // Nothing after the last attention mixes positions, so only those that the loss needs go on.
    if (index === weights.layers.length - 1) {
      attended = picked(attended, places.ref, ones.ref);
      x = picked(x, places, ones);
    }
    x = x.add(np.matmul(attended, layer.output));
    const middle = rmsNorm(x.ref, layer.middleNorm, config.rms_norm_eps);
    const inner = nn.silu(np.matmul(middle.ref, layer.gate)).mul(np.matmul(middle, layer.up));
    x = x.add(np.matmul(inner, layer.down));
  });
  cosine.dispose();
  sine.dispose();
  return x;
}

/**
 * Rows of x. The gradient of picking is a scatter, which jax-js 0.1 compiles only where its input is a result and not a
 * view of one (a transpose, here); the product makes it one.
 */
function picked(x: np.Array, places: np.Array, ones: np.Array): np.Array {
  return np.take(x, places, 0).mul(ones);
}

/** Adds a module's low-rank change to what its frozen matrix gave; modules without one are left as they are. */
function adaptation(
  { layout }: BenchModel,
  adapter: np.Array,
): (x: np.Array, frozen: np.Array, module: string) => np.Array {
  const ends = layout.matrices.map(({ shape, offset }) => offset + shape[0] * shape[1]);
  const parts = np.split(adapter, ends.slice(0, -1));
  const places = new Map(layout.matrices.map(({ name }, index) => [name, index]));
  const modules = new Map(layout.modules.map((module) => [module.name, module]));
  const matrix = ({ name, shape }: LoraModule['a']): np.Array => parts[places.get(name) ?? 0].reshape([...shape]);
  return (x, frozen, name) => {
    const module = modules.get(name);
    if (!module) {
      x.dispose();
      return frozen;
    }
    const low = np.matmul(x, matrix(module.a).transpose());
    return frozen.add(np.matmul(low, matrix(module.b).transpose()).mul(layout.scale));
  };
}

function rmsNorm(x: np.Array, weight: np.Array, epsilon: number): np.Array {
  const scale = np.sqrt(np.mean(np.square(x.ref), 1, { keepdims: true }).add(epsilon));
  return x.div(scale).mul(weight);
}

/** Rotary positions on [rows, time, heads, head size]. */
function rotate(x: np.Array, cosine: np.Array, sine: np.Array): np.Array {
  const [first, second] = np.split(x.ref, 2, 3);
  return np.concatenate([second, first], 3).mul(sine).add(x.mul(cosine));
}
