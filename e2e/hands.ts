/**
 * The three ways in which the walks are made: by mouse, by keyboard alone, and by touch on a narrow phone. A walk names
 * what it wants pressed; hands know how.
 */

import { expect, type Locator, type Page, type PlaywrightTestOptions } from '@playwright/test';

export interface Hands {
  readonly name: string;
  readonly options: Pick<PlaywrightTestOptions, 'viewport' | 'hasTouch'>;
  press(target: Locator): Promise<void>;
  /** Ticks a box, or takes the tick away. */
  tick(target: Locator): Promise<void>;
  /** Puts text in the place of what a field holds. */
  type(target: Locator, text: string): Promise<void>;
  /** Chooses an option by what it says. */
  choose(target: Locator, option: string): Promise<void>;
  /** Goes to a screen by the header, or by the menu where there is only that. */
  goTo(page: Page, screen: string): Promise<void>;
}

/** More presses of Tab than any screen has stops. */
const MOST_STOPS = 250;

/** Walks through the page by Tab until the target has the focus. Fails where it cannot be reached. */
async function tabTo(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const page = target.page();
  const hasFocus = () =>
    target.evaluate((element) => (element.getRootNode() as Document | ShadowRoot).activeElement === element);
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (await hasFocus()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`not reached by Tab: ${String(target)}`);
}

const pointer = {
  tick: (target: Locator) => target.click(),
  press: (target: Locator) => target.click(),
  type: (target: Locator, text: string) => target.fill(text),
  choose: async (target: Locator, option: string) => {
    await target.selectOption({ label: option });
  },
};

export const MOUSE: Hands = {
  name: 'by mouse',
  options: { viewport: { width: 1280, height: 800 }, hasTouch: false },
  ...pointer,
  goTo: async (page, screen) => page.getByRole('banner').getByRole('link', { name: screen, exact: true }).click(),
};

export const KEYBOARD: Hands = {
  name: 'by keyboard alone',
  options: { viewport: { width: 1280, height: 800 }, hasTouch: false },
  press: async (target) => {
    await tabTo(target);
    await target.page().keyboard.press('Enter');
  },
  tick: async (target) => {
    await tabTo(target);
    await target.page().keyboard.press('Space');
  },
  type: async (target, text) => {
    await tabTo(target);
    await target.page().keyboard.press('Control+A');
    await target.page().keyboard.type(text);
  },
  choose: async (target, option) => {
    await tabTo(target);
    // What a closed list jumps to when its entries are typed, within a second from key to key: a busy page may take longer.
    await expect(async () => {
      await target.page().keyboard.type(option);
      await expect(target.locator('option:checked')).toHaveText(option, { timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
  },
  goTo: async (page, screen) =>
    KEYBOARD.press(page.getByRole('banner').getByRole('link', { name: screen, exact: true })),
};

export const PHONE: Hands = {
  name: 'at 360 px',
  options: { viewport: { width: 360, height: 740 }, hasTouch: true },
  ...pointer,
  press: (target) => target.tap(),
  goTo: async (page, screen) => {
    await page.getByRole('banner').getByRole('button', { name: 'Menu' }).tap();
    await page.getByRole('dialog').getByRole('link', { name: screen, exact: true }).tap();
  },
};
