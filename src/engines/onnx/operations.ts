/**
 * The differentiable operations that the networks are made of. Each emits one ONNX node (opset 18) and records its
 * vector-Jacobian product. Only operators that ONNX Runtime has in float64 are used, so that one description serves
 * both the engine and its oracle.
 */

import type { Dimension, Graph, Value } from './graph.ts';
import { WaymarkError } from '../../core/errors.ts';

export function add(graph: Graph, a: Value, b: Value): Value {
  return graph.node('Add', [a, b], { shape: broadcast(a, b) }, {}, (gradient) => [
    reduceTo(graph, gradient, a.shape),
    reduceTo(graph, gradient, b.shape),
  ]);
}

export function subtract(graph: Graph, a: Value, b: Value): Value {
  return graph.node('Sub', [a, b], { shape: broadcast(a, b) }, {}, (gradient, needed) => [
    reduceTo(graph, gradient, a.shape),
    needed[1] ? reduceTo(graph, negate(graph, gradient), b.shape) : null,
  ]);
}

export function multiply(graph: Graph, a: Value, b: Value): Value {
  return graph.node('Mul', [a, b], { shape: broadcast(a, b) }, {}, (gradient, needed) => [
    needed[0] ? reduceTo(graph, multiply(graph, gradient, b), a.shape) : null,
    needed[1] ? reduceTo(graph, multiply(graph, gradient, a), b.shape) : null,
  ]);
}

export function divide(graph: Graph, a: Value, b: Value): Value {
  const quotient = graph.node('Div', [a, b], { shape: broadcast(a, b) });
  graph.record([a, b], quotient, (gradient, needed) => {
    const scaled = divide(graph, gradient, b);
    return [
      needed[0] ? reduceTo(graph, scaled, a.shape) : null,
      needed[1] ? reduceTo(graph, negate(graph, multiply(graph, scaled, quotient)), b.shape) : null,
    ];
  });
  return quotient;
}

export function negate(graph: Graph, a: Value): Value {
  return graph.node('Neg', [a], { shape: a.shape }, {}, (gradient) => [negate(graph, gradient)]);
}

export function exponential(graph: Graph, a: Value): Value {
  const result = graph.node('Exp', [a], { shape: a.shape });
  graph.record([a], result, (gradient) => [multiply(graph, gradient, result)]);
  return result;
}

export function sigmoid(graph: Graph, a: Value): Value {
  const result = graph.node('Sigmoid', [a], { shape: a.shape });
  graph.record([a], result, (gradient) => {
    const slope = multiply(graph, result, subtract(graph, graph.scalar(1), result));
    return [multiply(graph, gradient, slope)];
  });
  return result;
}

export function squareRoot(graph: Graph, a: Value): Value {
  const result = graph.node('Sqrt', [a], { shape: a.shape });
  graph.record([a], result, (gradient) => [divide(graph, multiply(graph, gradient, graph.scalar(0.5)), result)]);
  return result;
}

/**
 * Matrix product over the last two axes. Either both sides have the same leading axes, or `b` is one matrix shared by
 * all of them: [..., m, k] x [k, n] or [..., m, k] x [..., k, n].
 */
export function matrixMultiply(graph: Graph, a: Value, b: Value): Value {
  const inner = a.shape[a.shape.length - 1];
  if (inner !== b.shape[b.shape.length - 2]) {
    throw new WaymarkError('engine', `Shapes [${a.shape.join(', ')}] and [${b.shape.join(', ')}] do not multiply.`);
  }
  const shape = [...a.shape.slice(0, -1), b.shape[b.shape.length - 1]];
  return graph.node('MatMul', [a, b], { shape }, {}, (gradient, needed) => [
    needed[0] ? matrixMultiply(graph, gradient, swapLastAxes(graph, b)) : null,
    needed[1] ? rightGradient(graph, a, b, gradient) : null,
  ]);
}

/** Gradient of the right side of a matrix product: a^T gradient, summed over leading axes where `b` has none. */
export function rightGradient(graph: Graph, a: Value, b: Value, gradient: Value): Value {
  const shared = b.shape.length === 2 && a.shape.length > 2;
  const left = shared ? flattenRows(graph, a) : a;
  const right = shared ? flattenRows(graph, gradient) : gradient;
  return matrixMultiply(graph, swapLastAxes(graph, left), right);
}

