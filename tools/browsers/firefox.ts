/** Firefox as systems install it, driven over WebDriver BiDi: Playwright drives only a build of its own. */

import puppeteer, { type Browser } from 'puppeteer-core';
import { WaymarkError } from '../../src/core/errors.ts';
import { FIREFOX_VARIABLE, findFirefox, thisMachine } from '../test/browser.ts';
import type { Contender } from './contender.ts';
import { within } from './within.ts';

const REMEDY = `put it on the PATH, or name it in ${FIREFOX_VARIABLE}`;

/** A headless Firefox with a profile of its own, which goes when it is closed. Throws `not-found` where there is none. */
export async function launchFirefox(): Promise<Browser> {
  const program = findFirefox(thisMachine());
  if (program === null) throw new WaymarkError('not-found', 'There is no Firefox here.', `Install it: ${REMEDY}.`);
  return puppeteer.launch({
    browser: 'firefox',
    protocol: 'webDriverBiDi',
    executablePath: program,
    headless: true,
    // Loading a browser takes a busy machine long.
    timeout: 120_000,
    protocolTimeout: 600_000,
    defaultViewport: { width: 1280, height: 800 },
    extraPrefsFirefox: {
      // Not in private mode: the product stores what it trains.
      'browser.privatebrowsing.autostart': false,
      // It talks to the site under test alone.
      'network.captive-portal-service.enabled': false,
      'network.connectivity-service.enabled': false,
    },
  });
}

export function firefoxContender(): Contender {
  return {
    name: 'Firefox',
    program: findFirefox(thisMachine()),
    isRequired: true,
    remedy: REMEDY,
    ask: async (address, limitMs) => {
      const browser = await launchFirefox();
      try {
        const page = await browser.newPage();
        await page.goto(address);
        const waiting = page.evaluate(() => Reflect.get(globalThis, 'answer') as Promise<string>);
        // It says `firefox/153.8.0`.
        const version = (await browser.version()).replace(/^.*\//, '');
        return { version, answer: await within(limitMs, waiting) };
      } finally {
        await browser.close();
      }
    },
  };
}
