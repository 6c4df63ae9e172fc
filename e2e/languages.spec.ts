/** Protects that the page speaks its languages, all of it, and that choosing one loses nothing. */

import { expect, test, type Page } from '@playwright/test';
import { untranslatedText } from './untranslated-text.ts';

const SCREENS = ['watch', 'train', 'lab', 'library', 'lesson', 'lesson=notes-help', 'bench'] as const;

function open(page: Page, screen: string, language: string): Promise<unknown> {
  return page.goto(`./#${screen}&lang=${language}`);
}

async function sidewaysScrolling(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

test.describe('in the pseudo-locale', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  for (const screen of SCREENS) {
    test(`${screen} says nothing that cannot be translated, and fits a phone`, async ({ page }) => {
      await open(page, screen, 'en-XA');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^⟦.*⟧$/);
      expect(await untranslatedText(page)).toEqual([]);
      expect(await sidewaysScrolling(page)).toBeLessThanOrEqual(0);
    });
  }
});

test.describe('the language', () => {
  for (const [code, script] of [
    ['en', /\p{Script=Latin}/u],
    ['es', /\p{Script=Latin}/u],
    ['ru', /\p{Script=Cyrillic}/u],
    ['zh-Hans', /\p{Script=Han}/u],
    ['zh-Hant', /\p{Script=Han}/u],
  ] as const) {
    test(`${code} is spoken when the address asks for it`, async ({ page }) => {
      await open(page, 'lesson', code);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(script);
      await expect(page.locator('html')).toHaveAttribute('lang', code);
    });
  }

  test.describe('of a browser that prefers Taiwan’s', () => {
    test.use({ locale: 'zh-TW' });
    test('is Traditional Chinese', async ({ page }) => {
      await page.goto('./');
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant');
    });
  });

  test('changes in the page, keeps its state, and is remembered', async ({ page }) => {
    await page.goto('./#lab');
    await page.getByRole('button', { name: 'Menu' }).click();
    const moves = page.getByRole('combobox', { name: 'Language' });
    await moves.selectOption('es');
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await expect(page.getByRole('link', { name: 'Laboratorio de notas' }).first()).toHaveAttribute(
      'aria-current',
      'page',
    );
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  });
});