/** [..., m, k] as [rows, k]. */
function flattenRows(graph: Graph, a: Value): Value {
  const width = fixedSize(a.shape[a.shape.length - 1]);
  return reshape(graph, a, [-1, width], [`rows(${a.shape.slice(0, -1).join('*')})`, width]);
}

export function transpose(graph: Graph, a: Value, permutation: readonly number[]): Value {
  const inverse = permutation.map((_, axis) => permutation.indexOf(axis));
  const shape = permutation.map((axis) => a.shape[axis]);
  return graph.node('Transpose', [a], { type: a.type, shape }, { perm: permutation }, (gradient) => [
    transpose(graph, gradient, inverse),
  ]);
}

export function swapLastAxes(graph: Graph, a: Value): Value {
  const axes = a.shape.map((_, axis) => axis);
  const last = axes.length - 1;
  [axes[last - 1], axes[last]] = [last, last - 1];
  return transpose(graph, a, axes);
}

/** `target` as ONNX reads it: 0 copies the size at that place, -1 is whatever is left. `shape` is what comes out. */
export function reshape(graph: Graph, a: Value, target: readonly number[], shape: readonly Dimension[]): Value {
  return graph.node('Reshape', [a, graph.integers(target)], { type: a.type, shape }, {}, (gradient) => [
    graph.node('Reshape', [gradient, shapeOf(graph, a)], { shape: a.shape }),
  ]);
}

/** A new axis of size 1 at the end. */
export function unsqueezeLast(graph: Graph, a: Value): Value {
  const axis = graph.integers([-1]);
  return graph.node('Unsqueeze', [a, axis], { type: a.type, shape: [...a.shape, 1] }, {}, (gradient) => [
    graph.node('Squeeze', [gradient, axis], { shape: a.shape }),
  ]);
}

/** Sum over one axis, counted from the end (-1 is the last), which stays with size 1 if `keep`. */
export function sumAxis(graph: Graph, a: Value, axis: number, keep: boolean): Value {
  const place = a.shape.length + axis;
  const kept = a.shape.map((size, index) => (index === place ? 1 : size));
  const shape = keep ? kept : a.shape.filter((_, index) => index !== place);
  const axes = graph.integers([axis]);
  return graph.node('ReduceSum', [a, axes], { shape }, { keepdims: keep ? 1 : 0 }, (gradient) => {
    const full = keep ? gradient : graph.node('Unsqueeze', [gradient, axes], { shape: kept });
    return [expandLike(graph, full, a)];
  });
}

/** Sum of all elements, of shape []. */
export function sumAll(graph: Graph, a: Value): Value {
  return graph.node('ReduceSum', [a], { shape: [] }, { keepdims: 0 }, (gradient) => [expandLike(graph, gradient, a)]);
}

/** Mean over the last axis, which stays with size 1. */
export function meanLast(graph: Graph, a: Value): Value {
  const width = fixedSize(a.shape[a.shape.length - 1]);
  return multiply(graph, sumAxis(graph, a, -1, true), graph.scalar(1 / width));
}

/** Softmax over the last axis. */
export function softmax(graph: Graph, a: Value): Value {
  const result = graph.node('Softmax', [a], { shape: a.shape }, { axis: -1 });
  graph.record([a], result, (gradient) => {
    const weighted = multiply(graph, gradient, result);
    const total = sumAxis(graph, weighted, -1, true);
    return [subtract(graph, weighted, multiply(graph, result, total))];
  });
  return result;
}

/** Log-softmax over the last axis. */
export function logSoftmax(graph: Graph, a: Value): Value {
  const result = graph.node('LogSoftmax', [a], { shape: a.shape }, { axis: -1 });
  graph.record([a], result, (gradient) => {
    const total = sumAxis(graph, gradient, -1, true);
    return [subtract(graph, gradient, multiply(graph, exponential(graph, result), total))];
  });
  return result;
}

export function concatenate(graph: Graph, parts: readonly Value[], axis: number, size: Dimension): Value {
  const first = parts[0];
  const shape = first.shape.map((other, index) => (index === axis ? size : other));
  return graph.node('Concat', parts, { type: first.type, shape }, { axis }, (gradient, needed) => {
    let start = 0;
    return parts.map((part, index) => {
      const end = start + fixedSize(part.shape[axis]);
      const piece = needed[index] ? slice(graph, gradient, axis, start, end) : null;
      start = end;
      return piece;
    });
  });
}

