/**
 * Trains the base model from scratch on diaries, as one clean run from one seed:
 * `npm run pretrain -- [--seed 1] [--tokens 32] [--workers 2] [--out public/models]` (tokens in millions). It saves
 * every few hundred steps and goes on from there when started again; the result is the same bits. The number of
 * workers does not change them either.
 */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { initialParameters, PretrainingOptimiser, type PretrainingState } from '../src/engines/onnx/pretraining.ts';
import { startThread } from '../src/engines/onnx/node-thread.ts';
import { nativeRuntime } from '../src/engines/onnx/runtime-native.ts';
import { loadProgress, saveProgress } from './pretrain/progress.ts';
import { writeBase } from './pretrain/write-base.ts';
import {
  BASE_CONFIG,
  BATCH_SEQUENCES,
  learningRatesAt,
  MICRO_BATCH_SEQUENCES,
  OPTIMISER,
  phaseAt,
} from './pretrain/schedule.ts';
import type { MicroBatchDone, MicroBatchTask, PretrainingWorkerData } from './pretrain/worker.ts';

/** Mean tokens in a sequence, measured; it turns a number of tokens into a number of steps. */
const TOKENS_PER_SEQUENCE = 113;
const SAVE_STEPS = 200;
const REPORT_STEPS = 50;
const PARTS = BATCH_SEQUENCES / MICRO_BATCH_SEQUENCES;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    tokens: { type: 'string', default: '32' },
    workers: { type: 'string', default: '2' },
    out: { type: 'string', default: 'public/models' },
  },
});
const seed = Number(values.seed);
const steps = Math.ceil((Number(values.tokens) * 1e6) / (TOKENS_PER_SEQUENCE * BATCH_SEQUENCES));
const folder = join('.cache', `pretrain-seed${seed}-${steps}steps`);
mkdirSync(folder, { recursive: true });

const saved = loadProgress(folder);
const initial = initialParameters(BASE_CONFIG, seed);
const shared = new SharedArrayBuffer(initial.byteLength);
const arena = new Float32Array(shared);
arena.set(saved?.state.arena ?? initial);
let state: PretrainingState = {
  arena,
  firstMoment: saved?.state.firstMoment ?? new Float32Array(arena.length),
  secondMoment: saved?.state.secondMoment ?? new Float32Array(arena.length),
  steps: saved?.state.steps ?? 0,
};
let { tokens, seconds } = saved ?? { tokens: 0, seconds: 0 };
if (saved) console.log(`Going on after step ${state.steps} of ${steps}.`);

const gradients = Array.from({ length: PARTS }, () => new SharedArrayBuffer(arena.byteLength));
const workers = Array.from({ length: Number(values.workers) }, () =>
  startThread(new URL('./pretrain/worker.ts', import.meta.url), {
    seed,
    steps,
    arena: shared,
    gradients,
  } satisfies PretrainingWorkerData),
);
const optimiser = new PretrainingOptimiser(nativeRuntime, BASE_CONFIG, OPTIMISER);
const sum = new Float32Array(arena.length);
let agentLoss = 0;
let reportedLoss = saved?.agentLoss ?? 0;
let agentTokens = 0;
let reported = performance.now();
let reportedTokens = tokens;

while (state.steps < steps) {
  const parts = await differentiateBatch(state.steps);
  const weight = parts.reduce((total, part) => total + part.weight, 0);
  for (let index = 0; index < sum.length; index++) sum[index] = 0;
  for (const buffer of gradients) {
    const gradient = new Float32Array(buffer);
    for (let index = 0; index < sum.length; index++) sum[index] += gradient[index] / weight;
  }
  const rates = learningRatesAt(state.steps, steps);
  const result = await optimiser.step(state, sum, rates);
  state = result.state;
  for (const part of parts) {
    tokens += part.tokens;
    agentLoss += part.agentLoss;
    agentTokens += part.agentTokens;
  }
  if (state.steps % REPORT_STEPS === 0 || state.steps === steps) report(result.gradientNorm);
  if (state.steps % SAVE_STEPS === 0 || state.steps === steps) {
    saveProgress(folder, { state, tokens, seconds, agentLoss: reportedLoss });
  }
}
await Promise.all(workers.map((worker) => worker.terminate()));
const written = await writeBase(values.out, state.arena, {
  seed,
  steps,
  tokens,
  seconds,
  millions: values.tokens,
  agentLoss: reportedLoss,
  workers: workers.length,
});
console.log(`Wrote ${written}.`);

/** Hands the micro-batches of a step to whichever worker is free. */
function differentiateBatch(step: number): Promise<readonly MicroBatchDone[]> {
  return new Promise((resolve) => {
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
}

function report(gradientNorm: number): void {
  const now = performance.now();
  const elapsed = (now - reported) / 1000;
  seconds += elapsed;
  const speed = Math.round((tokens - reportedTokens) / elapsed);
  reportedLoss = agentLoss / agentTokens;
  console.log(
    `step ${state.steps}/${steps}  ${phaseAt(state.steps - 1, steps).name}  ${(tokens / 1e6).toFixed(2)} M tokens  ` +
      `agent loss ${reportedLoss.toFixed(4)}  gradient norm ${gradientNorm.toFixed(3)}  ${speed} tokens/s`,
  );
  reported = now;
  reportedTokens = tokens;
  agentLoss = 0;
  agentTokens = 0;
}
