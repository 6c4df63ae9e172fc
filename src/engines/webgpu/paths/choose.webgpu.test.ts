/** Protects that a device chooses once, says why, and computes with what it chose. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestGpu } from '../../../../test/engine/test-gpu.ts';
import { tinyModel } from '../../../../test/engine/tiny-model.ts';
import type { Gpu } from '../gpu.ts';
import { MULTIPLY_VARIANTS, offersMultiply } from '../multiply.ts';
import { packNetwork, uploadBase, type Network } from '../network.ts';
import { choosePaths } from './choose.ts';
import { forgetfulMemory, mapMemory } from './path.ts';
import { chooseProducts } from './products.ts';

let gpu: Gpu;
let network: Network;
beforeAll(async () => {
  gpu = await openTestGpu();
  const { base } = tinyModel();
  const packed = await packNetwork(gpu, base, uploadBase(gpu, base), null, gpu.storage('no adapter', 16));
  gpu.submit([packed.packAll]);
  network = packed.network;
});
afterAll(() => gpu.close());

it('measures once for an adapter, and then remembers', async () => {
  const kept = new Map<string, string>();
  const first = await choosePaths({ gpu, network, memory: mapMemory(kept) });
  expect(first.reports.map(({ choice }) => choice)).toEqual([
    'products of few rows',
    'products of many rows',
    'token steps',
  ]);
  for (const { chosen, candidates } of first.reports) {
    // Whatever was not timed has its reason, and what was chosen has none.
    expect(candidates.find(({ name }) => name === chosen)?.rejected).toBeNull();
    for (const { milliseconds, rejected } of candidates) {
      if (rejected !== null) expect(milliseconds).toBeNull();
    }
  }
  expect(MULTIPLY_VARIANTS).toContain(first.products.few);
  expect([...kept.keys()].every((key) => key.startsWith(gpu.adapter.vendor))).toBe(true);

  const again = await choosePaths({ gpu, network, memory: mapMemory(kept) });
  expect(again.products).toEqual(first.products);
  expect(again.decode === null).toBe(first.decode === null);
  expect(again.reports).toEqual(first.reports.map((report) => ({ ...report, why: 'remembered' })));
});

/** Compiling all variants takes a processor its time. */
const PATIENCE = 120_000;

it.each(['few', 'many'] as const)(
  'finds that every variant of the product for %s rows gives the same numbers twice',
  async (rows) => {
    const memory = forgetfulMemory;
    const report = await chooseProducts({ gpu, network, memory, adapterKey: 'here', budget: Infinity }, rows);
    expect(report.why).toBe('measured');
    for (const { name, milliseconds, rejected } of report.candidates) {
      if (offersMultiply(name, gpu.features)) {
        expect(rejected).toBeNull();
        expect(milliseconds).toBeGreaterThanOrEqual(0);
      } else {
        expect(rejected).toContain('subgroups');
      }
    }
  },
  PATIENCE,
);
