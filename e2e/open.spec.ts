/** Protects what happens to whoever opens a link or a file: nothing, until they press a button; then one verdict. */

import { expect, test, type Page } from '@playwright/test';
import { presets } from '../src/learning/presets.ts';
import { changeRecipe } from '../src/learning/recipe.ts';
import type { Verdict } from '../src/runs/check/verdict.ts';
import { encodeLink } from '../src/runs/links/link-codec.ts';
import type { Claim, ShareAnswer } from '../src/worker/share-protocol.ts';
import { agentClaim, fileClaim, FULLY, madeUpReceipt, outcomeDifference, twoLives } from '../src/ui/testing/given.ts';
import { KEYBOARD } from './hands.ts';
import { expectAccessible } from './accessibility.ts';
import { recorded, withoutWorker } from './page-alone.ts';

/** A worker that knows one claim, and one verdict on it. */
async function withAnswers(page: Page, claim: Claim, verdict: Verdict): Promise<void> {
  const answers: Readonly<Record<string, ShareAnswer>> = {
    'read-given': { kind: 'claim', claim },
    'check-given': { kind: 'verdict', verdict },
    'keep-given': { kind: 'stored', run: 'heron-3', renamed: 'otter-7' },
  };
  await page.addInitScript((known) => {
    window.Worker = class extends EventTarget {
      postMessage = ({ type, request }: { type: string; request?: number }): void => {
        const answer = known[type];
        if (!answer) return;
        setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data: { type: 'share', request, answer } })));
      };
      terminate = (): void => undefined;
    } as unknown as typeof Worker;
  }, answers);
}

const RECEIPT_LINK = await encodeLink({ kind: 'receipt', receipt: madeUpReceipt() });
const { claimed, found } = twoLives();
const LIFE = { part: 'life', iteration: 3, control: 'kept', life: 11, position: 5, episode: 'solve' } as const;
const DIFFERS: Verdict = {
  kind: 'differs',
  checked: FULLY,
  differences: [{ ...LIFE, claimedLife: claimed, foundLife: found }, outcomeDifference()],
  total: 2,
  lifts: null,
};

test('a setup link proposes its recipe, claims nothing, and leaves Back as it was', async ({ page }) => {
  await recorded(page);
  await withoutWorker(page);
  const recipe = changeRecipe(presets[0].recipe, { seed: 9, packs: 3, credit: 'per-task' });
  const payload = await encodeLink({ kind: 'setup', recipe });
  await page.goto('./#library');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate((fragment) => (location.hash = fragment), `#open=${payload}`);
  await expect(page).toHaveTitle(/^Train/);
  await expect(page.getByText('This recipe came with a link.')).toBeVisible();
  const slots = page.getByRole('region', { name: 'Recipe' });
  for (const words of ['3 packs', 'only its own task', 'seed 9']) await expect(slots).toContainText(words);
  await page.goBack();
  await expect(page).toHaveTitle(/^Library/);
});

test('a link that cannot be opened is named, stays in the address, and gives way to another', async ({ page }) => {
  await recorded(page);
  await withAnswers(page, agentClaim(), DIFFERS);
  const damaged = RECEIPT_LINK.slice(0, -4);
  await page.goto(`./#open=${damaged}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link cannot be opened.');
  await expect(page.getByText('The link is damaged.')).toBeVisible();
  expect(page.url()).toContain(`#open=${damaged}`);
  // Of a version that nobody has made yet.
  await page
    .getByRole('textbox', { name: 'Paste another link' })
    .fill(`https://waymark.example/#open=Dw${'A'.repeat(30)}`);
  await page.getByRole('button', { name: 'Show what it claims' }).click();
  await expect(page.getByText('The link is from a newer Waymark.')).toBeVisible();
  await page
    .getByRole('textbox', { name: 'Paste another link' })
    .fill(`Look at <https://waymark.example/#open=${RECEIPT_LINK}>`);
  await page.getByRole('button', { name: 'Show what it claims' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Not checked.');
  await expect(page.getByText('The link is from a newer Waymark.')).toBeHidden();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link cannot be opened.');
});

test('what others have named and noted is shown as it is, and does nothing', async ({ page }) => {
  await recorded(page);
  await withAnswers(page, fileClaim(), DIFFERS);
  let alarms = 0;
  page.on('dialog', () => alarms++);
  await page.goto('./#library');
  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['?'], 'x.waymark'));
    return data;
  });
  await page.dispatchEvent('body', 'drop', { dataTransfer: dropped });
  await expect(page).toHaveURL(/#open$/);
  await expect(page.getByText('Somebody else’s: <img src=x onerror=alert(1)> otter.')).toBeVisible();
  const notes = page.getByText('b3 left <b>up</b> b4');
  await expect(notes).toBeHidden();
  await page.getByText('otter-7-1, in code lake').click();
  await expect(notes).toBeVisible();
  expect(await page.locator('img').count()).toBe(0);
  expect(alarms).toBe(0);
  await page.getByRole('button', { name: 'Keep it in the library' }).click();
  await expect(page.getByText('The name otter-7 is taken here, so it stands in the library as heron-3.')).toBeVisible();
});

test('by keyboard alone a link is pasted, checked, and the places where it differs are opened', async ({ page }) => {
  await recorded(page);
  await withAnswers(page, agentClaim(), DIFFERS);
  await page.goto('./#open');
  await KEYBOARD.type(page.getByRole('textbox', { name: 'Paste a link' }), `#open=${RECEIPT_LINK}`);
  await KEYBOARD.press(page.getByRole('button', { name: 'Show what it claims' }));
  await expect(page.getByText('Unverified')).toBeVisible();
  await KEYBOARD.press(page.getByRole('button', { name: /^Check it/ }));
  const verdict = page.getByRole('status').filter({ hasText: 'Differs: iteration 3, life 12, task 5.' });
  await expect(verdict).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Found here' })).toBeVisible();
  const moves = page.getByRole('group', { name: 'Moves of both' });
  const before = await moves.innerText();
  const back = moves.getByRole('button', { name: 'Back' });
  const on = moves.getByRole('button', { name: 'On' });
  await KEYBOARD.press((await on.isEnabled()) ? on : back);
  await expect.poll(() => moves.innerText()).not.toBe(before);
});

for (const [colorScheme, width] of [
  ['light', 1440],
  ['dark', 360],
] as const) {
  test(`a claim and its verdict are accessible, ${colorScheme}, ${width} px`, async ({ page }) => {
    await recorded(page);
    await withAnswers(page, fileClaim(), DIFFERS);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`./#open=${RECEIPT_LINK}`);
    await expect(page.getByText('Unverified')).toBeVisible();
    const frame = page.getByRole('figure').first();
    expect(await frame.evaluate((element) => getComputedStyle(element).borderTopStyle)).toBe('dashed');
    await expectAccessible(page, 'claim');
    await page.getByRole('button', { name: /^Check it/ }).click();
    await expect(page.getByRole('heading', { name: 'Found here' })).toBeVisible();
    await expectAccessible(page, 'differs');
  });
}
