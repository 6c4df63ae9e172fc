/** Protects that WebAssembly gives the same bits everywhere (here in Node), and what the native runtime gives. */

import { beforeAll, expect, it } from 'vitest';
import { relativeError } from '../../../test/engine/differences.ts';
import {
  learnFrom,
  oneIteration,
  playLives,
  referenceEngine,
  WASM_HASH,
  type IterationResult,
} from '../../../test/engine/one-iteration.ts';
import { readReference } from '../../../test/fixtures/reference.ts';
import { loadBaseModel, type BaseFile } from '../../policy/model.ts';
import { readAdapter } from '../../policy/peft.ts';
import { neverSampled } from '../../policy/vocabulary.ts';
import { nativeRuntime } from './runtime-native.ts';
import { wasmRuntime } from './runtime-wasm-node.ts';
import { createWasmEngine } from './wasm.ts';

let wasm: IterationResult;

beforeAll(async () => {
  wasm = await oneIteration(wasmRuntime, readReference);
}, 120_000);

it('gives the same bits on WebAssembly in Node as in browsers', () => {
  expect(wasm.hash).toBe(WASM_HASH);
});

it('gives the same bits from worker threads', async () => {
  const base = await loadBaseModel((path: BaseFile) => readReference(`base/${path}`));
  const { settings, values } = await readAdapter((path) => readReference(`lake-rank4/${path}`), base.config);
  const maskedTokens = neverSampled(base.tokenizer);
  const engine = await createWasmEngine({ base, lora: settings, adapter: values, maskedTokens, workers: 2 });
  const rows = await playLives(engine, base.tokenizer);
  await engine.close();
  expect(rows).toEqual(wasm.rows);
});

it('gives the same tokens natively, and the same numbers within 1e-5', async () => {
  const { engine, tokenizer } = await referenceEngine(nativeRuntime, readReference);
  const rows = await playLives(engine, tokenizer);
  expect(rows.map(({ tokens }) => tokens)).toEqual(wasm.rows.map(({ tokens }) => tokens));
  rows.forEach(({ oldLogProbs }, row) => {
    expect(relativeError(oldLogProbs, wasm.rows[row].oldLogProbs)).toBeLessThan(1e-5);
  });
  // From the same log-probabilities and, in the second step, the same state, so that only the computation differs.
  const { scores, gradients, midway, state } = await learnFrom(engine, wasm.rows, wasm);
  await engine.close();
  scores.forEach((score, row) => expect(relativeError(score, wasm.scores[row])).toBeLessThan(1e-5));
  gradients.forEach((gradient, step) => expect(relativeError(gradient, wasm.gradients[step])).toBeLessThan(1e-5));
  for (const part of ['adapter', 'firstMoment', 'secondMoment'] as const) {
    expect(relativeError(midway[part], wasm.midway[part])).toBeLessThan(1e-5);
    expect(relativeError(state[part], wasm.state[part])).toBeLessThan(1e-5);
  }
});
