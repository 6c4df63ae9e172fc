/** Protects runs on bad days: a browser that clears what a page has stored, and data of an earlier version. */

import { expect, test, type Page } from '@playwright/test';
import { DurabilityTab } from './durability-tab.ts';

const ENDLESS = 1_000;

async function trainTwo(tab: DurabilityTab): Promise<void> {
  await tab.untilState('idle');
  await tab.page.keyboard.press('Space');
  await tab.until('two iterations are told', () => tab.trained >= 2);
}

test('what the browser has cleared is never spoken of as stored', async ({ context, baseURL }) => {
  test.setTimeout(240_000);
  const { origin } = new URL(baseURL ?? '');
  const tab = await DurabilityTab.open(context, ENDLESS);
  await trainTwo(tab);
  const session = await context.newCDPSession(tab.page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await expect.poll(() => tab.failure(), { timeout: 60_000 }).not.toBeNull();
  await expect(tab.page.getByText('Storage has failed.')).toBeVisible();
  await tab.page.close();

  const next = await DurabilityTab.open(context, ENDLESS);
  const { status } = await next.untilState('idle');
  expect(status?.latestRun).toBeNull();
  // Nothing of before stands in the way of beginning again.
  await next.page.keyboard.press('Space');
  await next.until('it trains', () => next.trained >= 1);
});

/** Makes of what is stored what the version before life logs would have stored. */
function makeEarlier(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error(String(request.error)));
      });
    const present = await done(indexedDB.open('waymark'));
    const names = [...present.objectStoreNames].filter((name) => name !== 'lifeLogs');
    const rows = await Promise.all(
      names.map(async (name) => {
        const store = present.transaction(name).objectStore(name);
        const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
        return values.map((value: unknown, index) => ({ name, key: keys[index], value }));
      }),
    );
    present.close();
    await done(indexedDB.deleteDatabase('waymark'));
    const opening = indexedDB.open('waymark', 2);
    opening.onupgradeneeded = () => {
      for (const name of names) opening.result.createObjectStore(name);
    };
    const earlier = await done(opening);
    const writing = earlier.transaction(names, 'readwrite');
    for (const { name, key, value } of rows.flat()) {
      const { record } = value as { record?: { livesHash?: string } };
      delete record?.livesHash;
      writing.objectStore(name).put(value, key);
    }
    await new Promise((resolve) => {
      writing.oncomplete = resolve;
    });
    earlier.close();
  });
}

test('a run that an earlier version stored is there, and goes on', async ({ context }) => {
  test.setTimeout(240_000);
  const tab = await DurabilityTab.open(context, ENDLESS);
  await trainTwo(tab);
  await tab.page.goto('./icons/apple-touch-icon.png');
  await makeEarlier(tab.page);
  await tab.page.close();

  const next = await DurabilityTab.open(context, ENDLESS);
  const { status } = await next.untilState('idle');
  const stored = status?.latestRun?.iteration ?? 0;
  expect(stored).toBeGreaterThanOrEqual(2);
  await next.page.getByRole('button', { name: 'Resume' }).click();
  await next.until('it trains on', () => next.lastIteration() > stored);
});
