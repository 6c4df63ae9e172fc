/** Protects the Train screen on the built site: edits touch no run, a run can be forked, credit and curves are shown. */

import { expect, test, type Page } from '@playwright/test';
import { violations } from './accessibility.ts';
import { SMALL_SETTINGS } from './small-settings.ts';

/** Small enough to train in seconds, and at the same time a link that carries settings. */
const SMALL = `#train&${SMALL_SETTINGS}&iterations=3&seed=5`;

function slot(page: Page, name: string) {
  return page.locator('wm-recipe-sentence').getByRole('button', { name });
}

test('trains what a link sets, shows who got the credit, and forks with an edit', async ({ page }) => {
  await page.goto(`./${SMALL}`);
  await expect(slot(page, 'Packs per iteration: 2 packs')).toBeVisible();
  await expect(slot(page, 'Seed: 5')).toBeVisible();

  // A value that cannot be stays in its field, and nothing is changed by it.
  await slot(page, 'Rank: 4').click();
  const field = page.getByRole('textbox', { name: 'Rank' });
  await field.fill('99');
  await field.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: '“99” cannot be' })).toBeVisible();
  await expect(field).toHaveValue('99');
  await field.press('Escape');
  await expect(slot(page, 'Rank: 4')).toBeFocused();

  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByText('Iteration 3 of 3')).toBeVisible({ timeout: 100_000 });

  // The credit of the last iteration comes by itself once training rests.
  const grid = page.getByRole('grid', { name: 'Credit by life and episode' });
  await expect(grid).toBeVisible({ timeout: 30_000 });
  await expect(grid.getByRole('row')).toHaveCount(5);
  await expect(page.locator('wm-credit-tokens .own').first()).toContainText('→');
  await grid.getByRole('gridcell', { selected: true }).press('ArrowDown');
  await expect(page.getByRole('heading', { name: 'Life 2, notes after task 1' })).toBeVisible();
  await expect(page.locator('wm-credit-tokens .own').first()).toContainText('→');

  expect(await violations(page)).toEqual([]);

  await page.getByRole('tab', { name: 'All curves' }).click();
  await expect(page.locator('wm-curve-charts canvas')).toHaveCount(4);

  // The run is over, so that a fork needs more iterations; the edit itself touches nothing.
  await slot(page, 'Tasks per life: 4 tasks').click();
  await page.getByRole('button', { name: '2', exact: true }).click();
  await expect(page.getByText('Tasks per life: 4 → 2')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Fork from here' })).toBeDisabled();
  await slot(page, 'Iterations: 3 iterations').click();
  await page.getByRole('textbox', { name: 'Iterations' }).fill('4');
  await page.getByRole('textbox', { name: 'Iterations' }).press('Enter');
  await expect(page.getByText('Iteration 3 of 3')).toBeVisible();
  await page.getByRole('button', { name: 'Fork from here' }).click();
  await expect(page.getByText(/Forked from .+ after iteration 3/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Iteration 4 of 4')).toBeVisible({ timeout: 60_000 });
});
