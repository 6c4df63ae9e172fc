/** Protects the living agent: its notes outlive the tab, it goes on where it was, and old notes can be brought back. */

import { expect, test } from '@playwright/test';
import { DurabilityTab, type ToldMessage } from './durability-tab.ts';

const ITERATIONS = 2;

function notesOf(message: ToldMessage): readonly string[] {
  return (message.agent?.versions ?? []).map(({ version, words }) => `${version}: ${words.join(' ')}`);
}

test('an agent lives on after its tab was killed, with every version of its notes, and gets old ones back', async ({
  context,
}) => {
  // Three tabs open an engine; with WebGPU, software compiles its kernels slowly.
  test.setTimeout(600_000);
  const first = await DurabilityTab.open(context, ITERATIONS);
  await first.untilState('idle');
  await first.page.keyboard.press('Space');
  await first.untilState('finished');

  await first.page.getByRole('link', { name: 'Notes lab' }).click();
  await first.page.getByRole('button', { name: 'Let it live on' }).click();
  await first.untilState('living');
  await first.until('three tasks are lived', ({ lived }) => lived !== undefined && lived.task >= 2);
  await first.kill();
  const [lastTold] = first.told.filter(({ agent }) => agent !== undefined).slice(-1);

  const second = await DurabilityTab.open(context, ITERATIONS);
  await second.untilState('idle');
  const found = await second.until('the agent is told of', ({ agent }) => agent !== undefined);
  const livedBefore = found.agent?.lived ?? 0;
  expect(livedBefore).toBeGreaterThanOrEqual(3);
  expect(notesOf(found).slice(0, notesOf(lastTold).length)).toEqual(notesOf(lastTold));
  await second.page.getByRole('link', { name: 'Notes lab' }).click();
  await expect(second.page.getByText('carried now')).toBeVisible();

  const opened = second.told.length;
  await second.page.getByRole('button', { name: 'Live on' }).click();
  const next = await second.until('another task is lived', ({ lived }) => lived !== undefined, opened);
  expect(next.lived?.task).toBe(livedBefore);

  await second.page.getByRole('button', { name: 'Pause its life' }).click();
  await second.untilState('finished', opened);
  const paused = second.told.length;
  await second.page.getByRole('button', { name: 'Bring back version 1', exact: true }).click();
  const restored = await second.until('a version is brought back', ({ agent }) => agent !== undefined, paused);
  const versions = restored.agent?.versions ?? [];
  expect(versions.at(-1)).toMatchObject({ origin: 'restored', restoredFrom: 1, words: versions[1].words });
  expect(versions.map(({ version }) => version)).toEqual(versions.map((_, index) => index));
  await second.page.close();

  const third = await DurabilityTab.open(context, ITERATIONS);
  await third.untilState('idle');
  expect(notesOf(await third.until('the agent is told of', ({ agent }) => agent !== undefined))).toEqual(
    notesOf(restored),
  );
  await third.page.getByRole('link', { name: 'Notes lab' }).click();
  await expect(third.page.getByText('version 1 brought back')).toBeVisible();
});
