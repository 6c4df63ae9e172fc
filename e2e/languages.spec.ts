/** Protects that the page speaks its languages, all of it, and that choosing one loses nothing. */

import { expect, test, type Page } from '@playwright/test';
import { expectToFit } from './accessibility.ts';
import { untranslatedText } from './untranslated-text.ts';

/** Addresses, and the element that shows when their screen is there. */
const SCREENS = [
  ['watch', 'wm-watch-screen'],
  ['train', 'wm-train-screen'],
  ['lab', 'wm-lab-screen'],
  ['library', 'wm-library-screen'],
  ['bench', 'wm-bench-screen'],
  ['open', 'wm-open-screen'],
  ['lesson', 'wm-lesson-list'],
  ['lesson=notes-help', 'wm-lesson-strip'],
] as const;

const LANGUAGES = [
  ['en', /\p{Script=Latin}/u],
  ['es', /\p{Script=Latin}/u],
  ['ru', /\p{Script=Cyrillic}/u],
  ['zh-Hans', /\p{Script=Han}/u],
  ['zh-Hant', /\p{Script=Han}/u],
] as const;

function open(page: Page, screen: string, language: string): Promise<unknown> {
  return page.goto(`./#${screen}&lang=${language}`);
}

test.describe('in the pseudo-locale', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('no screen says what cannot be translated, and each fits a phone', async ({ page }) => {
    for (const [screen, element] of SCREENS) {
      await open(page, screen, 'en-XA');
      await expect(page.locator(element).first()).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\s*⟦.*⟧\s*$/);
      expect.soft(await untranslatedText(page), screen).toEqual([]);
      await expectToFit(page, screen);
    }
  });

  test('neither does what opens over the page', async ({ page }) => {
    await open(page, 'train', 'en-XA');
    await page.getByRole('button', { name: 'Méñú' }).click();
    await expect(page.getByRole('combobox', { name: 'Ĺáñĝúáĝé' })).toBeVisible();
    expect.soft(await untranslatedText(page), 'menu').toEqual([]);
    await page.getByRole('button', { name: 'çĺášš ĺíñk' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect.soft(await untranslatedText(page), 'class link').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Méñú' }).click();
    await page.getByRole('button', { name: 'Kéýš' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect.soft(await untranslatedText(page), 'keys').toEqual([]);
  });
});

test('each language is spoken when the address asks for it', async ({ page }) => {
  for (const [code, script] of LANGUAGES) {
    await open(page, 'lesson', code);
    await expect(page.locator('html')).toHaveAttribute('lang', code);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(script);
  }
});

test.describe('a browser that prefers the Chinese of Taiwan', () => {
  test.use({ locale: 'zh-TW' });

  test('is spoken to in Traditional Chinese', async ({ page }) => {
    await page.goto('./');
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant');
  });
});

test('another language keeps the state of the page, and is remembered', async ({ page }) => {
  await page.goto('./');
  const trail = page.getByRole('slider', { name: 'Where in the life' });
  await expect(trail).toBeVisible();
  await page.keyboard.press('k');
  await expect(page.getByRole('button', { name: 'Play the replay (K)' })).toBeVisible();
  for (const key of ['l', 'l', 'l']) await page.keyboard.press(key);
  const before = await trail.getAttribute('aria-valuenow');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Español' });

  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  const after = page.getByRole('slider', { name: 'En qué punto de la vida' });
  await expect(after).toHaveAttribute('aria-valuenow', before ?? 'none');

  await page.reload();
  await expect(page.getByRole('link', { name: 'Laboratorio de notas' }).first()).toBeVisible();
});
