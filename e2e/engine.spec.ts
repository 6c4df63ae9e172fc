/** Protects which engine a visitor gets, that the page says so, and that both are the same to use. */

import { expect, test } from '@playwright/test';
import { DurabilityTab } from './durability-tab.ts';

const ITERATIONS = 2;

test('trains on the graphics device where there is one and on WASM elsewhere, says so, and needs no network', async ({
  context,
}, { project }) => {
  // Software compiles the kernels slowly.
  test.setTimeout(400_000);
  const fetched: string[] = [];
  context.on('request', (request) => fetched.push(request.url()));
  const tab = await DurabilityTab.open(context, ITERATIONS);
  await tab.untilState('idle');
  const isDevice = project.name === 'webgpu';
  const { page } = tab;
  await expect(page.getByText(isDevice ? /^WebGPU, ./ : /^ONNX Runtime [\d.]+, WASM/).first()).toBeAttached();
  const place = isDevice ? 'on the GPU, through WebGPU.' : 'on the CPU, through ONNX Runtime.';
  await expect(page.getByText(`It runs in this tab, ${place}`)).toBeVisible();
  await expect(page.getByText('How this device computes')).toBeVisible();

  await page.getByRole('button', { name: /^Play train your own/ }).click();
  await tab.until('an iteration is told', () => tab.trained >= 1);
  await context.setOffline(true);
  await tab.untilState('finished');
  // A visitor with a graphics device does not pay for the other engine.
  expect(fetched.some((url) => url.endsWith('.wasm'))).toBe(!isDevice);
  expect(tab.lastIteration()).toBe(ITERATIONS);
  await expect(page.getByText(`Iteration ${ITERATIONS} of ${ITERATIONS}`)).toBeVisible();
  expect(tab.told.filter(({ type }) => type === 'rescue')).toEqual([]);
});
