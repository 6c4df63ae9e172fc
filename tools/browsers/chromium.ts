/** Chromium, driven by Playwright. */

import { chromium } from 'playwright';
import {
  ARGUMENTS_WITHOUT_WEBGPU,
  BROWSER_VARIABLE,
  findBrowser,
  launchOptions,
  thisMachine,
} from '../test/browser.ts';
import type { Contender } from './contender.ts';
import { within } from './within.ts';

export function chromiumContender(): Contender {
  return {
    name: 'Chromium',
    program: findBrowser(thisMachine()),
    isRequired: true,
    remedy: `put it on the PATH, or name it in ${BROWSER_VARIABLE}`,
    ask: async (address, limitMs) => {
      const browser = await chromium.launch({ ...launchOptions(ARGUMENTS_WITHOUT_WEBGPU), timeout: limitMs });
      try {
        const page = await browser.newPage();
        await page.goto(address);
        const waiting = page.evaluate(() => Reflect.get(globalThis, 'answer') as Promise<string>);
        return { version: browser.version(), answer: await within(limitMs, waiting) };
      } finally {
        await browser.close();
      }
    },
  };
}
