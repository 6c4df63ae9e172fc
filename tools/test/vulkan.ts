/**
 * Finds the software graphics driver that WebGPU tests in Node run on: Mesa's lavapipe, or the SwiftShader that a
 * browser brings along. Only Linux needs one: elsewhere the system always has an adapter.
 */

import { existsSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { WaymarkError } from '../../src/core/errors.ts';
import { findBrowser, thisMachine as browserMachine } from './browser.ts';

/** The Vulkan loader's own variable: the description files of the only drivers that it may use. */
export const DRIVER_VARIABLE = 'VK_ICD_FILENAMES';

const MANIFEST_FOLDERS = ['/usr/share/vulkan/icd.d', '/etc/vulkan/icd.d', '/usr/local/share/vulkan/icd.d'] as const;

/** Where packages put a browser that is started through a script elsewhere. */
const BROWSER_FOLDERS = ['/usr/lib/chromium', '/usr/lib/chromium-browser', '/opt/google/chrome'] as const;

const SWIFTSHADER = 'vk_swiftshader_icd.json';

/** As manifests name processors. */
const PROCESSORS: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64' };

export interface VulkanDriver {
  /** `named` by the user; `system` is whatever there is where no search is needed. */
  readonly kind: 'named' | 'system' | 'lavapipe' | 'swiftshader';
  /** The environment in which a program finds it. */
  readonly variables: Readonly<Record<string, string>>;
}

/** What the search looks at; tests replace it. */
export interface GraphicsMachine {
  readonly platform: string;
  readonly processor: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The folder of the browser found, or null. */
  readonly browserFolder: string | null;
  /** Names of the files in a folder; none where there is no such folder. */
  readonly list: (folder: string) => readonly string[];
}

/** The machine this runs on. */
export function thisGraphicsMachine(): GraphicsMachine {
  const browser = findBrowser(browserMachine());
  return {
    platform: process.platform,
    processor: process.arch,
    variables: process.env,
    browserFolder: browser === null ? null : path.dirname(realpathSync(browser)),
    list: (folder) => (existsSync(folder) ? readdirSync(folder) : []),
  };
}

/**
 * The drivers there are, the preferred one first: what the user names, else lavapipe, which has every optional feature,
 * then SwiftShader. Throws `not-found` when the user names a file that there is not.
 */
export function findDrivers(machine: GraphicsMachine): readonly VulkanDriver[] {
  if (machine.platform !== 'linux') return [{ kind: 'system', variables: {} }];
  const wish = machine.variables[DRIVER_VARIABLE];
  if (wish !== undefined && wish !== '') {
    for (const manifest of wish.split(path.delimiter)) {
      if (machine.list(path.dirname(manifest)).includes(path.basename(manifest))) continue;
      throw new WaymarkError(
        'not-found',
        `${DRIVER_VARIABLE} names ${manifest}, which is not there.`,
        'Correct it, or unset it to let the search go on.',
      );
    }
    return [{ kind: 'named', variables: { [DRIVER_VARIABLE]: wish } }];
  }
  const named = ['lvp_icd.json', `lvp_icd.${PROCESSORS[machine.processor] ?? machine.processor}.json`];
  const lavapipe = MANIFEST_FOLDERS.flatMap((folder) =>
    named
      .filter((name) => machine.list(folder).includes(name))
      .map((name): VulkanDriver => ({
        kind: 'lavapipe',
        // Most of the time goes into compiling kernels. The driver writes a load out once for every lane, so half the
        // lanes are half the code: with four, kernels compile in less than half the time that they take with eight, and run
        // no slower.
        variables: { [DRIVER_VARIABLE]: path.join(folder, name), LP_NATIVE_VECTOR_WIDTH: '128' },
      })),
  );
  const folders = machine.browserFolder === null ? BROWSER_FOLDERS : [machine.browserFolder, ...BROWSER_FOLDERS];
  const swiftShader = [...new Set(folders)]
    .filter((folder) => machine.list(folder).includes(SWIFTSHADER))
    .map((folder): VulkanDriver => ({
      kind: 'swiftshader',
      // A machine without Mesa may lack the loader too; browsers bring one along.
      variables: { [DRIVER_VARIABLE]: path.join(folder, SWIFTSHADER), LD_LIBRARY_PATH: folder },
    }));
  return [...lavapipe, ...swiftShader];
}
