/** Protects that training on a graphics device learns what training on the portable engine does, and nothing without. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { readReferenceHere, testAdapters } from '../../test/engine/test-gpu.ts';
import { expectFirstLearning, expectNoLearning, SHORTER, STILL, train } from '../../test/short-training.ts';
import type { Engine } from '../engines/engine.ts';
import { openWebGpuEngine } from '../engines/webgpu/open.ts';
import { forgetfulMemory } from '../engines/webgpu/paths/path.ts';
import { initialAdapter } from '../policy/lora.ts';
import { loadBaseModel, type BaseModel } from '../policy/model.ts';
import { loraOf } from './recipe.ts';
import { neverSampled } from '../policy/vocabulary.ts';

/** Two minutes on idle cores that stand in for a graphics processor. */
const TIMEOUT = 900_000;

let base: BaseModel;
let engine: Engine;

beforeAll(async () => {
  base = await loadBaseModel((file) => readReferenceHere(`base/${file}`));
  const { gpu, shaders } = await testAdapters();
  const lora = loraOf(SHORTER);
  engine = await openWebGpuEngine({
    base,
    lora,
    adapter: initialAdapter(base.config, lora, SHORTER.seed),
    maskedTokens: neverSampled(base.tokenizer),
    gpu,
    shaders,
    memory: forgetfulMemory,
  });
  expect(engine.description.name).toBe('webgpu');
}, TIMEOUT);
afterAll(() => engine.close());

it(
  'teaches the agent to act and to write true notes',
  async () => expectFirstLearning(await train(SHORTER, engine, base.tokenizer)),
  TIMEOUT,
);

it(
  'teaches nothing with a learning rate of 0',
  async () => expectNoLearning(await train(STILL, engine, base.tokenizer)),
  TIMEOUT,
);
