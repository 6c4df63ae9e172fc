/** The portable engine in a browser: WASM executors in workers of their own, one for each core but one. */

import { WaymarkError } from '../core/errors.ts';
import { meansOutOfMemory } from '../core/out-of-memory.ts';
import type { LivingEngine } from '../engines/engine-supply.ts';
import { portedEngine } from '../engines/onnx/assemble.ts';
import { loraLayout, type LoraSettings } from '../policy/lora.ts';
import type { BaseModel } from '../policy/model.ts';
import { neverSampled } from '../policy/vocabulary.ts';

/** More are of little use to the bundled models: a rollout has only a few shards. */
const USEFUL_WORKERS = 8;

/** Opens an engine whose adapter is all zeros until it is restored. Throws `engine` where WASM or workers fail. */
export async function openPortableEngine(base: BaseModel, lora: LoraSettings): Promise<LivingEngine> {
  // One core stays free for the page.
  const count = Math.min(USEFUL_WORKERS, Math.max(1, navigator.hardwareConcurrency - 1));
  const workers = Array.from({ length: count }, startWorker);
  const death = Promise.race(workers.map(deathOf));
  // Whoever uses the engine listens; until then nobody needs to.
  death.catch(() => {
    for (const worker of workers) worker.terminate();
  });
  const settings = {
    base,
    lora,
    adapter: new Float32Array(loraLayout(base.config, lora).size),
    maskedTokens: neverSampled(base.tokenizer),
  };
  const ports = workers.map((worker) => ({
    post: (message: unknown) => worker.postMessage(message),
    listen: (listener: (message: unknown) => void) => {
      worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => listener(data));
    },
    terminate: () => worker.terminate(),
  }));
  return { engine: await Promise.race([portedEngine(settings, ports), death]), death, paths: [] };
}

function startWorker(): Worker {
  return new Worker(new URL('./engine-worker.ts', import.meta.url), { type: 'module', name: 'engine' });
}

/** Rejects when the worker breaks down. */
function deathOf(worker: Worker): Promise<never> {
  return new Promise((_, reject) => {
    worker.addEventListener('error', (event) => {
      // Else the error would go on to bring down the training worker too, which can deal with it.
      event.preventDefault();
      reject(brokenDown(event.message));
    });
    worker.addEventListener('messageerror', () => reject(brokenDown('a message could not be read')));
  });
}

function brokenDown(reason: string | undefined): WaymarkError {
  return new WaymarkError(
    meansOutOfMemory(reason) ? 'memory' : 'engine',
    `The engine broke down${reason ? `: ${reason}` : ''}.`,
    'Resume: the run goes on from its last iteration. If it happens again, close other tabs to free memory.',
  );
}
