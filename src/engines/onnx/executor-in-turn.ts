/**
 * Calls of an executor one after the other. ONNX Runtime keeps what a run is given on the one stack of its WebAssembly
 * module: a run begun while another is being prepared overwrites that, and never ends.
 */

import type { Executor } from './executor.ts';

export function inTurn(executor: Executor): Executor {
  let last: Promise<unknown> = Promise.resolve();
  const next = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
  return {
    setAdapter: (adapter) => next(() => executor.setAdapter(adapter)),
    openBatch: (rows, sampling) => next(() => executor.openBatch(rows, sampling)),
    generate: (batch, request) => next(() => executor.generate(batch, request)),
    closeBatch: (batch) => next(() => executor.closeBatch(batch)),
    differentiate: (rows, loss) => next(() => executor.differentiate(rows, loss)),
    score: (rows, temperature) => next(() => executor.score(rows, temperature)),
    close: () => next(() => executor.close()),
  };
}
