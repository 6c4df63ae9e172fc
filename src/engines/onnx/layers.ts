/**
 * The layers of a Llama network, each with the gradient written by hand where that is shorter than what the
 * operations would derive. x is [batch, time, hidden_size] unless said otherwise.
 */

import type { Graph, Value } from './graph.ts';
import {
  add,
  concatenate,
  divide,
  fixedSize,
  logSoftmax,
  matrixMultiply,
  meanLast,
  multiply,
  negate,
  oneHot,
  exponential,
  reshape,
  rightGradient,
  sigmoid,
  squareRoot,
  subtract,
  sumAxis,
  swapLastAxes,
  transpose,
  unsqueezeLast,
} from './operations.ts';

/** x / rms(x) * weight (Zhang and Sennrich 2019). */
export function rmsNorm(graph: Graph, x: Value, weight: Value, epsilon: number): Value {
  const { inverse, normal, result } = graph.detached(() => {
    const meanSquare = meanLast(graph, multiply(graph, x, x));
    const rms = squareRoot(graph, add(graph, meanSquare, graph.scalar(epsilon)));
    const inverse = divide(graph, graph.scalar(1), rms);
    const normal = multiply(graph, x, inverse);
    return { inverse, normal, result: multiply(graph, normal, weight) };
  });
  graph.record([x, weight], result, (gradient, needed) => {
    const scaled = multiply(graph, gradient, weight);
    const projection = meanLast(graph, multiply(graph, scaled, normal));
    const tangent = subtract(graph, scaled, multiply(graph, normal, projection));
    return [multiply(graph, tangent, inverse), needed[1] ? sumLeading(graph, multiply(graph, gradient, normal)) : null];
  });
  return result;
}

/** silu(gate) * up, the middle of a SwiGLU block (Shazeer 2020). */
export function swiglu(graph: Graph, gate: Value, up: Value): Value {
  const { switched, silu, result } = graph.detached(() => {
    const switched = sigmoid(graph, gate);
    const silu = multiply(graph, gate, switched);
    return { switched, silu, result: multiply(graph, silu, up) };
  });
  graph.record([gate, up], result, (gradient) => {
    // silu' = s + silu (1 - s)
    const rest = subtract(graph, graph.scalar(1), switched);
    const slope = add(graph, switched, multiply(graph, silu, rest));
    return [multiply(graph, multiply(graph, gradient, up), slope), multiply(graph, gradient, silu)];
  });
  return result;
}

/** A projection with its low-rank adapter: `weight` is [in, out] and frozen, `a` [rank, in], `b` [out, rank] (PEFT). */
export interface AdaptedWeight {
  readonly weight: Value;
  readonly a: Value;
  readonly b: Value;
  readonly scale: number;
}

/**
 * x (W + scale A^T B^T) (Hu et al. 2021). The product is merged once per run; gradients go through the low rank, so
 * that no gradient of the whole matrix is ever formed.
 */
export function adaptedProjection(graph: Graph, x: Value, { weight, a, b, scale }: AdaptedWeight): Value {
  const factor = graph.scalar(scale);
  const { merged, result } = graph.detached(() => {
    const update = swapLastAxes(graph, matrixMultiply(graph, b, a));
    const merged = add(graph, weight, multiply(graph, update, factor));
    return { merged, result: matrixMultiply(graph, x, merged) };
  });
  graph.record([x, a, b], result, (gradient, needed) => {
    const scaled = multiply(graph, gradient, factor);
    const low = matrixMultiply(graph, x, swapLastAxes(graph, a));
    return [
      needed[0] ? matrixMultiply(graph, gradient, swapLastAxes(graph, merged)) : null,
      rightGradientLike(graph, matrixMultiply(graph, scaled, b), x),
      rightGradientLike(graph, scaled, low),
    ];
  });
  return result;
}

/** [batch, time, heads * size] as [batch, heads, time, size]. */
export function splitHeads(graph: Graph, x: Value, heads: number, size: number): Value {
  const [batch, time] = x.shape;
  const split = reshape(graph, x, [0, 0, heads, size], [batch, time, heads, size]);
  return transpose(graph, split, [0, 2, 1, 3]);
}

