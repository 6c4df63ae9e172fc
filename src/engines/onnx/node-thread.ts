/** Worker threads of Node that run TypeScript. */

import { parentPort, Worker } from 'node:worker_threads';
import { serveExecutor, type ExecutorPort } from './remote-executor.ts';
import type { OnnxRuntime } from './runtime.ts';

/** Worker threads do not inherit the loader that lets the main thread run TypeScript, so each registers it first. */
const BOOTSTRAP = `
  const threads = require('node:worker_threads');
  const { entry, data } = threads.workerData;
  threads.workerData = data;
  import('tsx/esm/api').then(({ register }) => {
    register();
    return import(entry);
  });
`;

/** Starts the module at `entry`, which finds `data` as its `workerData`. */
export function startThread(entry: URL, data: unknown): Worker {
  return new Worker(BOOTSTRAP, { eval: true, workerData: { entry: entry.href, data } });
}

/** A worker thread as the engine speaks to it. */
export function threadPort(worker: Worker): ExecutorPort {
  return {
    post: (message) => worker.postMessage(message),
    listen: (listener) => void worker.on('message', listener),
    terminate: () => void worker.terminate(),
    onDeath: (listener) => {
      worker.on('error', (error) => listener(error instanceof Error ? error.message : String(error)));
      worker.on('messageerror', (error) => listener(error.message));
      worker.on('exit', (status) => listener(`it ended with status ${status}`));
    },
  };
}

/** In a worker thread: holds one executor for whoever started it. */
export function serveThread(runtime: OnnxRuntime): void {
  if (!parentPort) throw new Error('This file runs as a worker thread only.');
  const port = parentPort;
  serveExecutor(
    {
      post: (message) => port.postMessage(message),
      listen: (listener) => void port.on('message', listener),
      terminate: () => port.close(),
    },
    runtime,
  );
}
