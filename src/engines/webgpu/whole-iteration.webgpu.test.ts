/**
 * Protects that whole iterations come out on a graphics device as they do on the portable engine, and twice the same on
 * the same device.
 */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { relativeError } from '../../../test/engine/differences.ts';
import { learnFrom, playLives, referenceEngine } from '../../../test/engine/one-iteration.ts';
import { RecordingEngine } from '../../../test/engine/recorded-steps.ts';
import { readReferenceHere, testAdapters, testRuntime } from '../../../test/engine/test-gpu.ts';
import { localEngine } from '../onnx/assemble.ts';
import { findPreset } from '../../learning/presets.ts';
import { changeRecipe, loraOf, type Recipe } from '../../learning/recipe.ts';
import { Trainer } from '../../learning/trainer.ts';
import { initialAdapter, type LoraSettings } from '../../policy/lora.ts';
import { loadBaseModel, type BaseModel } from '../../policy/model.ts';
import { readAdapter } from '../../policy/peft.ts';
import type { Engine } from '../engine.ts';
import { openWebGpuEngine } from './open.ts';
import { mapMemory } from './paths/path.ts';
import { neverSampled } from '../../policy/vocabulary.ts';

let base: BaseModel;
let maskedTokens: readonly number[];
const engines: Engine[] = [];
/** Variants give different bits: all engines here take the same. */
const memory = mapMemory(new Map());

beforeAll(async () => {
  base = await loadBaseModel((file) => readReferenceHere(`base/${file}`));
  maskedTokens = neverSampled(base.tokenizer);
});
afterAll(async () => {
  for (const engine of engines) await engine.close();
});

async function graphicsEngine(lora: LoraSettings, adapter: Float32Array): Promise<Engine> {
  const { gpu, shaders } = await testAdapters();
  const engine = await openWebGpuEngine({ base, lora, adapter, maskedTokens, gpu, shaders, memory });
  engines.push(engine);
  return engine;
}

async function adaptedEngine(): Promise<Engine> {
  const { settings, values } = await readAdapter((file) => readReferenceHere(`lake-rank4/${file}`), base.config);
  return graphicsEngine(settings, values);
}

it('plays the tokens of the portable engine, and learns from them what it learns', async () => {
  const { engine: portable, tokenizer } = await referenceEngine(await testRuntime(), readReferenceHere);
  engines.push(portable);
  const rows = await playLives(portable, tokenizer);
  const expected = await learnFrom(portable, rows);

  const engine = await adaptedEngine();
  const played = await playLives(engine, tokenizer);
  // Each of the 84 draws would have to fall within a rounding of a boundary to come out differently.
  expect(played.map(({ tokens }) => tokens)).toEqual(rows.map(({ tokens }) => tokens));
  played.forEach(({ oldLogProbs }, row) => {
    expect(relativeError(oldLogProbs, rows[row].oldLogProbs)).toBeLessThan(1e-4);
  });

  // From the same log-probabilities, so that only the computation differs.
  const { scores, gradients, state } = await learnFrom(engine, rows);
  scores.forEach((score, row) => expect(relativeError(score, expected.scores[row])).toBeLessThan(1e-4));
  gradients.forEach((gradient, step) => expect(relativeError(gradient, expected.gradients[step])).toBeLessThan(1e-4));
  for (const part of ['adapter', 'firstMoment', 'secondMoment'] as const) {
    expect(relativeError(state[part], expected.state[part])).toBeLessThan(1e-4);
  }
}, 240_000);

it('gives the same bits when it does the same again', async () => {
  const results = [];
  for (let time = 0; time < 2; time++) {
    const engine = await adaptedEngine();
    const rows = await playLives(engine, base.tokenizer);
    results.push({ rows, ...(await learnFrom(engine, rows)) });
  }
  const [first, second] = results;
  expect(second).toEqual(first);
}, 240_000);

/** Ten iterations of two optimiser steps each, on few lives, at the preset's large learning rate. */
const SMALL: Recipe = changeRecipe(findPreset('code-lake').recipe, {
  packs: 2,
  groupSize: 4,
  tasks: 2,
  iterations: 10,
  evaluationPacks: 0,
});

it('keeps beside the portable engine over ten replayed iterations', async () => {
  const lora = loraOf(SMALL);
  const adapter = initialAdapter(base.config, lora, SMALL.seed);
  const portable = localEngine({ base, lora, adapter, maskedTokens }, await testRuntime());
  engines.push(portable);
  const recording = new RecordingEngine(portable);
  const trainer = await Trainer.create(SMALL, { engine: recording, tokenizer: base.tokenizer });
  while (!trainer.finished) for await (const event of trainer.iterate()) expect(event.type).not.toBe('condition');

  const engine = await graphicsEngine(lora, adapter);
  for (const { rows, loss, adamW } of recording.steps) {
    await engine.accumulate(rows, loss);
    await engine.step(adamW);
  }
  expect(recording.steps.length).toBeGreaterThanOrEqual(10);
  const expected = recording.steps[recording.steps.length - 1].adapter;
  const distance = relativeError((await engine.snapshot()).adapter, expected);
  // Adam divides a gradient by its size. A few dozen numbers of the adapter have gradients of 1e-10, below the rounding
  // of their sums, and there the first steps are rounding too. Measured: .025 of what training changed, most of it from
  // the first two steps, while each gradient agrees within 1e-5.
  expect(distance).toBeLessThan(0.05 * relativeError(adapter, expected));
}, 240_000);
