/** The benchmark's worker, started, stopped, and what it says handed on; and what its result is taken away with. */

import { USUAL_SETTINGS } from '../../bench/settings.ts';
import type { BenchMessage, BenchRequest } from '../../worker/bench-protocol.ts';
import { copyText, type CopyText } from './clipboard.ts';
import { saveFile } from './files.ts';

/** What the benchmark needs of the browser; tests put another in its place. */
export interface BenchServices {
  /** Whether WebGPU has an adapter here. */
  readonly hasAdapter: () => Promise<boolean>;
  /** Begins a run; what it gives back ends it at once. */
  readonly run: (hear: (message: BenchMessage) => void) => () => void;
  readonly copy: CopyText;
  /** Saves a text as a file of that name. */
  readonly save: (name: string, text: string) => void;
}

async function hasAdapter(): Promise<boolean> {
  // Undefined in browsers without WebGPU, although its type does not say so.
  const gpu: GPU | undefined = navigator.gpu;
  return Boolean(await gpu?.requestAdapter());
}

/** A worker that dies counts as a failed run. */
function run(hear: (message: BenchMessage) => void): () => void {
  const worker = new Worker(new URL('../../worker/bench-worker.ts', import.meta.url), {
    type: 'module',
    name: 'bench',
  });
  worker.addEventListener('message', (event) => hear((event as MessageEvent<BenchMessage>).data));
  worker.addEventListener('error', ({ message }) => {
    hear({ type: 'failed', message: `The benchmark broke down: ${message}`, remedy: 'Reload the page to try again.' });
  });
  const site = new URL(import.meta.env.BASE_URL, document.baseURI).href;
  worker.postMessage({ site, settings: USUAL_SETTINGS } satisfies BenchRequest);
  return () => worker.terminate();
}

function save(name: string, text: string): void {
  saveFile(name, text, 'application/json');
}

export const benchServices: BenchServices = { hasAdapter, run, copy: copyText, save };
