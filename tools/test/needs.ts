/** Makes available what steps need and a fresh machine may lack. */

import { WaymarkError } from '../../src/core/errors.ts';
import { BROWSER_VARIABLE, FIREFOX_VARIABLE, findBrowser, findFirefox } from './browser.ts';
import { ensureBrowser, ensureFirefox, thisInstaller } from './install-browser.ts';
import { ensureDriver, thisDriverInstaller } from './install-vulkan.ts';

/** What a step needs that a fresh machine may lack. */
export type Need = 'browser' | 'firefox' | 'graphics driver';

/** Through which a step finds what it needs. */
export type Variables = Readonly<Record<string, string>>;

/**
 * One need after the other, because a package manager serves one at a time; and the driver after the browser, because
 * where nothing else can be had, the browser's is used.
 */
const PROVIDE: readonly (readonly [need: Need, provide: (say: Say) => Promise<Variables>])[] = [
  ['browser', async (say) => ({ [BROWSER_VARIABLE]: await ensureBrowser(thisInstaller(findBrowser, say)) })],
  ['firefox', async (say) => ({ [FIREFOX_VARIABLE]: await ensureFirefox(thisInstaller(findFirefox, say)) })],
  ['graphics driver', async (say) => (await ensureDriver(thisDriverInstaller(say))).variables],
];

type Say = (line: string) => void;

/** Begins to provide all these needs, and gives each with a promise of its variables: null where it cannot be met. */
export function provide(needs: ReadonlySet<Need>, say: Say): ReadonlyMap<Need, Promise<Variables | null>> {
  const provided = new Map<Need, Promise<Variables | null>>();
  let before: Promise<unknown> = Promise.resolve();
  for (const [need, provideIt] of PROVIDE.filter(([need]) => needs.has(need))) {
    const variables = before.then(() => provideIt(say)).catch((error: unknown) => sayRefusal(error, say));
    provided.set(need, variables);
    before = variables;
  }
  return provided;
}

function sayRefusal(error: unknown, say: Say): null {
  if (!(error instanceof WaymarkError)) throw error;
  say(`${error.message} ${error.remedy}`);
  return null;
}
