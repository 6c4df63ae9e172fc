/** The benchmark in headless Chromium: builds its page, serves it, and lets it run on a real GPU where there is one. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright';
import type { BenchReport } from '../../src/bench/report.ts';
import type { BenchSettings } from '../../src/bench/settings.ts';
import { WaymarkError } from '../../src/core/errors.ts';
import type { BenchAnswer } from './page/main.ts';
import { withSite } from '../site/built-site.ts';
import { buildToolPage } from '../site/tool-page.ts';
import { ARGUMENTS_WITH_WEBGPU, launchOptions } from '../test/browser.ts';

/** `default` is whatever adapter Chromium has; `auto` is that or, where there is none, SwiftShader. */
export type AdapterWish = 'auto' | 'default' | 'swiftshader';

const PAGE = fileURLToPath(new URL('./page/', import.meta.url));

/** Other libraries' kernels may run for seconds on a software adapter, which the watchdog takes for a hang. */
const PATIENT = '--disable-gpu-watchdog';
const ON_SWIFTSHADER = [...ARGUMENTS_WITH_WEBGPU, PATIENT];
const ON_DEFAULT = [
  ...ARGUMENTS_WITH_WEBGPU.filter((argument) => !argument.startsWith('--use-webgpu-adapter')),
  '--enable-features=Vulkan',
  PATIENT,
];

export async function benchInBrowser(
  settings: BenchSettings,
  wish: AdapterWish,
  progress: (what: string) => void,
): Promise<BenchReport> {
  const site = await mkdtemp(join(tmpdir(), 'waymark-bench-'));
  try {
    progress('building the page');
    await buildToolPage({ root: PAGE, publicDir: false }, site);
    return await withSite(site, (address) => runSuite(address, settings, wish, progress));
  } finally {
    await rm(site, { recursive: true, force: true });
  }
}

async function runSuite(
  address: string,
  settings: BenchSettings,
  wish: AdapterWish,
  progress: (what: string) => void,
): Promise<BenchReport> {
  const { browser, page } = await openPage(address, wish);
  page.on('console', (message) => {
    if (message.type() === 'info') progress(message.text());
  });
  try {
    const answer = await page.evaluate(callSuite, settings);
    if ('report' in answer) return answer.report;
    const { kind, message, remedy } = answer.refusal;
    throw new WaymarkError(kind, message, remedy);
  } finally {
    await browser.close();
  }
}

/** Runs in the page. */
function callSuite(settings: BenchSettings): Promise<BenchAnswer> {
  const runBench = Reflect.get(globalThis, 'runBench') as (settings: BenchSettings) => Promise<BenchAnswer>;
  return runBench(settings);
}

/** Throws `no-gpu` where the wish cannot be met. */
async function openPage(address: string, wish: AdapterWish): Promise<{ browser: Browser; page: Page }> {
  const attempts = { auto: [ON_DEFAULT, ON_SWIFTSHADER], default: [ON_DEFAULT], swiftshader: [ON_SWIFTSHADER] }[wish];
  for (const args of attempts) {
    const browser = await chromium.launch(launchOptions(args));
    const page = await browser.newPage();
    await page.goto(address);
    if (await page.evaluate(hasAdapter)) return { browser, page };
    await browser.close();
  }
  throw new WaymarkError('no-gpu', 'Chromium finds no graphics adapter here.', 'Try --adapter swiftshader.');
}

/** Runs in the page. */
async function hasAdapter(): Promise<boolean> {
  // Typed as always there; on a page without WebGPU it is not.
  const gpu: GPU | undefined = navigator.gpu;
  return Boolean(await gpu?.requestAdapter());
}
