/** Protects that every screen can be used by everyone, as far as a machine can tell: in both themes, wide and narrow. */

import { expect, test } from '@playwright/test';
import { expectAccessible, unfold, violations } from './accessibility.ts';
import { recorded, withoutWorker } from './page-alone.ts';

const SCREENS = ['watch', 'train', 'lab', 'library', 'lesson', 'lesson=notes-help', 'bench', 'open'];

/** The theme decides colours and the width decides what stands where, so each is looked at once. */
const LOOKS = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 360 },
] as const;

for (const { colorScheme, width } of LOOKS) {
  test(`every screen, ${colorScheme}, ${width} px`, async ({ page }) => {
    test.setTimeout(240_000);
    await recorded(page);
    await withoutWorker(page);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    for (const screen of SCREENS) {
      await page.goto(`./#${screen}`);
      await expect(page.getByRole('main').first()).toBeVisible();
      await expectAccessible(page, screen);
    }
  });

  test(`what is opened over the page, ${colorScheme}`, async ({ page }) => {
    await recorded(page);
    await withoutWorker(page);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto('./');
    await expect(page.getByRole('slider')).toBeVisible();
    await page.getByRole('button', { name: 'Menu' }).click();
    expect.soft(await violations(page), 'menu').toEqual([]);
    await page.getByRole('button', { name: 'Make a class link' }).click();
    const classLink = page.getByRole('dialog', { name: 'A link for a class' });
    await expect(classLink).toBeVisible();
    await unfold(page);
    expect.soft(await violations(page), 'class link').toEqual([]);
    await page.keyboard.press('Escape');
    await expect(classLink).toBeHidden();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await expect(keys).toBeVisible();
    expect.soft(await violations(page), 'keys').toEqual([]);
    await page.keyboard.press('Escape');
    await expect(keys).toBeHidden();
    await page.keyboard.press('p');
    await expect(page.getByText('Projector mode. P or Esc leaves it.')).toBeVisible();
    expect.soft(await violations(page), 'projector').toEqual([]);
  });
}