/** Elements `start` to `end` - 1 of one axis. No gradient flows through it. */
export function slice(graph: Graph, a: Value, axis: number, start: number, end: number): Value {
  const shape = a.shape.map((size, index) => (index === axis ? end - start : size));
  const bounds = [[start], [end], [axis]].map((numbers) => graph.integers(numbers));
  return graph.node('Slice', [a, ...bounds], { type: a.type, shape });
}

/** The last element of one axis, which stays with size 1. No gradient flows through it. */
export function lastOf(graph: Graph, a: Value, axis: number): Value {
  const shape = a.shape.map((size, index) => (index === axis ? 1 : size));
  const bounds = [[-1], [Number.MAX_SAFE_INTEGER], [axis]].map((numbers) => graph.integers(numbers));
  return graph.node('Slice', [a, ...bounds], { type: a.type, shape });
}

/** Rows of a [count, width] table, for indices of any shape. */
export function gatherRows(graph: Graph, table: Value, indices: Value): Value {
  const width = fixedSize(table.shape[1]);
  const shape = [...indices.shape, width];
  return graph.node('Gather', [table, indices], { shape }, { axis: 0 }, (gradient) => {
    const picked = oneHot(graph, indices, fixedSize(table.shape[0]));
    return [rightGradient(graph, picked, table, gradient), null];
  });
}

/** 1 where the last, new axis equals the index, else 0. (ONNX's OneHot has no float64 in ONNX Runtime.) */
export function oneHot(graph: Graph, indices: Value, count: number): Value {
  const ids = graph.integers(Array.from({ length: count }, (_, id) => id));
  const column = graph.detached(() => unsqueezeLast(graph, indices));
  const equal = graph.node('Equal', [column, ids], { type: 'bool', shape: [...indices.shape, count] });
  return castToReal(graph, equal);
}

export function castToReal(graph: Graph, a: Value): Value {
  return graph.node('Cast', [a], { shape: a.shape }, { to: { type: graph.real } });
}

/** Comparisons and their combinations, through which no gradient flows. */
export function compare(graph: Graph, operator: 'LessOrEqual' | 'GreaterOrEqual', a: Value, b: Value): Value {
  return graph.node(operator, [a, b], { type: 'bool', shape: broadcast(a, b) });
}

export function combine(graph: Graph, operator: 'And' | 'Or', a: Value, b: Value): Value {
  return graph.node(operator, [a, b], { type: 'bool', shape: broadcast(a, b) });
}

function shapeOf(graph: Graph, a: Value): Value {
  return graph.node('Shape', [a], { type: 'int64', shape: [a.shape.length] });
}

function expandLike(graph: Graph, a: Value, like: Value): Value {
  return graph.node('Expand', [a, shapeOf(graph, like)], { shape: like.shape });
}

/** Sums a gradient over the axes along which an operand of shape `target` was broadcast. */
function reduceTo(graph: Graph, gradient: Value, target: readonly Dimension[]): Value {
  const extra = gradient.shape.length - target.length;
  const leading = Array.from({ length: extra }, (_, axis) => axis);
  const stretched = target.flatMap((size, axis) =>
    size === 1 && gradient.shape[axis + extra] !== 1 ? [axis + extra] : [],
  );
  let result = gradient;
  if (stretched.length > 0) {
    const shape = result.shape.map((size, axis) => (stretched.includes(axis) ? 1 : size));
    result = graph.node('ReduceSum', [result, graph.integers(stretched)], { shape }, { keepdims: 1 });
  }
  if (leading.length > 0) {
    result = graph.node('ReduceSum', [result, graph.integers(leading)], { shape: target }, { keepdims: 0 });
  }
  return result;
}

function broadcast(a: Value, b: Value): readonly Dimension[] {
  const rank = Math.max(a.shape.length, b.shape.length);
  return Array.from({ length: rank }, (_, index) => {
    const left = a.shape[index - rank + a.shape.length] ?? 1;
    const right = b.shape[index - rank + b.shape.length] ?? 1;
    if (left === 1) return right;
    if (right === 1 || left === right) return left;
    throw new WaymarkError('engine', `Shapes [${a.shape.join(', ')}] and [${b.shape.join(', ')}] do not broadcast.`);
  });
}

/** The size of an axis that is known when the graph is built. */
export function fixedSize(dimension: Dimension): number {
  if (typeof dimension === 'number') return dimension;
  throw new WaymarkError('engine', `The size of axis "${dimension}" must be fixed here.`);
}
