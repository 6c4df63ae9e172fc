/** The page without its worker and with a recording that no training changes: for tests of the page itself. */

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

const RECORDING = readFileSync('test/fixtures/recorded/scripted-code-lake.json', 'utf8');

/** Puts the scripted recording in the place of every shipped one. */
export async function recorded(page: Page): Promise<void> {
  await page.route('**/recorded/*/recording.json', (route) =>
    route.fulfill({ contentType: 'application/json', body: RECORDING }),
  );
}

/** Keeps the worker from starting, so that what is looked at is the page alone. */
export async function withoutWorker(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.Worker = class extends EventTarget {
      postMessage = (): void => undefined;
      terminate = (): void => undefined;
    } as unknown as typeof Worker;
  });
}
