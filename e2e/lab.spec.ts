/** Protects the notes lab on the built site: the recorded agent is really tested there, and reads what a visitor writes. */

import { expect, test, type Page } from '@playwright/test';
import { expectToFit } from './accessibility.ts';

/** Lets the engine open, tests and all; software compiles kernels slowly where there is WebGPU. */
const WORK_MS = 300_000;

async function openLab(page: Page): Promise<void> {
  await page.goto('./#lab');
  await expect(page.getByRole('combobox', { name: 'Tested' })).toHaveValue('recorded code-lake');
  await page.getByRole('combobox', { name: 'Packs' }).selectOption('16');
}

test('the recorded agent falls when its notes are erased, and the result stays', async ({ page }) => {
  test.setTimeout(WORK_MS);
  await openLab(page);
  await page.getByRole('switch', { name: /^Swap/ }).click();
  await page.getByRole('switch', { name: /^Truth/ }).click();
  await page.getByRole('button', { name: 'Test it here' }).click({ timeout: WORK_MS });
  await expect(page.getByText(/^Tested in this tab\./)).toBeVisible({ timeout: WORK_MS });
  const finding = page.getByText(/^Its own notes are worth \d\d points\.$/);
  await expect(finding).toBeVisible();
  await expect(page.getByRole('img', { name: /kept: .* erased: / })).toBeVisible();

  await page.getByRole('link', { name: 'Watch', exact: true }).click();
  await page.getByRole('link', { name: 'Notes lab' }).click();
  await expect(finding).toBeVisible();
});

test('a visitor finds out what is true by playing, and the agent reads the note about it', async ({ page }) => {
  test.setTimeout(WORK_MS);
  await openLab(page);
  await page.getByRole('button', { name: 'b1', exact: true }).click();
  await expect(page.getByText(/^You press b1 and (go|bump)/)).toBeVisible();

  await page.getByRole('button', { name: 'Show what is true here' }).click();
  const facts = await page.locator('wm-lab-world .facts li').allTextContents();
  expect(facts).toHaveLength(4);
  await page.getByRole('combobox', { name: 'Your note' }).fill(facts.join(' '));
  await page.getByRole('button', { name: 'Test your note', exact: true }).click({ timeout: WORK_MS });
  await expect(page.getByText(/^Your note is worth \d\d points\.$/)).toBeVisible({ timeout: WORK_MS });

  await page.getByRole('button', { name: 'Let the agent play them' }).click();
  const agent = page.getByRole('row', { name: /^The agent (not )?solved/ });
  await expect(agent).toBeVisible({ timeout: WORK_MS });
  expect(((await agent.textContent()) ?? '').match(/solved/g)).toHaveLength(8);
});

test('the lab fits a narrow phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await openLab(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectToFit(page, 'lab');
});
