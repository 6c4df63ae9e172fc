/** Entry of a Node worker thread that holds one native executor. */

import { parentPort } from 'node:worker_threads';
import { serveExecutor } from './remote-executor.ts';
import { nativeRuntime } from './runtime-native.ts';

if (!parentPort) throw new Error('This file runs as a worker thread only.');
const port = parentPort;
serveExecutor(
  {
    post: (message) => port.postMessage(message),
    listen: (listener) => void port.on('message', listener),
    terminate: () => port.close(),
  },
  nativeRuntime,
);
