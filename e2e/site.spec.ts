/** Protects the site as a static host serves it from a sub-path: whole, and asking nobody else for anything. */

import { expect, test, type Page } from '@playwright/test';

const SCREENS = ['train', 'lab', 'library', 'lesson', 'lesson=notes-help', 'bench', 'watch'];

/** Notes everything that should not happen: foreign requests (none goes out), missing files, errors, refused content. */
async function watchForWrongs(page: Page, baseURL = ''): Promise<readonly string[]> {
  const wrong: string[] = [];
  await page.context().route(
    (url) => !url.href.startsWith(baseURL),
    (route) => {
      wrong.push(`foreign ${route.request().url()}`);
      return route.abort();
    },
  );
  page.on('response', (response) => {
    if (!response.ok()) wrong.push(`${response.status()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => wrong.push(`failed ${request.url()}`));
  page.on('pageerror', (error) => wrong.push(error.message));
  // What the policy refuses in workers is told here too.
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(message.text());
  });
  await page.exposeFunction('reportViolation', (violation: string) => wrong.push(violation));
  await page.addInitScript(() => {
    const report = Reflect.get(window, 'reportViolation') as (violation: string) => void;
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
      report(`${effectiveDirective} refuses ${blockedURI} (${sourceFile})`);
    });
  });
  return wrong;
}

/** Goes to a screen and opens whatever is folded away on it. */
async function lookAround(page: Page, screen: string): Promise<void> {
  await page.evaluate((fragment) => (location.hash = fragment), screen);
  const here = page.locator(`wm-${screen.split('=')[0]}-screen`);
  await expect(here.locator('h1').first(), screen).toBeVisible();
  const count = await here.getByRole('tab').count();
  for (let tab = 0; tab < count; tab++) await here.getByRole('tab').nth(tab).click();
  await here.locator('details').evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')));
}

test('is used from a sub-path with files of its own alone, and nothing that its policy refuses', async ({
  page,
  baseURL,
}) => {
  // With WebGPU, software compiles the kernels slowly.
  test.setTimeout(600_000);
  const wrong = await watchForWrongs(page, baseURL);
  await page.goto('./');
  await expect(page.getByText(/^It runs in this tab, on the [CG]PU/)).toBeVisible({ timeout: 240_000 });
  await page.getByRole('button', { name: /^Play train your own/ }).click();
  await expect(page.getByText(/^Iteration [1-9]\d* of \d+$/).first()).toBeVisible({ timeout: 240_000 });
  for (const screen of SCREENS) await lookAround(page, screen);
  // A picture of a chart is drawn by the browser, from a blob.
  await lookAround(page, 'library');
  const picture = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as PNG' }).first().click();
  expect((await picture).suggestedFilename()).toMatch(/[.]png$/);
  expect(wrong).toEqual([]);
});

test('refuses what its policy does not name', async ({ page, baseURL }) => {
  const wrong = await watchForWrongs(page, baseURL);
  await page.goto('./');
  await page.evaluate(async () => {
    await fetch('https://example.org/').catch(() => undefined);
    document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.injected = true' }));
    document.body.setAttribute('style', 'color: red');
  });
  await expect.poll(() => wrong.filter((one) => one.includes(' refuses ')).length).toBeGreaterThanOrEqual(3);
  expect(await page.evaluate(() => 'injected' in window)).toBe(false);
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
