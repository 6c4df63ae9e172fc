/** Protects the page of the benchmark: it opens by its address, says whether it can run, and is usable on a phone. */

import { expect, test } from '@playwright/test';
import { expectToFit, violations } from './accessibility.ts';

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('./#bench');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How fast is this device?');
});

test('offers to run with an adapter, and says what is missing without', async ({ page }, { project }) => {
  if (project.name === 'webgpu') await expect(page.getByRole('button', { name: 'Run the benchmark' })).toBeEnabled();
  else await expect(page.getByText(/^WebGPU is not available here/)).toBeVisible();
  await expectToFit(page, 'bench');
  expect(await violations(page)).toEqual([]);
});

test('leads back to the agent', async ({ page }) => {
  await page.getByRole('link', { name: 'Back to the agent' }).click();
  await expect(page.getByRole('button', { name: /^Play/ }).first()).toBeVisible();
});
