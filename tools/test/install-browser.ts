/** Gets browsers onto a machine that has none: Playwright's Chromium where downloads work, else Debian's through apt. */

import { WaymarkError } from '../../src/core/errors.ts';
import { APT_LIMIT_MS, attempt, mayUseApt, starts, type Attempt } from './attempt.ts';
import { BROWSER_VARIABLE, FIREFOX_VARIABLE, thisMachine, type Machine } from './browser.ts';

const DOWNLOAD_LIMIT_MS = 300_000;

/** What getting a browser needs to know and do; tests replace it. */
export interface Installer {
  /** The path of a browser that starts, or null. */
  readonly find: () => string | null;
  readonly attempt: Attempt;
  readonly mayUseApt: boolean;
  readonly say: (line: string) => void;
}

/** The installer of this machine for one browser. */
export function thisInstaller(find: (machine: Machine) => string | null, say: (line: string) => void): Installer {
  return { find: () => findWorking(find), attempt, mayUseApt: mayUseApt(), say };
}

/** The path of Chromium, installed first if need be. Throws `not-found` when none can be had. */
export async function ensureBrowser(installer: Installer): Promise<string> {
  const { find, attempt, say } = installer;
  const present = find();
  if (present !== null) return present;

  say('No Chromium here: trying Playwright’s own.');
  await attempt('npx', ['playwright', 'install', 'chromium'], DOWNLOAD_LIMIT_MS);
  const installed = find() ?? (await fromDebian('chromium', installer));
  if (installed !== null) return installed;
  throw new WaymarkError(
    'not-found',
    'There is no Chromium here and none could be installed.',
    `Install Chromium or Chrome and put it on the PATH, or name it in ${BROWSER_VARIABLE}.`,
  );
}

/** The path of Firefox, installed first if need be. Throws `not-found` when none can be had. */
export async function ensureFirefox(installer: Installer): Promise<string> {
  const found = installer.find() ?? (await fromDebian('firefox-esr', installer));
  if (found !== null) return found;
  throw new WaymarkError(
    'not-found',
    'There is no Firefox here and none could be installed.',
    `Install Firefox and put it on the PATH, or name it in ${FIREFOX_VARIABLE}.`,
  );
}

/** The path of the browser that this package brings, or null where it cannot be had. */
async function fromDebian(name: string, { find, attempt, mayUseApt, say }: Installer): Promise<string | null> {
  if (!mayUseApt) return null;
  say(`Installing Debian’s ${name} through apt.`);
  await attempt('apt-get', ['update'], APT_LIMIT_MS);
  await attempt('apt-get', ['install', '--yes', '--no-install-recommends', name], APT_LIMIT_MS);
  return find();
}

/** Playwright's download can lack system libraries, so a browser counts only if it starts. */
function findWorking(find: (machine: Machine) => string | null): string | null {
  const machine = thisMachine();
  return find({ ...machine, isExecutable: (file) => machine.isExecutable(file) && opens(file) });
}

function opens(browser: string): boolean {
  // On Windows `--version` opens a window instead of printing.
  return process.platform === 'win32' || starts(browser);
}
