/** Entry of a pretraining worker thread: writes sequences, differentiates micro-batches into shared memory. */

import { parentPort, workerData } from 'node:worker_threads';
import { FullGradient, type WeightedLoss } from '../../src/engines/onnx/pretraining.ts';
import { nativeRuntime } from '../../src/engines/onnx/runtime-native.ts';
import { BASE_CONFIG, CONTEXT_WEIGHT, MICRO_BATCH_SEQUENCES, phaseAt, SEQUENCE_TOKENS } from './schedule.ts';
import { pretrainingSequence } from './sequences.ts';

export interface PretrainingWorkerData {
  readonly seed: number;
  readonly steps: number;
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
const { seed, steps, arena, gradients } = workerData as PretrainingWorkerData;
const shared = new Float32Array(arena);
// ONNX Runtime takes no tensors in shared memory.
const weights = new Float32Array(shared.length);
const differentiator = new FullGradient(nativeRuntime, BASE_CONFIG);

port.on('message', ({ step, part, first }: MicroBatchTask) => {
  weights.set(shared);
  const options = { seed, length: SEQUENCE_TOKENS, mixture: phaseAt(step, steps).mixture };
  const sequences = Array.from({ length: MICRO_BATCH_SEQUENCES }, (_, index) => {
    const { tokens, agent } = pretrainingSequence(first + index, options);
    return { tokens, weights: agent.map((own) => (own ? 1 : CONTEXT_WEIGHT)) };
  });
  void differentiator.differentiate(weights, sequences, new Float32Array(gradients[part])).then((loss) => {
    const tokens = sequences.reduce((total, sequence) => total + sequence.tokens.length, 0);
    port.postMessage({ part, tokens, ...loss } satisfies MicroBatchDone);
  });
});
