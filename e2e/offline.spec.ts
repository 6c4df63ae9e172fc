/** Protects use without a network after one visit, and pages that stay open while a newer version arrives. */

import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { createStaticServer } from '../tools/static-server.ts';
import { DurabilityTab } from './durability-tab.ts';
import { untilKept } from './until-kept.ts';

test.use({ serviceWorkers: 'allow' });

const SCREENS = ['', '#train', '#lab', '#library', '#lesson', '#bench'];

async function openEveryScreen(page: Page): Promise<void> {
  for (const screen of SCREENS) {
    await page.evaluate((fragment) => (location.hash = fragment), screen || '#watch');
    await expect(page.locator('wm-missing-screen')).toHaveCount(0);
    await expect(page.locator('main h1').first(), screen).toBeVisible();
  }
}

test('after one visit everything works without a network: every screen, and training', async ({ context }) => {
  const tab = await DurabilityTab.open(context, 1);
  await tab.untilState('idle');
  await untilKept(tab.page);

  await context.setOffline(true);
  await expect(tab.page.getByText('Everything here works without a network, training included.')).toBeVisible();
  const asked: string[] = [];
  context.on('requestfailed', (request) => {
    // What leaving a page breaks off asked nobody.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') asked.push(request.url());
  });
  const opened = tab.told.length;
  await tab.page.reload();
  await tab.untilState('idle', opened);
  await openEveryScreen(tab.page);
  await tab.page.goto('./');
  await expect(tab.page.getByRole('button', { name: /^Play train your own/ })).toBeVisible();
  await tab.page.keyboard.press('Space');
  await tab.untilState('finished', opened);
  expect(tab.lastIteration()).toBe(1);
  expect(asked).toEqual([]);
});

/** The built site as its next version would be: every script has another name, and nothing of the old ones is left. */
function makeNextVersion(site: string): void {
  const assets = path.join(site, 'assets');
  const scripts = readdirSync(assets).filter((name) => /^[\w-]+-[\w-]{8}[.]js$/.test(name));
  const hashes = scripts.map((name) => name.slice(-11, -3));
  const texts = [...scripts.map((name) => path.join(assets, name)), path.join(site, 'index.html')];
  const worker = path.join(site, 'service-worker.js');
  const renamed = (text: string): string =>
    hashes.reduce((now, hash) => now.replaceAll(hash, hash.split('').reverse().join('')), text);
  for (const file of [...texts, worker]) writeFileSync(file, renamed(readFileSync(file, 'utf8')));
  for (const name of scripts) renameSync(path.join(assets, name), path.join(assets, renamed(name)));
  const page = /("url":"index[.]html","revision":"|"revision":")([0-9a-f]{32})("[^}]*"url":"index[.]html")?/;
  const manifest = readFileSync(worker, 'utf8');
  const entry = /\{[^{}]*"url":"index[.]html"[^{}]*\}/.exec(manifest)?.[0] ?? '';
  writeFileSync(
    worker,
    manifest.replace(
      entry,
      entry.replace(page, (whole) => whole.replace(/[0-9a-f]{32}/, '0')),
    ),
  );
}

/** The names of the scripts that a page was made of. */
function scriptOf(page: Page): Promise<string> {
  return page.locator('script[type="module"]').evaluate((script: HTMLScriptElement) => script.src);
}

test('a newer version waits until it is wanted, and pages of the old one go on working', async ({ context }) => {
  const site = mkdtempSync(path.join(tmpdir(), 'waymark-site-'));
  cpSync('dist', site, { recursive: true });
  const server = createStaticServer({ root: site, base: '/' });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = `http://localhost:${(server.address() as AddressInfo).port}/`;
  try {
    const page = await context.newPage();
    await page.goto(address);
    await untilKept(page);
    const other = await context.newPage();
    await other.goto(address);
    await expect(other.locator('h1').first()).toBeVisible();
    const old = await scriptOf(page);

    makeNextVersion(site);
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect(page.getByText('Update ready.')).toBeVisible();
    expect(await scriptOf(page)).toBe(old);
    await page.getByRole('button', { name: 'Reload with it' }).click();
    await expect.poll(() => scriptOf(page).catch(() => old)).not.toBe(old);
    await openEveryScreen(page);

    // The server no longer has what the other tab is made of.
    expect(await scriptOf(other)).toBe(old);
    await openEveryScreen(other);
    await expect(other.getByText('Update ready.')).toBeVisible();
    expect(await scriptOf(other)).toBe(old);
  } finally {
    await new Promise((resolve) => server.close(resolve).closeAllConnections());
    rmSync(site, { recursive: true });
  }
});
