/** Protects the page around its screens on the built site: tabs, Back, the menu, keys, projector mode, class links. */

import { expect, test, type Locator } from '@playwright/test';
import { expectToFit } from './accessibility.ts';
import { recorded, withoutWorker } from './page-alone.ts';

test.beforeEach(async ({ page }) => {
  await recorded(page);
  await withoutWorker(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

test('leads to every screen by its tab, and back by the browser', async ({ page }) => {
  await page.goto('./');
  const tabs = page.getByRole('navigation', { name: 'Screens' });
  for (const name of ['Train', 'Notes lab', 'Library', 'Watch']) {
    await tabs.getByRole('link', { name, exact: true }).click();
    await expect(tabs.locator('[aria-current="page"]')).toHaveText(name);
    await expect(page).toHaveTitle(name === 'Watch' ? /^Waymark: / : `${name} | Waymark`);
    // Where the visitor is, is where reading goes on.
    await expect(page.locator('h1:focus, main:focus')).toBeVisible();
  }
  await page.goBack();
  await expect(tabs.locator('[aria-current="page"]')).toHaveText('Library');
});

test('follows an address that changes while the page is still coming', async ({ page }) => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/recorded/**', async (route) => {
    await released;
    await route.fallback();
  });
  await page.goto('./');
  await expect(page.locator('main.start')).toBeVisible();
  await page.evaluate(() => (location.hash = '#library'));
  release();
  await expect(page).toHaveTitle(/^Library/);
});

test('returns to where a screen was left', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto('./');
  await expect(page.getByRole('slider')).toBeVisible();
  await page.evaluate(() => scrollTo(0, 500));
  const left = await page.evaluate(() => scrollY);
  expect(left).toBeGreaterThan(100);
  await page.evaluate(() => (location.hash = '#library'));
  await expect(page).toHaveTitle(/^Library/);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page).toHaveTitle(/^Waymark/);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left);
});

test('begins with a way past the header', async ({ page }) => {
  await page.goto('./#library');
  await expect(page).toHaveTitle(/^Library/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('button', { name: 'Skip to the content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('names a screen whose code cannot be fetched, and shows it when it can', async ({ page }) => {
  await page.goto('./');
  await page.route('**/train-screen-*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Train', exact: true }).click();
  await expect(page.getByRole('heading', { name: '“Train” did not load.' })).toBeVisible();
  await page.unroute('**/train-screen-*.js');
  // Browsers may remember that a module failed; the second attempt then offers to reload the page.
  await page.getByRole('button', { name: 'Try again' }).click();
  const reload = page.getByRole('button', { name: 'Reload the page' });
  await expect(page.getByRole('heading', { name: 'Recipe' }).or(reload)).toBeVisible();
  if (await reload.isVisible()) await reload.click();
  await expect(page.getByRole('heading', { name: 'Recipe' })).toBeVisible();
});

test('keeps everything within reach at 360 px: the menu opens, leads on, and gives the focus back', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('./');
  const button = page.getByRole('button', { name: 'Menu' });
  await button.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await menu.getByRole('link', { name: 'Library' }).click();
  await expect(menu).toBeHidden();
  await expect(page).toHaveTitle(/^Library/);
  await expectToFit(page, 'library');
});

test('lists its keys, and remembers that they are switched off', async ({ page }) => {
  await page.goto('./');
  await expect(page.getByRole('slider')).toBeVisible();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keys' });
  await expect(sheet).toBeVisible();
  await page.getByRole('checkbox', { name: 'Single keys are shortcuts' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await page.reload();
  await expect(page.getByRole('slider')).toBeVisible();
  await page.keyboard.press('?');
  await page.keyboard.press('2');
  await expect(sheet).toBeHidden();
  await expect(page).toHaveTitle(/^Waymark/);
});

test('is light or dark as chosen, also after a reload, in the browser’s frame too', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('./');
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await ground();
  await page.getByRole('button', { name: 'Light or dark' }).click();
  const dark = await ground();
  expect(dark).not.toBe(light);
  await page.reload();
  await expect(page.getByRole('slider')).toBeVisible();
  expect(await ground()).toBe(dark);
  expect(await page.locator('meta[name="theme-color"]').first().getAttribute('content')).toBe(dark);
});

test('projects: large type, nothing to press, arrows advance, Esc leaves, nothing is remembered', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('./');
  const slider = page.getByRole('slider');
  await expect(slider).toBeVisible();
  const size = (words: Locator) => words.evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
  const before = await size(page.locator('wm-world .say'));
  await page.keyboard.press('p');
  await expect(page.getByText('Projector mode. P or Esc leaves it.')).toBeVisible();
  expect(await size(page.locator('wm-watch-screen p.say').first())).toBe(before * 1.5);
  await expect(page.getByRole('button', { name: 'Keys' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Train', exact: true })).toBeHidden();
  const place = await slider.getAttribute('aria-valuenow');
  await page.keyboard.press('ArrowRight');
  await expect(slider).not.toHaveAttribute('aria-valuenow', place ?? '');
  await page.keyboard.press('ArrowLeft');
  await expect(slider).toHaveAttribute('aria-valuenow', place ?? '');
  await expectToFit(page, 'projector mode');
  await page.reload();
  await expect(page.getByRole('link', { name: 'Train', exact: true })).toBeVisible();
});

test('opens a class link with the controls it leaves, on every screen', async ({ page }) => {
  await page.goto('./');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Make a class link' }).click();
  await expect(page.getByRole('dialog', { name: 'A link for a class' })).toBeVisible();
  await page.getByLabel('It leads to').selectOption('Train');
  await page.getByLabel('Training begins with').selectOption({ index: 1 });
  await page.getByRole('checkbox', { name: 'The library' }).uncheck();
  await page.getByRole('checkbox', { name: 'What to start from' }).uncheck();
  const link = await page.getByRole('textbox', { name: 'The link' }).inputValue();
  expect(new URL(link).hash.length).toBeLessThanOrEqual(200);

  await page.goto('about:blank');
  await page.goto(link);
  await expect(page).toHaveTitle(/^Train/);
  await expect(page.getByRole('heading', { name: 'Or start from' })).toBeHidden();
  const tabs = page.getByRole('navigation', { name: 'Screens' });
  await expect(tabs.getByRole('link')).toHaveText(['Watch', 'Train', 'Notes lab']);
  await tabs.getByRole('link', { name: 'Watch', exact: true }).click();
  await expect(tabs.getByRole('link')).toHaveText(['Watch', 'Train', 'Notes lab']);
});

test('prints what was found, and neither header nor bar', async ({ page }) => {
  await page.goto('./');
  await expect(page.getByRole('slider')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Train', exact: true })).toBeHidden();
  await expect(page.getByRole('slider')).toBeHidden();
});
