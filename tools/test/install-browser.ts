/** Gets a Chromium onto a machine that has none: Playwright's own where downloads work, else Debian's through apt. */

import { WaymarkError } from '../../src/core/errors.ts';
import { APT_LIMIT_MS, attempt, mayUseApt, starts, type Attempt } from './attempt.ts';
import { BROWSER_VARIABLE, findBrowser, thisMachine } from './browser.ts';

const DOWNLOAD_LIMIT_MS = 300_000;

/** What getting a browser needs to know and do; tests replace it. */
export interface Installer {
  /** The path of a browser that starts, or null. */
  readonly find: () => string | null;
  readonly attempt: Attempt;
  readonly mayUseApt: boolean;
  readonly say: (line: string) => void;
}

/** The installer of this machine. */
export function thisInstaller(say: (line: string) => void): Installer {
  return { find: findWorkingBrowser, attempt, mayUseApt: mayUseApt(), say };
}

/** The path of a browser, installed first if need be. Throws `not-found` when none can be had. */
export async function ensureBrowser({ find, attempt, mayUseApt, say }: Installer): Promise<string> {
  const present = find();
  if (present !== null) return present;

  say('No browser here: trying Playwright’s own.');
  await attempt('npx', ['playwright', 'install', 'chromium'], DOWNLOAD_LIMIT_MS);
  const downloaded = find();
  if (downloaded !== null) return downloaded;

  if (mayUseApt) {
    say('That did not work: trying Debian’s chromium through apt.');
    await attempt('apt-get', ['update'], APT_LIMIT_MS);
    await attempt('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium'], APT_LIMIT_MS);
    const packaged = find();
    if (packaged !== null) return packaged;
  }
  throw new WaymarkError(
    'not-found',
    'There is no Chromium here and none could be installed.',
    `Install Chromium or Chrome and put it on the PATH, or name it in ${BROWSER_VARIABLE}.`,
  );
}

/** Playwright's download can lack system libraries, so a browser counts only if it starts. */
function findWorkingBrowser(): string | null {
  const machine = thisMachine();
  return findBrowser({ ...machine, isExecutable: (file) => machine.isExecutable(file) && opens(file) });
}

function opens(browser: string): boolean {
  // On Windows `--version` opens a window instead of printing.
  return process.platform === 'win32' || starts(browser);
}
