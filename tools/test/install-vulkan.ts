/**
 * Gets a software graphics driver onto a machine that has none: Mesa's lavapipe through apt, from Debian's backports
 * where the release's own is too old, else the SwiftShader of the browser.
 */

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WaymarkError } from '../../src/core/errors.ts';
import { APT_LIMIT_MS, attempt, mayUseApt, START_LIMIT_MS, type Attempt } from './attempt.ts';
import { DRIVER_VARIABLE, findDrivers, thisGraphicsMachine, type VulkanDriver } from './vulkan.ts';

const PACKAGES = ['mesa-vulkan-drivers', 'libvulkan1'] as const;

/** Ends well where WebGPU finds an adapter. */
const PROBE = `
  const { create } = await import('webgpu');
  process.exit((await create([]).requestAdapter()) ? 0 : 1);
`;

/** What getting a driver needs to know and do; tests replace it. */
export interface DriverInstaller {
  /** The drivers there are now, the preferred one first. */
  readonly find: () => readonly VulkanDriver[];
  /** Whether WebGPU has an adapter with this driver: one that is too old has none. */
  readonly works: (driver: VulkanDriver) => Promise<boolean>;
  readonly attempt: Attempt;
  readonly mayUseApt: boolean;
  /** Installs packages from the backports of this Debian release; false where that fails. */
  readonly installBackport: (packages: readonly string[]) => Promise<boolean>;
  readonly say: (line: string) => void;
}

/** The installer of this machine. */
export function thisDriverInstaller(say: (line: string) => void): DriverInstaller {
  return {
    find: () => findDrivers(thisGraphicsMachine()),
    works: ({ variables }) =>
      attempt(process.execPath, ['--input-type=module', '--eval', PROBE], START_LIMIT_MS, variables),
    attempt,
    mayUseApt: mayUseApt(),
    installBackport,
    say,
  };
}

/** A driver that works, installed first if need be. Throws `not-found` when none can be had. */
export async function ensureDriver({
  find,
  works,
  attempt,
  mayUseApt,
  installBackport,
  say,
}: DriverInstaller): Promise<VulkanDriver> {
  const firstThatWorks = async (drivers: readonly VulkanDriver[]): Promise<VulkanDriver | undefined> => {
    for (const driver of drivers) if (await works(driver)) return driver;
    return undefined;
  };
  const findPreferred = (): Promise<VulkanDriver | undefined> =>
    firstThatWorks(find().filter(({ kind }) => kind !== 'swiftshader'));
  const present = await findPreferred();
  if (present !== undefined) return present;

  // What the user named is not to be replaced, and where the system brings drivers there is nothing to install.
  const canBeCured = find().every(({ kind }) => kind === 'lavapipe' || kind === 'swiftshader');
  if (canBeCured && mayUseApt) {
    say('No software graphics driver here: trying Debian’s through apt.');
    await attempt('apt-get', ['update'], APT_LIMIT_MS);
    await attempt('apt-get', ['install', '--yes', '--no-install-recommends', ...PACKAGES], APT_LIMIT_MS);
    const packaged = await findPreferred();
    if (packaged !== undefined) return packaged;

    say('That one is missing or too old: trying the backports.');
    await installBackport(PACKAGES);
    const backported = await findPreferred();
    if (backported !== undefined) return backported;
  }
  const fallback = await firstThatWorks(find());
  if (fallback !== undefined) {
    say('Using the browser’s own software driver, which lacks half precision.');
    return fallback;
  }
  throw new WaymarkError(
    'not-found',
    'WebGPU has no adapter in Node here, and no software driver could be installed.',
    `Install Mesa’s Vulkan drivers 23 or later, or name a driver’s file in ${DRIVER_VARIABLE}.`,
  );
}

/** Through lists and sources of its own, so that the machine's stay as they are. */
async function installBackport(packages: readonly string[]): Promise<boolean> {
  const release = debianRelease();
  if (release === null) return false;
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-apt-'));
  try {
    const parts = path.join(folder, 'sources');
    const lists = path.join(folder, 'lists');
    mkdirSync(parts);
    mkdirSync(path.join(lists, 'partial'), { recursive: true });
    const known = '/etc/apt/sources.list.d';
    for (const file of existsSync(known) ? readdirSync(known) : []) {
      copyFileSync(path.join(known, file), path.join(parts, file));
    }
    writeFileSync(
      path.join(parts, 'waymark.sources'),
      [
        'Types: deb',
        'URIs: http://deb.debian.org/debian',
        `Suites: ${release}-backports`,
        'Components: main',
        'Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg',
        '',
      ].join('\n'),
    );
    const places = ['-o', `Dir::Etc::sourceparts=${parts}`, '-o', `Dir::State::lists=${lists}`];
    const install = ['install', '--yes', '--no-install-recommends', '--target-release', `${release}-backports`];
    await attempt('apt-get', [...places, 'update'], APT_LIMIT_MS);
    return await attempt('apt-get', [...places, ...install, ...packages], APT_LIMIT_MS);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `bookworm`, or null on another system. */
function debianRelease(): string | null {
  const file = '/etc/os-release';
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return /^ID=debian$/m.test(text) ? (/^VERSION_CODENAME=(\w+)$/m.exec(text)?.[1] ?? null) : null;
}