/** The inverse of `splitHeads`. */
export function joinHeads(graph: Graph, x: Value): Value {
  const [batch, heads, time, size] = x.shape;
  const width = fixedSize(heads) * fixedSize(size);
  return reshape(graph, transpose(graph, x, [0, 2, 1, 3]), [0, 0, width], [batch, time, width]);
}

/** Each key or value head once for every query head of its group: [batch, kv heads, time, size] to [.., heads, ..]. */
export function repeatHeads(graph: Graph, x: Value, heads: number): Value {
  const [batch, groups, time, size] = x.shape;
  const copies = heads / fixedSize(groups);
  if (copies === 1) return x;
  const column = reshape(graph, x, [0, fixedSize(groups), 1, -1, fixedSize(size)], [batch, groups, 1, time, size]);
  const repeated = concatenate(graph, Array<Value>(copies).fill(column), 2, copies);
  return reshape(graph, repeated, [0, heads, -1, fixedSize(size)], [batch, heads, time, size]);
}

/** Rotary position embedding (Su et al. 2021): `cosine` and `sine` broadcast to x's [batch, heads, time, size]. */
export function rotate(graph: Graph, x: Value, cosine: Value, sine: Value): Value {
  const size = fixedSize(x.shape[3]);
  const half = size / 2;
  const turn = new Float32Array(size * size);
  for (let column = 0; column < size; column++) {
    const row = column < half ? column + half : column - half;
    turn[row * size + column] = column < half ? -1 : 1;
  }
  const turned = matrixMultiply(graph, x, graph.constant(turn, [size, size]));
  return add(graph, multiply(graph, x, cosine), multiply(graph, turned, sine));
}

/** Log-probability of one target per position: logits [..., vocabulary], targets [...]. */
export function logProbabilityOf(graph: Graph, logits: Value, targets: Value): Value {
  const count = fixedSize(logits.shape[logits.shape.length - 1]);
  const { all, picked, result } = graph.detached(() => {
    const all = logSoftmax(graph, logits);
    const picked = oneHot(graph, targets, count);
    return { all, picked, result: sumAxis(graph, multiply(graph, all, picked), -1, false) };
  });
  graph.record([logits], result, (gradient) => {
    const difference = subtract(graph, picked, exponential(graph, all));
    return [multiply(graph, difference, unsqueezeLast(graph, gradient))];
  });
  return result;
}

/** KL(policy || base) at every position, over the whole distribution; no gradient flows to the base. */
export function divergence(graph: Graph, logits: Value, baseLogits: Value): Value {
  const { probabilities, ratio, result } = graph.detached(() => {
    const all = logSoftmax(graph, logits);
    const probabilities = exponential(graph, all);
    const ratio = subtract(graph, all, logSoftmax(graph, baseLogits));
    return { probabilities, ratio, result: sumAxis(graph, multiply(graph, probabilities, ratio), -1, false) };
  });
  graph.record([logits], result, (gradient) => {
    const excess = subtract(graph, ratio, unsqueezeLast(graph, result));
    return [multiply(graph, multiply(graph, probabilities, excess), unsqueezeLast(graph, gradient))];
  });
  return result;
}

/** Entropy in nats of the distribution at every position. */
export function entropy(graph: Graph, logits: Value): Value {
  const { all, probabilities, result } = graph.detached(() => {
    const all = logSoftmax(graph, logits);
    const probabilities = exponential(graph, all);
    return {
      all,
      probabilities,
      result: negate(graph, sumAxis(graph, multiply(graph, probabilities, all), -1, false)),
    };
  });
  graph.record([logits], result, (gradient) => {
    const excess = negate(graph, add(graph, all, unsqueezeLast(graph, result)));
    return [multiply(graph, multiply(graph, probabilities, excess), unsqueezeLast(graph, gradient))];
  });
  return result;
}

/** left^T right over all positions: [..., m] and [..., n] give [m, n]. */
function rightGradientLike(graph: Graph, left: Value, right: Value): Value {
  const shape = [left.shape[left.shape.length - 1], right.shape[right.shape.length - 1]];
  return rightGradient(graph, left, { name: '', type: graph.real, shape }, right);
}

/** Sum over every axis but the last. */
function sumLeading(graph: Graph, a: Value): Value {
  const axes = a.shape.slice(0, -1).map((_, axis) => axis);
  const shape = a.shape.slice(-1);
  return graph.node('ReduceSum', [a, graph.integers(axes)], { shape }, { keepdims: 0 });
}
