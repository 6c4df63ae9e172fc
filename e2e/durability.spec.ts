/** Protects work in the tab: whatever kills it, at most the iteration in progress is lost, and going on is exact. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, test } from '@playwright/test';
import { RandomStream } from '../src/core/random.ts';
import { DurabilityTab, readStoredRun } from './durability-tab.ts';

const KILLS = 10;
/** Ten lives of a tab get through fifteen at most: five that are waited for, and one that is nearly done in each. */
const ITERATIONS = 16;
const SEED = 3;
const PURPOSE = 4;

async function openTab(context: BrowserContext): Promise<DurabilityTab> {
  const tab = await DurabilityTab.open(context, ITERATIONS);
  await tab.untilState('idle');
  return tab;
}

async function play(tab: DurabilityTab): Promise<void> {
  await tab.page.keyboard.press('Space');
  await tab.untilState('training');
}

/** Opens a tab after a kill and checks what it finds: all that was told, and at most the one in progress besides. */
async function reopen(context: BrowserContext, told: number): Promise<{ tab: DurabilityTab; iteration: number }> {
  const tab = await openTab(context);
  const { status } = await tab.untilState('idle');
  const { iteration, finished } = status?.latestRun ?? { iteration: -1, finished: true };
  expect(finished).toBe(false);
  expect(iteration).toBeGreaterThanOrEqual(told);
  expect(iteration).toBeLessThanOrEqual(told + 1);
  await expect(tab.page.getByText(new RegExp(`had trained ${iteration} iteration`))).toBeVisible();
  return { tab, iteration };
}

/** What a run that nobody disturbs stores. */
async function undisturbed(context: BrowserContext) {
  const tab = await openTab(context);
  await play(tab);
  await tab.untilState('finished');
  return readStoredRun(tab.page);
}

test('a tab killed ten times at random moments loses at most the iteration in progress, and no bit changes', async ({
  context,
  browser,
}) => {
  test.setTimeout(600_000);
  const moments = new RandomStream(SEED, PURPOSE);
  let tab = await openTab(context);
  await play(tab);
  let stored = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const wholeIterations = kill % 2;
    await tab.until('an iteration is told', () => tab.trained >= wholeIterations);
    await tab.page.waitForTimeout(moments.nextUniform() * tab.iterationTime());
    await tab.kill();
    const told = Math.max(stored, tab.lastIteration());
    ({ tab, iteration: stored } = await reopen(context, told));
    await tab.page.getByRole('button', { name: 'Resume' }).click();
    await tab.untilState('training');
  }
  await tab.untilState('finished');
  const killed = await readStoredRun(tab.page);
  expect(killed.events).toHaveLength(ITERATIONS + 2);
  expect(killed).toEqual(await undisturbed(await browser.newContext()));
});

test('a browser that is killed as a whole has on the disk what it told', async ({ launchOptions, baseURL }) => {
  const profile = await mkdtemp(join(tmpdir(), 'waymark-profile-'));
  const options = { ...launchOptions, baseURL: baseURL ?? '' };
  try {
    const first = await chromium.launchPersistentContext(profile, options);
    const tab = await openTab(first);
    await play(tab);
    await tab.until('two iterations are told', () => tab.trained >= 2);
    const closed = first.waitForEvent('close');
    const session = await first.browser()?.newBrowserCDPSession();
    void session?.send('Browser.crash').catch(() => undefined);
    await closed;

    const second = await chromium.launchPersistentContext(profile, options);
    await reopen(second, tab.lastIteration());
    await second.close();
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
});
