/** Protects how a run leaves the page: what is copied, scanned and saved is what the sheet says, and leads where it says. */

import { createRequire } from 'node:module';
import { expect, test, type BrowserContext, type Locator, type Page } from '@playwright/test';
import type jsQR from 'jsqr';
import { expectToFit, violations } from './accessibility.ts';
import { DurabilityTab } from './durability-tab.ts';

const JSQR = createRequire(import.meta.url).resolve('jsqr');

/** The link in a picture of the screen, as an independent decoder reads it on a page that knows only the picture. */
async function scan(context: BrowserContext, code: Locator): Promise<string | null> {
  const picture = (await code.screenshot()).toString('base64');
  const desk = await context.newPage();
  await desk.addScriptTag({ path: JSQR });
  const link = await desk.evaluate(async (png) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const drawing = canvas.getContext('2d');
    drawing?.drawImage(bitmap, 0, 0);
    const pixels = drawing?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray();
    const { jsQR: decode } = globalThis as unknown as { readonly jsQR: typeof jsQR };
    return decode(pixels, bitmap.width, bitmap.height)?.data ?? null;
  }, picture);
  await desk.close();
  return link;
}

async function copied(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}

test('a run leaves as a link that is copied and scanned alike, and proposes its recipe where it is opened', async ({
  context,
}) => {
  test.setTimeout(300_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const tab = await DurabilityTab.open(context, 1);
  const { page } = tab;
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' });
  await tab.untilState('idle');
  await page.keyboard.press('Space');
  await tab.untilState('finished');

  await page.evaluate(() => (location.hash = '#train'));
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const link = await copied(page, 'Copy the setup link');
  await expect(page.getByText(`${link.length} characters`)).toBeVisible();
  expect(link.length).toBeLessThanOrEqual(200);
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: 'QR code of the setup link' }).click();
  const code = page.getByRole('img', { name: /^QR code of a link/ });
  await expect(code).toBeVisible();
  await expect.poll(() => scan(context, code)).toBe(link);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(code).toBeHidden();

  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByText('All that it holds').first().click();
  await expectToFit(page, 'share sheet');

  const fresh = await context.newPage();
  await fresh.goto(link);
  await expect(fresh).toHaveTitle(/^Train/);
  const slots = fresh.getByRole('region', { name: 'Recipe' });
  for (const words of ['2 packs', '4 lives', '2 tasks', '1 iteration']) await expect(slots).toContainText(words);
});

test('a run leaves as a receipt that is made while one waits, and scanned', async ({ context }) => {
  test.setTimeout(300_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const tab = await DurabilityTab.open(context, 1);
  const { page } = tab;
  await tab.untilState('idle');
  await page.keyboard.press('Space');
  await tab.untilState('finished');
  await page.evaluate(() => (location.hash = '#train'));
  await page.getByRole('button', { name: 'Share', exact: true }).click();

  await page.getByRole('button', { name: 'Make the receipt' }).click();
  await expect(page.getByText(/^It claims a lift of .* on 64 packs/)).toBeVisible({ timeout: 120_000 });
  const receipt = await copied(page, 'Copy the receipt link');
  expect(receipt.length).toBeLessThanOrEqual(400);
  await page.getByRole('button', { name: 'QR code of the receipt link' }).click();
  await expect.poll(() => scan(context, page.getByRole('img', { name: /^QR code of a link/ }))).toBe(receipt);
  await page.keyboard.press('Escape');
});

test('a class link is scanned from the wall', async ({ context, page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('./#train');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Make a class link' }).click();
  await page.getByRole('combobox', { name: 'It leads to' }).selectOption({ index: 1 });
  await page.getByRole('checkbox', { name: 'Sharing' }).uncheck();
  const link = await page.getByRole('textbox', { name: 'The link' }).inputValue();
  await page.getByRole('button', { name: 'QR code' }).click();
  await expect.poll(() => scan(context, page.getByRole('img', { name: /^QR code of the class link/ }))).toBe(link);

  const fresh = await context.newPage();
  await fresh.goto(link);
  await expect(fresh).toHaveTitle(/^Train/);
  await expect(fresh.getByRole('button', { name: 'Share', exact: true })).toHaveCount(0);
});
