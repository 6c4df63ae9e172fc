/**
 * Protects that the graphics device says what the portable engine says, and so what Transformers.js says of the exported
 * model (archive-folder.test.ts): a trained agent's greedy completions, token for token.
 */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { localEngine } from '../../src/engines/onnx/assemble.ts';
import type { Gpu } from '../../src/engines/webgpu/gpu.ts';
import { loraLayout } from '../../src/policy/lora.ts';
import { neverSampled } from '../../src/policy/vocabulary.ts';
import { gpuRollouts } from '../engine/gpu-rollouts.ts';
import { openTestGpu, testRuntime } from '../engine/test-gpu.ts';
import { readSiteFileHere } from '../interop/read-site-file-here.ts';
import { trainedRun } from '../interop/trained-run.ts';
import { ourCompletions } from './completions.ts';
import { realisticPrompts } from './prompts.ts';

/** All in a browser, where the kernels are compiled in seconds; in Node, each kind of episode in each world, twice. */
const PROMPTS = realisticPrompts('document' in globalThis ? 200 : 12);

/** A processor that plays the device is slow. */
const PATIENCE_MS = 120_000;

let gpu: Gpu;

beforeAll(async () => {
  gpu = await openTestGpu();
});

afterAll(() => {
  gpu.close();
});

it(
  `gives ${PROMPTS.length} greedy completions of a trained agent, token for token`,
  { timeout: PATIENCE_MS },
  async () => {
    const { base, adapter } = await trainedRun(readSiteFileHere);
    const { settings: lora, values } = adapter;
    const maskedTokens = neverSampled(base.tokenizer);
    const model = { base, lora, layout: loraLayout(base.config, lora), adapter: values };
    const rollouts = await gpuRollouts(gpu, model, { maskedTokens });
    const found = await ourCompletions({ openBatch: (rows, sampling) => rollouts.open(rows, sampling) }, base, PROMPTS);
    const engine = localEngine({ base, lora, adapter: values, maskedTokens }, await testRuntime());
    const expected = await ourCompletions(engine, base, PROMPTS);
    await engine.close();
    expect(found).toEqual(expected);
  },
);
