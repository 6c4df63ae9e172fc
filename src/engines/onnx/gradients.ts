/** Reverse-mode differentiation over the tape of a graph. */

import type { Graph, Value } from './graph.ts';
import { add } from './operations.ts';
import { WaymarkError } from '../../core/errors.ts';

/**
 * Extends the graph by the gradients of a scalar `loss` with respect to each of `variables`, in their order and shapes.
 * Work that leads to none of the variables is not built. Throws `engine` when the loss does not depend on one of them.
 */
export function gradients(graph: Graph, loss: Value, variables: readonly Value[]): readonly Value[] {
  const dependent = new Set<Value>(variables);
  for (const entry of graph.tape) {
    if (entry.inputs.some((input) => dependent.has(input))) dependent.add(entry.output);
  }
  return graph.detached(() => {
    const gradientOf = new Map<Value, Value>([[loss, graph.scalar(1)]]);
    for (const entry of graph.tape.toReversed()) {
      const gradient = gradientOf.get(entry.output);
      if (!gradient || !dependent.has(entry.output)) continue;
      const needed = entry.inputs.map((input) => dependent.has(input));
      const contributions = entry.backward(gradient, needed);
      entry.inputs.forEach((input, index) => {
        const contribution = contributions[index];
        if (!needed[index] || !contribution) return;
        const sum = gradientOf.get(input);
        gradientOf.set(input, sum ? add(graph, sum, contribution) : contribution);
      });
    }
    return variables.map((variable) => {
      const gradient = gradientOf.get(variable);
      if (!gradient) throw new WaymarkError('engine', `The loss does not depend on ${variable.name}.`);
      return gradient;
    });
  });
}
