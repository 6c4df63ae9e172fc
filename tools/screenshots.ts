/**
 * `npm run screenshots [-- --site DIR] [--only NAME ...]`: photographs every screen of the built site (`dist`) for
 * `docs/screenshots/`: light and dark, at the widths of a desk, a tablet and a phone. What is on them happened: a run is
 * trained in the tab first, and stays stored for all pictures. The life on screen stands at the same move in each.
 */

import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { chromium, type BrowserContext, type Page } from 'playwright';
import { WaymarkError } from '../src/core/errors.ts';
import { createStaticServer } from './static-server.ts';
import { ARGUMENTS_WITHOUT_WEBGPU, launchOptions } from './test/browser.ts';

const OUT = 'docs/screenshots';
const SIZES = [
  { width: 1440, height: 900 },
  { width: 834, height: 1112 },
  { width: 390, height: 844 },
] as const;
const SCHEMES = ['light', 'dark'] as const;
/** Trained before the pictures are taken: enough for notes to be true and for an evaluation to show it. */
const ITERATIONS = 25;
const TRAINING_LIMIT_MS = 600_000;
const CHECK_LIMIT_MS = 120_000;
/** Charts and pictures have settled. */
const SETTLED_MS = 600;

interface Picture {
  readonly name: string;
  /** The fragment of the address; null for the link of the agent that was trained. */
  readonly address: string | null;
  /** What is done before the picture is taken. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Taken before anything was trained. */
  readonly fresh?: boolean;
}

/** To the second task, the first in which there are notes to read, and four moves into it. */
async function amongNotes(page: Page): Promise<void> {
  const trail = page.getByRole('slider', { name: 'Where in the life' });
  await trail.focus();
  for (const key of ['Home', 'Shift+L', 'l', 'l', 'l', 'l']) await page.keyboard.press(key);
  await trail.blur();
}

/** With all ways, once the stored run is known. */
async function openShareSheet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Make the link' }).waitFor();
}

async function checkQuickly(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Check it/ }).click();
  await page
    .getByRole('heading', { level: 1, name: /computed here is identical/ })
    .waitFor({ timeout: CHECK_LIMIT_MS });
}

const PICTURES: readonly Picture[] = [
  { name: 'watch', address: '', prepare: amongNotes, fresh: true },
  { name: 'lab', address: '#lab', fresh: true },
  { name: 'lesson', address: '#lesson=notes-help', fresh: true },
  { name: 'lessons', address: '#lesson', fresh: true },
  {
    name: 'projector',
    address: '',
    prepare: async (page) => {
      await amongNotes(page);
      await page.keyboard.press('p');
    },
    fresh: true,
  },
  { name: 'keys', address: '', prepare: (page) => page.keyboard.press('?'), fresh: true },
  { name: 'train', address: '#train' },
  { name: 'library', address: '#library' },
  { name: 'share', address: '#train', prepare: openShareSheet },
  { name: 'claim', address: null },
  { name: 'verdict', address: null, prepare: checkQuickly },
];

async function open(context: BrowserContext, site: string, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${site}${address}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

/** A run that the pictures of training show. */
async function train(context: BrowserContext, site: string): Promise<void> {
  const page = await open(context, site, '#train');
  await page.getByRole('button', { name: /^Play/ }).click();
  const reached = new RegExp(`^Iteration ${ITERATIONS} of `);
  await page.getByText(reached).waitFor({ timeout: TRAINING_LIMIT_MS });
  await page.getByRole('button', { name: /^Pause loses nothing/ }).click();
  await page.getByRole('button', { name: /^Play go on/ }).waitFor({ timeout: TRAINING_LIMIT_MS });
  await page.close();
}

/** The link of the agent that was trained, behind the `#`. */
async function passOn(context: BrowserContext, site: string): Promise<string> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await open(context, site, '#train');
  await openShareSheet(page);
  await page.getByRole('button', { name: 'Make the link' }).click();
  await page.getByRole('button', { name: 'Copy the agent link' }).click({ timeout: TRAINING_LIMIT_MS });
  await page.getByText('Copied.').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.close();
  return new URL(link).hash;
}

async function photograph(
  context: BrowserContext,
  site: string,
  pictures: readonly Picture[],
  shared = '',
): Promise<void> {
  for (const { name, address, prepare } of pictures) {
    for (const viewport of SIZES) {
      for (const colorScheme of SCHEMES) {
        const page = await open(context, site, address ?? shared);
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.reload();
        await page.getByRole('heading', { level: 1 }).waitFor();
        await prepare?.(page);
        await page.waitForTimeout(SETTLED_MS);
        await page.screenshot({ path: `${OUT}/${name}-${colorScheme}-${viewport.width}.png` });
        await page.close();
      }
    }
  }
}

const { site, only } = parseArgs({
  options: { site: { type: 'string', default: 'dist' }, only: { type: 'string', multiple: true } },
}).values;
if (!existsSync(site)) throw new WaymarkError('not-found', `${site} is missing.`, 'Run "npm run build" first.');
const wanted = PICTURES.filter(({ name }) => only?.includes(name) ?? true);
if (wanted.length === 0) {
  const names = PICTURES.map(({ name }) => name).join(', ');
  throw new WaymarkError(
    'bad-request',
    `There is no picture "${only?.join('", "') ?? ''}".`,
    `Choose one of: ${names}.`,
  );
}
await mkdir(OUT, { recursive: true });
const server = createStaticServer({ root: site, base: '/' });
await new Promise<void>((resolve) => {
  server.listen(0, 'localhost', resolve);
});
const { port } = server.address() as AddressInfo;
const address = `http://localhost:${port}/`;
const browser = await chromium.launch(launchOptions(ARGUMENTS_WITHOUT_WEBGPU));
try {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const fresh = wanted.filter((picture) => picture.fresh);
  await photograph(context, address, fresh);
  const trained = wanted.filter((picture) => !picture.fresh);
  if (trained.length > 0) {
    await train(context, address);
    const needsLink = trained.some((picture) => picture.address === null);
    await photograph(context, address, trained, needsLink ? await passOn(context, address) : '');
  }
} finally {
  await browser.close();
  server.close();
}
