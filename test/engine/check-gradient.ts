/** Compares the gradients that a graph derives with central differences, in float64. */

import { gradients } from '../../src/engines/onnx/gradients.ts';
import { Graph, type Dimension, type Value } from '../../src/engines/onnx/graph.ts';
import { multiply, sumAll } from '../../src/engines/onnx/operations.ts';
import { centralDifferences, relativeError } from './differences.ts';
import { randomNumbers, randomStream } from './random.ts';
import { runOnce, withGraph, type Feed } from './run-graph.ts';

/** One input of the function under test. */
export interface Operand {
  readonly size: readonly number[];
  /** Sizes as the graph is told them, where some are known only at run time. */
  readonly declared?: readonly Dimension[];
  /** Between -1 and 1 at random unless given. */
  readonly data?: ArrayLike<number>;
  /** Whole numbers, which have no gradient. */
  readonly isInteger?: boolean;
  /** Real numbers whose gradient is not asked for. */
  readonly isFixed?: boolean;
}

export type BuildFunction = (graph: Graph, values: readonly Value[]) => Value;

/**
 * The relative errors of the gradients of a random weighted sum of the results, one for each operand that has one. Fails
 * when results or gradients do not have the shapes that the graph declares.
 */
export async function gradientErrors(build: BuildFunction, operands: readonly Operand[]): Promise<readonly number[]> {
  const random = randomStream(operands.length);
  const feeds: Record<string, Feed> = {};
  operands.forEach(({ size, data }, index) => {
    const count = size.reduce((product, length) => product * length, 1);
    feeds[`x${index}`] = { data: data ?? randomNumbers(random, count), shape: size };
  });
  const declare = (graph: Graph): readonly Value[] =>
    operands.map(({ size, declared, isInteger }, index) =>
      graph.input(`x${index}`, isInteger ? 'int64' : 'float64', declared ?? size),
    );

  const plain = new Graph('float64');
  const declaredResult = build(plain, declare(plain));
  plain.output('result', declaredResult);
  const { result } = await runOnce(plain, feeds);
  expectShape('result', result.shape, declaredResult.shape);
  feeds.weights = { data: randomNumbers(random, result.data.length), shape: result.shape };

  const graph = new Graph('float64');
  const inputs = declare(graph);
  const value = build(graph, inputs);
  const weights = graph.input('weights', 'float64', value.shape);
  const loss = sumAll(graph, multiply(graph, value, weights));
  const variables = inputs.filter((_, index) => !operands[index].isInteger && !operands[index].isFixed);
  gradients(graph, loss, variables).forEach((gradient, index) => {
    graph.output(`gradient of ${variables[index].name}`, gradient);
  });
  graph.output('loss', loss);
  return withGraph(graph, async (run) => {
    const outputs = await run(feeds);
    const errors: number[] = [];
    for (const { name } of variables) {
      const { data, shape } = feeds[name];
      const derived = outputs[`gradient of ${name}`];
      expectShape(`gradient of ${name}`, derived.shape, shape);
      const measured = await centralDifferences(
        async (point) => (await run({ ...feeds, [name]: { data: point, shape } })).loss.data[0],
        data,
      );
      errors.push(relativeError(derived.data, measured));
    }
    return errors;
  });
}

function expectShape(what: string, actual: readonly number[], declared: readonly Dimension[]): void {
  const fits = declared.every((size, axis) => typeof size === 'string' || size === actual[axis]);
  if (declared.length === actual.length && fits) return;
  throw new Error(`The ${what} is [${actual.join(', ')}], not [${declared.join(', ')}].`);
}
