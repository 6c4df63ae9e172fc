/** When a visitor with a slow machine sees the recorded life, and when it first moves. */

import type { Browser } from 'playwright';

const CPU_SLOWDOWN = 4;
const LIMIT_MS = 60_000;
const LOOK_MS = 16;

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
  // No function in here has a name: tsx would call a helper with it that the page does not have.
  await page.addInitScript((look) => {
    let first = '';
    const timer = setInterval(() => {
      const screen = document.querySelector('wm-app')?.shadowRoot?.querySelector('wm-watch-screen');
      const world = screen?.shadowRoot?.querySelector('wm-world');
      const now = world?.shadowRoot?.querySelector('.say')?.textContent ?? '';
      if (now === first) return;
      performance.mark(first === '' ? 'picture' : 'motion');
      if (first !== '') clearInterval(timer);
      first = now;
    }, look);
  }, LOOK_MS);
  await page.goto(address);
  await page.waitForFunction(() => performance.getEntriesByName('motion').length > 0, undefined, { timeout: LIMIT_MS });
  const [pictureMs, motionMs] = await page.evaluate(() =>
    ['picture', 'motion'].map((name) => performance.getEntriesByName(name)[0].startTime),
  );
  await page.close();
  return { pictureMs, motionMs };
}
