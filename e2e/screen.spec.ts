/** Protects the Watch screen on the built site: it moves at once, works by keyboard, and fits phones. */

import { expect, test, type Page } from '@playwright/test';
import { expectToFit } from './accessibility.ts';
import { recorded, withoutWorker } from './page-alone.ts';
import { SMALL_SETTINGS } from './small-settings.ts';

test.beforeEach(({ page }) => recorded(page));

async function caption(page: Page): Promise<string> {
  return (await page.locator('wm-world .say').textContent()) ?? '';
}

test('shows a recorded life that moves by itself', async ({ page }) => {
  await withoutWorker(page);
  await page.goto('./');
  await expect(page.locator('wm-watch-badge')).toContainText('Press Play to train your own.');
  const first = await caption(page);
  await expect.poll(() => caption(page), { timeout: 10_000 }).not.toBe(first);
});

test('stands still for visitors who want no motion', async ({ page }) => {
  await withoutWorker(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./');
  const first = await caption(page);
  await page.waitForTimeout(3000);
  expect(await caption(page)).toBe(first);
  await expect(page.getByRole('button', { name: 'Play the replay (K)' })).toBeVisible();
});

test('fits every width from 360 px without scrolling sideways', async ({ page }) => {
  await withoutWorker(page);
  await page.goto('./');
  for (const width of [360, 390, 640, 768, 901, 1024, 1181, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectToFit(page, `${width} px`);
  }
});

test('writes nothing smaller than 16 px, and 15 px in pictures', async ({ page }) => {
  await withoutWorker(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('./');
    await expect(page.getByRole('slider')).toBeVisible();
    const small = await page.evaluate(() => {
      const found: string[] = [];
      const visit = (root: Document | ShadowRoot): void => {
        for (const element of root.querySelectorAll('*')) {
          if (element.shadowRoot) visit(element.shadowRoot);
          const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
          if (!own || element.getClientRects().length === 0) continue;
          // A drawing's text is scaled with the drawing.
          const drawn = element instanceof SVGTextElement ? (element.getScreenCTM()?.a ?? 1) : 1;
          const size = parseFloat(getComputedStyle(element).fontSize) * drawn;
          if (size < (element instanceof SVGElement ? 14.5 : 16)) found.push(`${size} ${element.textContent}`);
        }
      };
      visit(document);
      return found;
    });
    expect(small, `${width} px`).toEqual([]);
  }
});

test('is reached by keyboard: every control in turn, with a visible ring', async ({ page }) => {
  await withoutWorker(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./');
  await expect(page.getByRole('slider')).toBeVisible();
  const reached: string[] = [];
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab');
    const [name, ring] = await page.evaluate(() => {
      let focused = document.activeElement;
      while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
      if (!focused || focused === document.body) return ['', ''];
      const label = focused.getAttribute('aria-label') ?? focused.textContent ?? '';
      return [label.replaceAll(/\s+/g, ' ').trim() || focused.localName, getComputedStyle(focused).outlineStyle];
    });
    if (name === '' || name === undefined) break;
    expect(ring, name).toBe('solid');
    reached.push(name);
  }
  const order = [
    'Keys ?',
    'Light or dark',
    'Whose life to watch',
    'The picture in words',
    'Lives by task: choose with the arrow keys, open with Enter',
    'Where in the life',
    'One move back (J)',
    'Have it live in another world (D)',
  ];
  expect(reached.filter((name) => order.includes(name))).toEqual(order);
});

test('moves nothing about while it loads', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    (window as unknown as { shifts: number[] }).shifts = shifts;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await withoutWorker(page);
  await page.goto('./');
  await expect(page.getByRole('slider')).toBeVisible();
  await page.waitForTimeout(4000);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02);
});

test('trains at the press of a key, and pauses without losing anything', async ({ page }) => {
  // Iterations of a second; what a visitor gets unasked is trained in site.spec.ts.
  await page.goto(`./#watch&${SMALL_SETTINGS}`);
  await expect(page.getByRole('button', { name: /^Play train your own/ })).toBeVisible();
  await page.keyboard.press('Space');
  await expect(page.getByText(/^Iteration [1-9]\d* of \d+$/)).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: /^Pause loses nothing/ }).click();
  await expect(page.getByRole('button', { name: /^Play go on after \d+ iteration/ })).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('wm-watch-badge')).toContainText(/A life from iteration \d+ of training in/);
});
