/** Protects the whole page in Firefox as systems install it: every screen opens without an error, and training trains. */

import { expect, test } from '@playwright/test';
import { FirefoxTab } from './firefox-tab.ts';
import { SMALL_SETTINGS } from './small-settings.ts';

const SCREENS = ['train', 'lab', 'library', 'lesson', 'lesson=notes-help', 'bench', 'open', 'watch'];

/** Small enough to train in seconds. */
const SMALL = `train&${SMALL_SETTINGS}&iterations=2`;

let tab: FirefoxTab;

test.beforeEach(async ({ baseURL }) => {
  tab = await FirefoxTab.open(baseURL);
});
test.afterEach(() => tab.close());

test('every screen opens without an error, and a recorded life moves', async () => {
  await tab.goto('');
  await tab.find('heading', '');
  const first = await tab.text();
  await expect.poll(() => tab.text()).not.toBe(first);
  for (const screen of SCREENS) {
    await tab.page.evaluate((fragment) => (location.hash = fragment), screen);
    await tab.untilShown(`wm-${screen.split('=')[0]}-screen`);
  }
  expect(tab.wrongs).toEqual([]);
});

test('trains, and finds its run again after a reload that its service worker answers', async () => {
  await tab.goto(`#${SMALL}`);
  await tab.press('button', 'Play');
  await tab.untilRead(/Iteration 2 of 2/, 90_000);
  await tab.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await tab.page.reload();
  await tab.untilRead(/Iteration 2 of 2/, 60_000);
  expect(await tab.page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  expect(tab.wrongs).toEqual([]);
});
