/** When a visitor with a slow machine sees the recorded life, and when it first moves. */

import type { Browser } from 'playwright';

const CPU_SLOWDOWN = 4;
const LIMIT_MS = 60_000;

export interface FirstMotion {
  /** Milliseconds from the beginning of the navigation. */
  readonly pictureMs: number;
  readonly motionMs: number;
}

/** Opens the site as a first visit at a quarter of the machine's speed. */
export async function measureFirstMotion(browser: Browser, address: string): Promise<FirstMotion> {
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript(() => {
    const scene = (): string => {
      const within = (host: Element | null | undefined, name: string) => host?.shadowRoot?.querySelector(name);
      const watch = within(document.querySelector('wm-app'), 'wm-watch-screen');
      return within(watch, 'wm-world')?.shadowRoot?.querySelector('.say')?.textContent ?? '';
    };
    let first = '';
    const look = (): void => {
      const now = scene();
      if (first === '' && now !== '') {
        first = now;
        performance.mark('picture');
      }
      if (now !== first) performance.mark('motion');
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(address);
  await page.waitForFunction(() => performance.getEntriesByName('motion').length > 0, undefined, { timeout: LIMIT_MS });
  const [pictureMs, motionMs] = await page.evaluate(() =>
    ['picture', 'motion'].map((name) => performance.getEntriesByName(name)[0].startTime),
  );
  await page.close();
  return { pictureMs, motionMs };
}
