/** Protects the order in which tests look for a graphics driver, and what happens when there is none that works. */

import { describe, expect, it } from 'vitest';
import { ensureDriver, type DriverInstaller } from './install-vulkan.ts';
import { findDrivers, type GraphicsMachine, type VulkanDriver } from './vulkan.ts';

const LAVAPIPE = '/usr/share/vulkan/icd.d/lvp_icd.x86_64.json';
const SWIFTSHADER = '/usr/lib/chromium/vk_swiftshader_icd.json';

function machine(files: readonly string[], changes: Partial<GraphicsMachine> = {}): GraphicsMachine {
  return {
    platform: 'linux',
    processor: 'x64',
    variables: {},
    browserFolder: '/usr/bin',
    list: (folder) =>
      files
        .filter((file) => file.slice(0, file.lastIndexOf('/')) === folder)
        .map((file) => file.slice(folder.length + 1)),
    ...changes,
  };
}

function manifests(drivers: readonly VulkanDriver[]): readonly (string | undefined)[] {
  return drivers.map(({ variables }) => variables.VK_ICD_FILENAMES);
}

describe('findDrivers', () => {
  it('prefers lavapipe to the browser’s SwiftShader', () => {
    expect(manifests(findDrivers(machine([SWIFTSHADER, LAVAPIPE])))).toEqual([LAVAPIPE, SWIFTSHADER]);
  });

  it('tells lavapipe to compile for few lanes, and other drivers nothing', () => {
    const [lavapipe, swiftshader] = findDrivers(machine([SWIFTSHADER, LAVAPIPE]));
    expect(lavapipe.variables.LP_NATIVE_VECTOR_WIDTH).toBe('128');
    expect(swiftshader.variables.LP_NATIVE_VECTOR_WIDTH).toBeUndefined();
  });

  it('leaves out real adapters and drivers for another processor', () => {
    const others = ['/usr/share/vulkan/icd.d/radeon_icd.x86_64.json', '/usr/share/vulkan/icd.d/lvp_icd.i686.json'];
    expect(findDrivers(machine(others))).toEqual([]);
    expect(manifests(findDrivers(machine(others, { processor: 'ia32' })))).toEqual([]);
  });

  it('looks beside the browser first, and lends its loader to a machine that may have none', () => {
    const own = '/cache/chrome/vk_swiftshader_icd.json';
    const found = findDrivers(machine([SWIFTSHADER, own], { browserFolder: '/cache/chrome' }));
    expect(manifests(found)).toEqual([own, SWIFTSHADER]);
    expect(found[0].variables.LD_LIBRARY_PATH).toBe('/cache/chrome');
  });

  it('takes what the user names and nothing else', () => {
    const named = machine([LAVAPIPE, '/opt/mine.json'], { variables: { VK_ICD_FILENAMES: '/opt/mine.json' } });
    expect(findDrivers(named)).toEqual([{ kind: 'named', variables: { VK_ICD_FILENAMES: '/opt/mine.json' } }]);
  });

  it('refuses a name that leads nowhere instead of quietly taking another driver', () => {
    const wrong = machine([LAVAPIPE], { variables: { VK_ICD_FILENAMES: '/opt/gone.json' } });
    expect(() => findDrivers(wrong)).toThrow(/VK_ICD_FILENAMES names \/opt\/gone.json/);
  });

  it('leaves systems that have their own alone', () => {
    expect(findDrivers(machine([LAVAPIPE], { platform: 'darwin' }))).toEqual([{ kind: 'system', variables: {} }]);
  });
});

const DRIVERS = {
  old: { kind: 'lavapipe', variables: { VK_ICD_FILENAMES: 'old' } },
  new: { kind: 'lavapipe', variables: { VK_ICD_FILENAMES: 'new' } },
  browser: { kind: 'swiftshader', variables: { VK_ICD_FILENAMES: 'browser' } },
  named: { kind: 'named', variables: { VK_ICD_FILENAMES: 'old' } },
} as const satisfies Record<string, VulkanDriver>;

/** A machine on which apt or the backports bring a driver; records what was asked of it. */
function installer(options: {
  readonly found: readonly VulkanDriver[];
  readonly apt?: VulkanDriver;
  readonly backport?: VulkanDriver;
  readonly mayUseApt?: boolean;
}): { installer: DriverInstaller; asked: string[] } {
  const asked: string[] = [];
  let found = [...options.found];
  const bring = (driver: VulkanDriver | undefined): boolean => {
    if (driver !== undefined) found = [driver, ...found];
    return driver !== undefined;
  };
  return {
    asked,
    installer: {
      find: () => found,
      works: ({ variables }) => Promise.resolve(variables.VK_ICD_FILENAMES !== 'old'),
      attempt: (command, args) => {
        asked.push(`${command} ${args[0]}`);
        return Promise.resolve(args[0] === 'install' ? bring(options.apt) : true);
      },
      mayUseApt: options.mayUseApt ?? true,
      installBackport: () => {
        asked.push('backports');
        return Promise.resolve(bring(options.backport));
      },
      say: () => undefined,
    },
  };
}

describe('ensureDriver', () => {
  it('installs nothing where one works', async () => {
    const { installer: ready, asked } = installer({ found: [DRIVERS.new, DRIVERS.browser] });
    expect(await ensureDriver(ready)).toBe(DRIVERS.new);
    expect(asked).toEqual([]);
  });

  it('is content with the release’s own where that is new enough', async () => {
    const { installer: debian, asked } = installer({ found: [DRIVERS.browser], apt: DRIVERS.new });
    expect(await ensureDriver(debian)).toBe(DRIVERS.new);
    expect(asked).toEqual(['apt-get update', 'apt-get install']);
  });

  it('turns to the backports where the release’s own is too old', async () => {
    const { installer: bookworm, asked } = installer({ found: [], apt: DRIVERS.old, backport: DRIVERS.new });
    expect(await ensureDriver(bookworm)).toBe(DRIVERS.new);
    expect(asked).toEqual(['apt-get update', 'apt-get install', 'backports']);
  });

  it('falls back on the browser’s where nothing can be installed', async () => {
    const { installer: guest, asked } = installer({ found: [DRIVERS.old, DRIVERS.browser], mayUseApt: false });
    expect(await ensureDriver(guest)).toBe(DRIVERS.browser);
    expect(asked).toEqual([]);
  });

  it('never replaces what the user named', async () => {
    const { installer: named, asked } = installer({ found: [DRIVERS.named], apt: DRIVERS.new });
    await expect(ensureDriver(named)).rejects.toThrow(/no adapter/);
    expect(asked).toEqual([]);
  });

  it('says what to do where there is none', async () => {
    const { installer: bare } = installer({ found: [] });
    await expect(ensureDriver(bare)).rejects.toThrow(
      expect.objectContaining({ remedy: expect.stringContaining('Mesa') }),
    );
  });
});
