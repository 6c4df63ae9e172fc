/** Entry of a worker thread that answers its first call as an executor would, and breaks down at the next. */

import { parentPort, workerData } from 'node:worker_threads';

const calls: unknown[] = [];
parentPort?.on('message', (message: { readonly id: number }) => {
  calls.push(message);
  if (calls.length === 1) {
    parentPort?.postMessage({ id: message.id, ok: true, result: { name: 'onnx-native', detail: 'about to fail' } });
    return;
  }
  if (workerData === 'exits') process.exit(3);
  throw new Error('out of memory');
});
