/** Protects what people do with their runs: name, pass on, delete, have back, check and keep as another, compare. */

import { readFile } from 'node:fs/promises';
import { expect, test, type Download, type Page } from '@playwright/test';
import { expectToFit, violations } from './accessibility.ts';
import { DurabilityTab } from './durability-tab.ts';

const ITERATIONS = 2;

async function goToLibrary(page: Page): Promise<void> {
  await page.evaluate(() => {
    location.hash = '#library';
  });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('kept in this browser');
}

async function press(page: Page, name: string, more: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${more}` }).click();
  await page.getByRole('button', { name, exact: true }).click();
}

async function bytesOf(download: Download): Promise<Buffer> {
  return readFile(await download.path());
}

test('a run is trained, renamed, saved, deleted, had back, checked, kept as another and compared', async ({
  context,
}) => {
  test.setTimeout(300_000);
  const tab = await DurabilityTab.open(context, ITERATIONS);
  const { page } = tab;
  await tab.untilState('idle');
  await page.keyboard.press('Space');
  await tab.untilState('finished');
  await goToLibrary(page);

  const name = await page.getByRole('article').first().getByRole('heading').innerText();
  await press(page, 'Rename', name);
  await page.getByRole('textbox').fill('Short memory');
  await page.keyboard.press('Enter');
  const named = page.getByRole('heading', { name: 'Short memory' });
  await expect(named).toBeVisible();

  await press(page, 'Share', 'Short memory');
  await page.getByRole('button', { name: 'Make the file' }).click();
  const save = page.getByRole('button', { name: 'Save the file' });
  await expect(save).toBeVisible({ timeout: 120_000 });
  const saving = page.waitForEvent('download');
  await save.click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe(`${name}.waymark`);
  const archive = await bytesOf(file);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(named).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: 'Short memory was deleted.' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(named).toBeVisible();

  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'run.waymark', mimeType: 'application/zip', buffer: archive });
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText('Not checked.');
  await expect(page.getByText('Somebody else’s: Short memory.')).toBeVisible();
  await page.getByRole('button', { name: /^Check it/ }).click();
  await expect(page.getByText('Checked here: identical, as far as it was looked at.')).toBeVisible({
    timeout: 120_000,
  });
  await page.getByRole('button', { name: 'Keep it in the library' }).click();
  await expect(page.getByText(`The name ${name} is taken here`)).toBeVisible();
  await page.getByRole('link', { name: 'Go to the library' }).click();
  await expect(named).toHaveCount(2);

  for (const box of (await page.getByRole('checkbox').all()).slice(0, 2)) await box.check();
  await expect(page.getByText('They have the same settings in everything, seed and all.')).toBeVisible();
  await page.getByText('How they learned').click();
  await expect(page.getByRole('img', { name: 'Success at the last task while training' })).toBeVisible();

  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'x.waymark', mimeType: '', buffer: archive.subarray(0, 999) });
  await expect(heading).toHaveText('This file cannot be opened.');
  await expect(page.getByRole('alert').getByText('Your own runs are untouched.')).toBeVisible();
  await goToLibrary(page);
  await expect(named).toHaveCount(2);
});

test('the recorded run stands alone as a picture, and the library is accessible and narrow enough', async ({
  page,
}) => {
  await page.goto('./#library');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No run of yours is kept here yet.');
  const savingSvg = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as SVG' }).click();
  const svg = (await bytesOf(await savingSvg)).toString();
  expect(svg).not.toMatch(/class=|var\(|<!--/);
  const savingPng = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as PNG' }).click();
  const png = await bytesOf(await savingPng);
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.length).toBeGreaterThan(10_000);

  await page.getByRole('checkbox', { name: 'Compare The recorded run' }).check();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectToFit(page, 'library');
});
