/** Entry of a pretraining worker thread: writes sequences, differentiates micro-batches into shared memory. */

import { parentPort, workerData } from 'node:worker_threads';
import { FullGradient, type WeightedLoss } from '../../src/engines/onnx/pretraining.ts';
import { nativeRuntime } from '../../src/engines/onnx/runtime-native.ts';
import { tokensIn, weightedSequences, type PretrainingRun } from './pretrainer.ts';
import { BASE_CONFIG, MICRO_BATCH_SEQUENCES } from './schedule.ts';

export interface PretrainingWorkerData extends PretrainingRun {
  /** Shared memory: the weights, and one gradient for every micro-batch of a step. */
  readonly arena: SharedArrayBuffer;
  readonly gradients: readonly SharedArrayBuffer[];
}

export interface MicroBatchTask {
  readonly step: number;
  /** Index of the micro-batch in its step. */
  readonly part: number;
  /** Index of its first sequence in the run. */
  readonly first: number;
}

export interface MicroBatchDone extends WeightedLoss {
  readonly part: number;
  readonly tokens: number;
}

if (!parentPort) throw new Error('This file runs as a worker thread only.');
const port = parentPort;
const { arena, gradients, ...run } = workerData as PretrainingWorkerData;
const shared = new Float32Array(arena);
// ONNX Runtime takes no tensors in shared memory.
const weights = new Float32Array(shared.length);
const differentiator = new FullGradient(nativeRuntime, BASE_CONFIG);

port.on('message', ({ step, part, first }: MicroBatchTask) => {
  weights.set(shared);
  const sequences = weightedSequences(run, step, first, MICRO_BATCH_SEQUENCES);
  void differentiator.differentiate(weights, sequences, new Float32Array(gradients[part])).then((loss) => {
    port.postMessage({ part, tokens: tokensIn(sequences), ...loss } satisfies MicroBatchDone);
  });
});
