/** Protects the site as a static host serves it from a sub-path: whole, and asking nobody else for anything. */

import { expect, test } from '@playwright/test';

test('trains from a sub-path with files of its own alone', async ({ page, baseURL }) => {
  // With WebGPU, software compiles the kernels slowly.
  test.setTimeout(600_000);
  const asked: string[] = [];
  const wrong: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('response', (response) => {
    if (!response.ok()) wrong.push(`${response.status()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => wrong.push(`failed ${request.url()}`));
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(message.text());
  });

  await page.goto('./');
  await expect(page.getByText(/^It runs in this tab, on the [CG]PU/)).toBeVisible({ timeout: 240_000 });
  await page.getByRole('button', { name: /^Play train your own/ }).click();
  await expect(page.getByText(/^Iteration [1-9]\d* of \d+$/)).toBeVisible({ timeout: 240_000 });

  expect(wrong).toEqual([]);
  expect(asked.filter((url) => !url.startsWith(baseURL ?? '') && !url.startsWith('blob:'))).toEqual([]);
});

test('can be installed: the manifest’s addresses lead somewhere', async ({ page, request }) => {
  await page.goto('./');
  const address = await page.locator('link[rel="manifest"]').evaluate((link: HTMLLinkElement) => link.href);
  const manifest = (await (await request.get(address)).json()) as { start_url: string; icons: { src: string }[] };
  expect(manifest.icons.length).toBeGreaterThan(0);
  for (const part of [manifest.start_url, ...manifest.icons.map((icon) => icon.src)]) {
    expect((await request.get(new URL(part, address).href)).status(), part).toBe(200);
  }
});

test('runs in the browser that the project is named for', async ({ page }, { project }) => {
  await page.goto('./');
  const hasAdapter = await page.evaluate(async () => {
    const { gpu } = navigator as { gpu?: { requestAdapter(): Promise<object | null> } };
    return gpu !== undefined && (await gpu.requestAdapter()) !== null;
  });
  expect(hasAdapter).toBe(project.name === 'webgpu');
});
