/**
 * The full-parameter step for pretraining: weighted cross-entropy of the next token and its gradient with respect to
 * every weight, and Muon's update of the matrices.
 */

import type { LlamaConfig } from '../../policy/config.ts';
import { gradients } from './gradients.ts';
import { Graph, type RealType, type Value } from './graph.ts';
import { logProbabilityOf } from './layers.ts';
import { attendWithin, hiddenStates, rotaryAt } from './llama.ts';
import {
  add,
  divide,
  matrixMultiply,
  multiply,
  negate,
  reshape,
  squareRoot,
  subtract,
  sumAll,
  sumAxis,
  swapLastAxes,
} from './operations.ts';
import { parameterShapes, trainableWeights } from './weight-sources.ts';

/**
 * Inputs: `tokens`, `targets` [batch, time] (int64), `positions` [time] (int64), `bias` [time, time], `weight`
 * [batch, time], `inverse_normaliser` [], and every weight under its checkpoint name (projections as [in, out]).
 * Outputs: `loss`, `log_prob` [batch, time], and `gradient.NAME` for every weight.
 */
export function pretrainingGraph(config: LlamaConfig, real: RealType): Graph {
  const graph = new Graph(real);
  const tokens = graph.input('tokens', 'int64', ['batch', 'time']);
  const targets = graph.input('targets', 'int64', ['batch', 'time']);
  const rotary = rotaryAt(graph, config, graph.input('positions', 'int64', ['time']));
  const bias = graph.input('bias', real, ['time', 'time']);
  const weight = graph.input('weight', real, ['batch', 'time']);
  const inverseNormaliser = graph.input('inverse_normaliser', real, []);
  const parameters = parameterShapes(config).map(({ name, shape }) => graph.input(name, real, shape));

  const weights = trainableWeights(graph, config, new Map(parameters.map((value) => [value.name, value])));
  const hidden = hiddenStates(graph, config, weights, tokens, rotary, attendWithin(graph, config, bias));
  const logProb = logProbabilityOf(graph, weights.head(hidden), targets);
  const loss = multiply(graph, negate(graph, sumAll(graph, multiply(graph, logProb, weight))), inverseNormaliser);

  gradients(graph, loss, parameters).forEach((gradient, index) => {
    graph.output(`gradient.${parameters[index].name}`, gradient);
  });
  graph.output('loss', loss);
  graph.output('log_prob', logProb);
  return graph;
}

/** Coefficients of the quintic Newton-Schulz iteration, and how often it runs (Jordan et al. 2024, Muon). */
const NEWTON_SCHULZ = [3.4445, -4.775, 2.0315] as const;
const NEWTON_SCHULZ_STEPS = 5;
const SMALLEST_NORM = 1e-7;

export interface MuonSettings {
  readonly momentum: number;
  readonly weightDecay: number;
}

/**
 * One Muon step (momentum with Nesterov's look-ahead, orthogonalised by Newton-Schulz) for `count` matrices of one
 * shape. Inputs: `parameter`, `gradient`, `momentum` [count, rows, columns], `learning_rate` [].
 * Outputs: `next_parameter`, `next_momentum`.
 */
export function muonGraph(shape: readonly [number, number], real: RealType, settings: MuonSettings): Graph {
  const [rows, columns] = shape;
  const graph = new Graph(real);
  const stack = ['count', rows, columns];
  const parameter = graph.input('parameter', real, stack);
  const gradient = graph.input('gradient', real, stack);
  const momentum = graph.input('momentum', real, stack);
  const learningRate = graph.input('learning_rate', real, []);
  graph.detached(() => {
    const decay = graph.scalar(settings.momentum);
    const nextMomentum = add(graph, multiply(graph, momentum, decay), gradient);
    const direction = orthogonalised(graph, add(graph, gradient, multiply(graph, nextMomentum, decay)), shape);
    const scale = graph.scalar(Math.sqrt(Math.max(1, rows / columns)));
    const kept = subtract(graph, graph.scalar(1), multiply(graph, learningRate, graph.scalar(settings.weightDecay)));
    const change = multiply(graph, direction, multiply(graph, learningRate, scale));
    graph.output('next_parameter', subtract(graph, multiply(graph, parameter, kept), change));
    graph.output('next_momentum', nextMomentum);
  });
  return graph;
}

/** The nearest semi-orthogonal matrix, roughly: singular values are pushed towards 1. */
function orthogonalised(graph: Graph, matrices: Value, [rows, columns]: readonly [number, number]): Value {
  const [a, b, c] = NEWTON_SCHULZ.map((coefficient) => graph.scalar(coefficient));
  const squares = sumAxis(
    graph,
    reshape(graph, multiply(graph, matrices, matrices), [0, -1], ['count', rows * columns]),
    -1,
    true,
  );
  const norms = reshape(graph, squareRoot(graph, squares), [0, 1, 1], ['count', 1, 1]);
  const tall = rows > columns;
  let x = divide(graph, matrices, add(graph, norms, graph.scalar(SMALLEST_NORM)));
  if (tall) x = swapLastAxes(graph, x);
  for (let step = 0; step < NEWTON_SCHULZ_STEPS; step++) {
    const gram = matrixMultiply(graph, x, swapLastAxes(graph, x));
    const square = matrixMultiply(graph, gram, gram);
    const mix = add(graph, multiply(graph, gram, b), multiply(graph, square, c));
    x = add(graph, multiply(graph, x, a), matrixMultiply(graph, mix, x));
  }
  return tall ? swapLastAxes(graph, x) : x;
}
