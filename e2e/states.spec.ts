/** Protects the named states where they can be brought about for real: each is said, with its one way out. */

import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { DurabilityTab } from './durability-tab.ts';

const ENDLESS = 1_000;

function runsOnDevice(project: { readonly name: string }): boolean {
  return project.name === 'webgpu';
}

function notice(page: Page, text: string) {
  return page.locator('wm-notices .state').filter({ hasText: text });
}

/** Runs code in workers whose address matches, before their own. */
async function beforeWorker(context: BrowserContext, worker: RegExp, code: string): Promise<void> {
  await context.route(worker, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${code};${await response.text()}` });
  });
}

async function openTraining(context: BrowserContext): Promise<DurabilityTab> {
  const tab = await DurabilityTab.open(context, ENDLESS);
  await tab.untilState('idle');
  await tab.page.keyboard.press('Space');
  await tab.until('an iteration is told', () => tab.trained >= 1);
  return tab;
}

/** What a browser does with a page whose tab goes out of sight and comes back. */
function setHidden(page: Page, hidden: boolean): Promise<void> {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

test('the device that trains, a tab that was hidden, and storage that may be cleared', async ({ context }, {
  project,
}) => {
  test.setTimeout(400_000);
  const tab = await openTraining(context);
  const { page } = tab;
  const device = runsOnDevice(project) ? 'It trains on a graphics device made of software.' : 'It trains on the CPU.';
  await notice(page, device).getByRole('button', { name: 'All right' }).click();
  await expect(notice(page, device)).toHaveCount(0);

  await setHidden(page, true);
  const before = tab.trained;
  await tab.until('two more iterations are told', () => tab.trained >= before + 2);
  await setHidden(page, false);
  await expect(notice(page, 'It went on while this tab was hidden.')).toHaveText(/It trained on \d+ lives meanwhile/);
  await notice(page, 'It went on').getByRole('button').click();

  await page.keyboard.press('Space');
  await tab.untilState('paused');
  // Browsers promise nothing to a site that is new to them.
  await expect(notice(page, 'does not promise to keep your runs').getByRole('link')).toHaveAttribute(
    'href',
    '#library',
  );

  const opened = tab.told.length;
  await page.reload();
  await tab.untilState('idle', opened);
  await notice(page, 'Restored.').getByRole('button', { name: 'Resume' }).click();
  await tab.untilState('training', opened);
  await expect(notice(page, 'Restored.')).toHaveCount(0);
  // What was told once is not told again in the same visit.
  await expect(notice(page, device)).toHaveCount(0);
});

test.describe('whatever the engine', () => {
  test.skip(({ launchOptions }) => launchOptions.args?.includes('--enable-unsafe-webgpu') ?? false);

  test('a run that another tab trains can be taken over', async ({ context }) => {
    test.setTimeout(240_000);
    const first = await openTraining(context);
    const second = await DurabilityTab.open(context, ENDLESS);
    await second.untilState('watching');
    const from = second.told.length;
    const taken = first.told.length;
    await notice(second.page, 'Another tab trains this run.').getByRole('button', { name: 'Take over' }).click();
    await second.untilState('training', from);
    await first.untilState('watching', taken);
    const seen = second.lastIteration();
    await second.until('it trains on, and on', () => second.lastIteration() > seen + 1);
    expect(first.states().at(-1)).toBe('watching');
    second.expectEveryIteration();
  });

  test('links that cannot be followed are named, and the page goes on without', async ({ page }) => {
    const links: readonly (readonly [fragment: string, name: string])[] = [
      ['#v=1&preset=nowhere', 'The link is damaged.'],
      ['#v=99&preset=code-lake', 'The link is from a newer Waymark.'],
      [`#v=1&preset=${'x'.repeat(9000)}`, 'The link is too large.'],
    ];
    for (const [fragment, name] of links) {
      await page.goto('about:blank');
      await page.goto(`./${fragment}`);
      await notice(page, name).getByRole('button', { name: 'Go on without' }).click();
      await expect(notice(page, name)).toHaveCount(0);
      await expect(page.locator('main h1').first()).toBeVisible();
    }
  });

  test('a site that lacks the model says so', async ({ page }) => {
    await page.route('**/models/**', (route) => route.fulfill({ status: 404 }));
    await page.goto('./');
    await expect(notice(page, 'This site lacks what the run needs.')).toContainText('does not have the base model');
    await page.unroute('**/models/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(notice(page, 'This site lacks')).toHaveCount(0);
  });

  test('an engine without memory says so', async ({ context, page }) => {
    // As when the browser ends a worker that wants more memory than there is.
    const end = `
      self.Worker = class extends Worker {
        constructor(...options) {
          super(...options);
          const message = 'RangeError: WebAssembly.Memory(): could not allocate memory';
          setTimeout(() => this.dispatchEvent(Object.assign(new Event('error'), { message })));
        }
      }`;
    await beforeWorker(context, /training-worker/, end);
    await page.goto('./');
    await expect(notice(page, 'It ran out of memory.')).toContainText('close other tabs');
    await expect(notice(page, 'It ran out of memory.').getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  test('a browser that keeps nothing says so until it is read', async ({ context, page }) => {
    await beforeWorker(
      context,
      /training-worker/,
      `IDBFactory.prototype.open = () => { throw new DOMException('made up', 'SecurityError'); }`,
    );
    await page.goto('./');
    await notice(page, 'Nothing is kept.').getByRole('button', { name: 'Go on without' }).click();
    await expect(notice(page, 'Nothing is kept.')).toHaveCount(0);
  });

  test('storage that is nearly full leads to the library', async ({ page }) => {
    // Chromium itself answers with more room than there is.
    await page.addInitScript(() => {
      navigator.storage.estimate = () => Promise.resolve({ usage: 950, quota: 1000 });
    });
    await page.goto('./');
    await notice(page, 'Storage is nearly full.').getByRole('link', { name: 'Make room' }).click();
    await expect(page).toHaveURL(/#library$/);
    await expect(notice(page, 'Storage is nearly full.')).toHaveCount(0);
  });

  test('a page that breaks leads to the runs instead of going blank', async ({ page }) => {
    await page.goto('./');
    await expect(page.locator('main h1').first()).toBeVisible();
    await page.evaluate(() => void Promise.reject(new Error('made up')));
    await expect(page.getByRole('heading', { name: 'This page has broken.' })).toBeVisible();
    await expect(page.locator('wm-app')).toHaveCount(0);
    await page.getByRole('button', { name: 'Go on as it is' }).click();
    await expect(page.locator('wm-app')).toBeVisible();

    await page.evaluate(
      () =>
        void setTimeout(() => {
          throw new Error('again');
        }),
    );
    await page.getByRole('button', { name: 'Save my runs as files' }).click();
    await expect(page).toHaveURL(/#library$/);
    await expect(page.locator('main h1').first()).toBeVisible();
    await expect(page.getByRole('heading', { name: 'This page has broken.' })).toHaveCount(0);
  });
});
