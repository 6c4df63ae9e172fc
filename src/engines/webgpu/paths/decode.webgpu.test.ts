/** Protects that the fused ways of token steps pass the gate on a device, and that a device says why it takes which. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestGpu } from '../../../../test/engine/test-gpu.ts';
import { tinyModel } from '../../../../test/engine/tiny-model.ts';
import type { Gpu } from '../gpu.ts';
import { packNetwork, uploadBase } from '../network.ts';
import { chooseDecode } from './decode.ts';
import { forgetfulMemory } from './path.ts';

let gpu: Gpu;
beforeAll(async () => {
  gpu = await openTestGpu();
});
afterAll(() => gpu.close());

/** Compiling a kernel of all layers takes a processor its time. */
const PATIENCE = 120_000;

it(
  'gives the same numbers twice, fused or not',
  async () => {
    const { base } = tinyModel();
    const { network, packAll } = await packNetwork(gpu, base, uploadBase(gpu, base), null, gpu.storage('none', 16));
    gpu.submit([packAll]);
    const products = { few: 'register', many: 'register' } as const;
    const question = { gpu, network, memory: forgetfulMemory, adapterKey: 'here', budget: Infinity, products };
    const { report, path } = await chooseDecode({ ...question, isPatient: true });
    expect(path === null).toBe(report.chosen === 'plain');
    expect(report.candidates.map(({ name }) => name)).toEqual(['plain', 'fused, broad', 'fused, tall']);
    const [plain, broad, tall] = report.candidates.map(({ rejected }) => rejected);
    expect(plain).toBeNull();
    if (!gpu.adapter.isSoftware) expect(broad).toBeNull();
    else expect(broad).toContain('processor');
    if (gpu.adapter.isSoftware && gpu.adapter.architecture !== 'swiftshader') expect(tall).toContain('minutes');
    else expect(tall).toBeNull();
  },
  PATIENCE,
);
