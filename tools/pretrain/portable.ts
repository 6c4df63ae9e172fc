/** Pretraining on ONNX Runtime: worker threads differentiate micro-batches; their number changes no bit. */

import {
  checkpointTensors,
  initialParameters,
  PretrainingOptimiser,
  type PretrainingState,
} from '../../src/engines/onnx/pretraining.ts';
import { startThread } from '../../src/engines/onnx/node-thread.ts';
import { nativeRuntime } from '../../src/engines/onnx/runtime-native.ts';
import type { Pretrainer, PretrainingRun } from './pretrainer.ts';
import { BASE_CONFIG, BATCH_SEQUENCES, learningRatesAt, MICRO_BATCH_SEQUENCES, OPTIMISER } from './schedule.ts';
import type { MicroBatchDone, MicroBatchTask, PretrainingWorkerData } from './worker.ts';

const PARTS = BATCH_SEQUENCES / MICRO_BATCH_SEQUENCES;

export function portablePretrainer(run: PretrainingRun, saved: PretrainingState | null, threads: number): Pretrainer {
  const initial = saved?.arena ?? initialParameters(BASE_CONFIG, run.seed);
  const shared = new SharedArrayBuffer(initial.byteLength);
  const arena = new Float32Array(shared);
  arena.set(initial);
  let state: PretrainingState = {
    arena,
    firstMoment: saved?.firstMoment ?? new Float32Array(arena.length),
    secondMoment: saved?.secondMoment ?? new Float32Array(arena.length),
    steps: saved?.steps ?? 0,
  };
  const gradients = Array.from({ length: PARTS }, () => new SharedArrayBuffer(arena.byteLength));
  const data: PretrainingWorkerData = { ...run, arena: shared, gradients };
  const workers = Array.from({ length: threads }, () => startThread(new URL('./worker.ts', import.meta.url), data));
  const optimiser = new PretrainingOptimiser(nativeRuntime, BASE_CONFIG, OPTIMISER);
  const sum = new Float32Array(arena.length);

  /** Hands the micro-batches of a step to whichever worker is free. */
  const differentiateBatch = (step: number): Promise<readonly MicroBatchDone[]> =>
    new Promise((resolve) => {
      const done = new Array<MicroBatchDone>(PARTS);
      let next = 0;
      let finished = 0;
      const feed = (worker: (typeof workers)[number]): void => {
        if (next === PARTS) return;
        const part = next++;
        const first = step * BATCH_SEQUENCES + part * MICRO_BATCH_SEQUENCES;
        worker.once('message', (message: MicroBatchDone) => {
          done[message.part] = message;
          finished++;
          if (finished === PARTS) resolve(done);
          else feed(worker);
        });
        worker.postMessage({ step, part, first } satisfies MicroBatchTask);
      };
      workers.forEach(feed);
    });

  return {
    optimiser: 'Muon for the projections, AdamW for embedding and norms',
    place: workers.length === 1 ? '1 worker' : `${workers.length} workers`,
    get steps() {
      return state.steps;
    },
    async step() {
      const parts = await differentiateBatch(state.steps);
      const weight = parts.reduce((total, part) => total + part.weight, 0);
      for (let index = 0; index < sum.length; index++) sum[index] = 0;
      for (const buffer of gradients) {
        const gradient = new Float32Array(buffer);
        for (let index = 0; index < sum.length; index++) sum[index] += gradient[index] / weight;
      }
      const result = await optimiser.step(state, sum, learningRatesAt(state.steps, run.steps));
      state = result.state;
      const total = { tokens: 0, agentLoss: 0, agentTokens: 0, gradientNorm: result.gradientNorm };
      for (const part of parts) {
        total.tokens += part.tokens;
        total.agentLoss += part.agentLoss;
        total.agentTokens += part.agentTokens;
      }
      return total;
    },
    state: () => Promise.resolve(state),
    tensors: () => Promise.resolve(checkpointTensors(BASE_CONFIG, state.arena)),
    async close() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
