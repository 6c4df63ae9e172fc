/**
 * Trains the base model from scratch on diaries, as one clean run from one seed:
 * `npm run pretrain -- [--seed 1] [--tokens 32] [--engine onnx|webgpu] [--workers 2] [--out public/models]` (tokens in
 * millions). It saves every few hundred steps and goes on from there when started again; on one machine the result is
 * the same bits. The number of the portable engine's workers does not change them either.
 */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { WaymarkError } from '../src/core/errors.ts';
import { devicePretrainer } from './pretrain/on-device.ts';
import { portablePretrainer } from './pretrain/portable.ts';
import { loadProgress, saveProgress } from './pretrain/progress.ts';
import { BATCH_SEQUENCES, phaseAt } from './pretrain/schedule.ts';
import { writeBase } from './pretrain/write-base.ts';

/** Mean tokens in a sequence, measured; it turns a number of tokens into a number of steps. */
const TOKENS_PER_SEQUENCE = 113;
const SAVE_STEPS = 200;
const REPORT_STEPS = 50;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    tokens: { type: 'string', default: '32' },
    engine: { type: 'string', default: 'onnx' },
    workers: { type: 'string', default: '2' },
    out: { type: 'string', default: 'public/models' },
  },
});
const { engine } = values;
if (engine !== 'onnx' && engine !== 'webgpu') {
  throw new WaymarkError('bad-request', `There is no engine "${engine}" here.`, 'Name onnx or webgpu.');
}
const seed = Number(values.seed);
const steps = Math.ceil((Number(values.tokens) * 1e6) / (TOKENS_PER_SEQUENCE * BATCH_SEQUENCES));
// Engines save vectors of different order.
const folder = join('.cache', `pretrain-seed${seed}-${steps}steps${engine === 'onnx' ? '' : `-${engine}`}`);
mkdirSync(folder, { recursive: true });

const saved = loadProgress(folder);
const state = saved?.state ?? null;
const pretrainer =
  engine === 'onnx'
    ? portablePretrainer({ seed, steps }, state, Number(values.workers))
    : await devicePretrainer({ seed, steps }, state);
let { tokens, seconds } = saved ?? { tokens: 0, seconds: 0 };
if (saved) console.log(`Going on after step ${pretrainer.steps} of ${steps}.`);

let agentLoss = 0;
let reportedLoss = saved?.agentLoss ?? 0;
let agentTokens = 0;
let reported = performance.now();
let reportedTokens = tokens;

while (pretrainer.steps < steps) {
  const step = await pretrainer.step();
  tokens += step.tokens;
  agentLoss += step.agentLoss;
  agentTokens += step.agentTokens;
  if (pretrainer.steps % REPORT_STEPS === 0 || pretrainer.steps === steps) report(step.gradientNorm);
  if (pretrainer.steps % SAVE_STEPS === 0 || pretrainer.steps === steps) {
    saveProgress(folder, { state: await pretrainer.state(), tokens, seconds, agentLoss: reportedLoss });
  }
}
const written = await writeBase(values.out, await pretrainer.tensors(), {
  seed,
  steps,
  tokens,
  seconds,
  millions: values.tokens,
  agentLoss: reportedLoss,
  engine,
  optimiser: pretrainer.optimiser,
  place: pretrainer.place,
});
await pretrainer.close();
console.log(`Wrote ${written}.`);

function report(gradientNorm: number): void {
  const now = performance.now();
  const elapsed = (now - reported) / 1000;
  seconds += elapsed;
  const speed = Math.round((tokens - reportedTokens) / elapsed);
  reportedLoss = agentLoss / agentTokens;
  console.log(
    `step ${pretrainer.steps}/${steps}  ${phaseAt(pretrainer.steps - 1, steps).name}  ${(tokens / 1e6).toFixed(2)} M tokens  ` +
      `agent loss ${reportedLoss.toFixed(4)}  gradient norm ${gradientNorm.toFixed(3)}  ${speed} tokens/s`,
  );
  reported = now;
  reportedTokens = tokens;
  agentLoss = 0;
  agentTokens = 0;
}
