/** One run of the benchmark in its worker: started, stopped, and what it says handed on. */

import { USUAL_SETTINGS } from '../../bench/settings.ts';
import type { BenchMessage, BenchRequest } from '../../worker/bench-protocol.ts';

/** What a run needs of a worker, so that tests can put another in its place. */
export type BenchWorker = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>;

export function startBenchWorker(): BenchWorker {
  return new Worker(new URL('../../worker/bench-worker.ts', import.meta.url), { type: 'module', name: 'bench' });
}

/** Begins a run; what it gives back ends it at once. A worker that dies counts as a failed run. */
export function runBench(worker: BenchWorker, hear: (message: BenchMessage) => void): () => void {
  worker.addEventListener('message', (event) => hear((event as MessageEvent<BenchMessage>).data));
  worker.addEventListener('error', ({ message }) => {
    hear({ type: 'failed', message: `The benchmark broke down: ${message}`, remedy: 'Reload the page to try again.' });
  });
  const site = new URL(import.meta.env.BASE_URL, document.baseURI).href;
  worker.postMessage({ site, settings: USUAL_SETTINGS } satisfies BenchRequest);
  return () => worker.terminate();
}
