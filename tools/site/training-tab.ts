/** A tab in which the built site trains, and that tells Node of everything the run does. */

import type { Browser, Page } from 'playwright';
import type { RunEvent } from '../../src/learning/records.ts';
import type { Announcement } from '../../src/runs/run-channel.ts';

const CHANNEL = 'waymark';
const POLL_MS = 200;

export interface Timed {
  /** Milliseconds since Play. */
  readonly at: number;
  readonly event: RunEvent;
}

export interface TrainingTab {
  readonly page: Page;
  /** What has been told so far; it grows. */
  readonly told: readonly Timed[];
  /** Waits for the condition, at most so many milliseconds since Play; whether it came is for the caller to see. */
  readonly until: (condition: () => boolean, limit: number) => Promise<void>;
}

/** Opens the site and presses Play, with the preset that it starts with. */
export async function openTrainingTab(browser: Browser, address: string): Promise<TrainingTab> {
  const page = await browser.newPage();
  const told: Timed[] = [];
  let start = Infinity;
  await page.exposeFunction('reportEvents', (events: readonly RunEvent[]) => {
    for (const event of events) told.push({ at: Date.now() - start, event });
  });
  await page.goto(address);
  await page.evaluate((name) => {
    const report = Reflect.get(window, 'reportEvents') as (events: readonly RunEvent[]) => void;
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }: MessageEvent<Announcement>) => report(data.events);
  }, CHANNEL);
  const play = page.getByRole('button', { name: /^Play/ }).first();
  await play.waitFor();
  await page.waitForFunction(() => document.fonts.status === 'loaded');
  start = Date.now();
  await play.click();
  const until = async (condition: () => boolean, limit: number): Promise<void> => {
    while (!condition() && Date.now() < start + limit) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  };
  return { page, told, until };
}
