/** Protects runs from several tabs at once, and says what happens when storage is full. */

import { expect, test } from '@playwright/test';
import { DurabilityTab } from './durability-tab.ts';

const ENDLESS = 1_000;

test('a second tab watches, cannot train the same run, and takes over when the first is gone', async ({ context }) => {
  test.setTimeout(240_000);
  const first = await DurabilityTab.open(context, ENDLESS);
  await first.untilState('idle');
  await first.page.keyboard.press('Space');
  await first.until('an iteration is told', () => first.trained >= 1);

  const second = await DurabilityTab.open(context, ENDLESS);
  await second.untilState('watching');
  await expect(second.page.getByText('Another tab trains this run.')).toBeVisible();
  await second.until('the second tab sees two iterations', () => second.trained >= 2);
  expect(first.states()).not.toContain('paused');

  const from = second.told.length;
  await first.kill();
  await second.untilState('paused', from);
  await second.page.getByRole('button', { name: 'Resume' }).click();
  await second.untilState('training', from);
  const seen = second.lastIteration();
  await second.until('it trains on', () => second.lastIteration() > seen);
  second.expectEveryIteration();
});

test('when storage is full, training stops with nothing lost, and goes on once there is room', async ({
  context,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const tab = await DurabilityTab.open(context, ENDLESS);
  await tab.untilState('idle');
  await tab.page.keyboard.press('Space');
  await tab.until('two iterations are told', () => tab.trained >= 2);

  const { origin } = new URL(baseURL ?? '');
  const session = await context.newCDPSession(tab.page);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await expect.poll(() => tab.failure(), { timeout: 60_000 }).toContain('no room left');
  await expect(tab.page.getByText('Storage has failed.')).toBeVisible();
  const told = tab.lastIteration();

  await session.send('Storage.overrideQuotaForOrigin', { origin });
  await tab.page.close();
  const next = await DurabilityTab.open(context, ENDLESS);
  const { status } = await next.untilState('idle');
  expect(status?.latestRun?.iteration).toBe(told);
  await next.page.getByRole('button', { name: 'Resume' }).click();
  await next.until('it trains on', () => next.lastIteration() > told);
});
