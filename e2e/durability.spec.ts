/** Protects work in the tab: whatever kills it, at most the iteration in progress is lost, and going on is exact. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, test } from '@playwright/test';
import { RandomStream } from '../src/core/random.ts';
import { DurabilityTab, ENDS, readStoredRun, type StoredRun } from './durability-tab.ts';

/** `npm run soak` asks for more, and for other moments. */
const KILLS = Number(process.env.WAYMARK_KILLS ?? 10);
const SEED = Number(process.env.WAYMARK_SEED ?? 3);
/** As long as a run can be: how far it gets depends on the machine. */
const ENDLESS = 65_535;
const PURPOSE = 4;
/** Opening, training two iterations and being killed takes seconds, and several on a busy machine. */
const KILL_MS = 50_000;

async function openTab(context: BrowserContext, iterations = ENDLESS): Promise<DurabilityTab> {
  const tab = await DurabilityTab.open(context, iterations);
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

/** What a run of so many iterations stores that nobody disturbs. */
async function undisturbed(context: BrowserContext, iterations: number): Promise<StoredRun> {
  const tab = await openTab(context, iterations);
  await play(tab);
  await tab.untilState('finished');
  return readStoredRun(tab.page);
}

/** The hashes that the log of the run names, iteration by iteration. */
function namedHashes({ events }: StoredRun): readonly unknown[] {
  return events.flatMap((event) => {
    const { type, record } = event as { type: string; record?: { livesHash?: string } };
    return type === 'iteration' ? [record?.livesHash] : [];
  });
}

test('a tab ended at random moments loses at most the iteration in progress, and no bit changes', async ({
  context,
  browser,
}) => {
  test.setTimeout(100_000 + KILL_MS * KILLS);
  const moments = new RandomStream(SEED, PURPOSE);
  let tab = await openTab(context);
  await play(tab);
  let stored = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const wholeIterations = kill % 2;
    await tab.until('an iteration is told', () => tab.trained >= wholeIterations);
    await tab.page.waitForTimeout(moments.nextUniform() * tab.iterationTime());
    await tab.end(moments.pick(ENDS));
    const told = Math.max(stored, tab.lastIteration());
    ({ tab, iteration: stored } = await reopen(context, told));
    await tab.page.getByRole('button', { name: 'Resume' }).click();
    await tab.untilState('training');
    if ((kill + 1) % 10 === 0) console.log(`${kill + 1} of ${KILLS} ends, ${stored} iterations`);
  }
  const from = tab.told.length;
  await tab.page.getByRole('button', { name: 'Pause loses nothing' }).click();
  await tab.untilState('paused', from);
  const ended = await readStoredRun(tab.page);
  const hashes = namedHashes(ended);
  expect(ended.lifeLogs).toEqual(hashes);
  expect(ended).toEqual(await undisturbed(await browser.newContext(), hashes.length));
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
