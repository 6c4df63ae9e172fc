/**
 * `tsx tools/screenshots.ts [--site DIR]`: photographs the built site (`dist`) for `docs/screenshots/`, light and dark,
 * at the width of a desk and of a phone. The recorded life stands at the same move in every picture.
 */

import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from 'playwright';
import { WaymarkError } from '../src/core/errors.ts';
import { createStaticServer } from './static-server.ts';
import { ARGUMENTS_WITHOUT_WEBGPU, launchOptions } from './test/browser.ts';

const OUT = 'docs/screenshots';
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;
const SCHEMES = ['light', 'dark'] as const;
/** To the second task, the first in which there are notes to read, and four moves into it. */
const KEYS = ['Home', 'Shift+L', 'l', 'l', 'l', 'l'] as const;

async function photograph(browser: Browser, address: string): Promise<void> {
  for (const viewport of SIZES) {
    for (const colorScheme of SCHEMES) {
      // Reduced motion keeps the replay where it is put.
      const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
      await page.goto(address);
      await page.getByRole('slider').focus();
      for (const key of KEYS) await page.keyboard.press(key);
      await page.getByRole('slider').blur();
      await page.getByText(/ONNX Runtime .*WASM/).waitFor({ state: 'attached' });
      await page.screenshot({ path: `${OUT}/watch-${colorScheme}-${viewport.width}.png` });
      await page.close();
    }
  }
}

const { site } = parseArgs({ options: { site: { type: 'string', default: 'dist' } } }).values;
if (!existsSync(site)) throw new WaymarkError('not-found', `${site} is missing.`, 'Run "npm run build" first.');
await mkdir(OUT, { recursive: true });
const server = createStaticServer({ root: site, base: '/' });
await new Promise<void>((resolve) => {
  server.listen(0, 'localhost', resolve);
});
const { port } = server.address() as AddressInfo;
const browser = await chromium.launch(launchOptions(ARGUMENTS_WITHOUT_WEBGPU));
try {
  await photograph(browser, `http://localhost:${port}/`);
} finally {
  await browser.close();
  server.close();
}
