/** Worker threads of Node that run TypeScript. */

import { Worker } from 'node:worker_threads';

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
