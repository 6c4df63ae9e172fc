/** Finds the browsers that tests run in: the one that the user names, Playwright's own, or one on the PATH. */

import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright';
import { WaymarkError } from '../../src/core/errors.ts';

/** The environment variables that override every search. */
export const BROWSER_VARIABLE = 'WAYMARK_CHROMIUM';
export const FIREFOX_VARIABLE = 'WAYMARK_FIREFOX';

/** Names under which systems install Chromium or a browser built on it, in order of preference. */
const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'] as const;
const FIREFOX_NAMES = ['firefox-esr', 'firefox'] as const;

/** Keeps the browser from talking to anything but the site under test. */
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];

/** Chromium's command line: quiet, and no WebGPU adapter on any machine, so that the portable engine is what is tested. */
export const ARGUMENTS_WITHOUT_WEBGPU: readonly string[] = [...QUIET, '--use-gl=disabled'];

/** Chromium's command line: quiet, with WebGPU on the software adapter that every machine has. */
export const ARGUMENTS_WITH_WEBGPU: readonly string[] = [
  ...QUIET,
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
];

/** What the search looks at; tests replace it. */
export interface Machine {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Where Playwright would have installed its own browser. */
  readonly playwrightBrowser: string;
  readonly isExecutable: (file: string) => boolean;
}

/** The machine this runs on. */
export function thisMachine(): Machine {
  return { variables: process.env, playwrightBrowser: chromium.executablePath(), isExecutable };
}

/**
 * The path of Chromium, or null where there is none. Throws `not-found` when the override names something that cannot be
 * run: a wrong answer to an explicit wish would be worse than none.
 */
export function findBrowser(machine: Machine): string | null {
  const wish = findWish(machine, BROWSER_VARIABLE);
  if (wish !== null) return wish;
  if (machine.isExecutable(machine.playwrightBrowser)) return machine.playwrightBrowser;
  return findOnPath(machine, CHROMIUM_NAMES);
}

/** The path of Firefox as systems install it, or null. Playwright's own build is another program. Throws as above. */
export function findFirefox(machine: Machine): string | null {
  return findWish(machine, FIREFOX_VARIABLE) ?? findOnPath(machine, FIREFOX_NAMES);
}

function findWish(machine: Machine, variable: string): string | null {
  const wish = machine.variables[variable];
  if (wish === undefined || wish === '') return null;
  if (machine.isExecutable(wish)) return wish;
  throw new WaymarkError(
    'not-found',
    `${variable} names ${wish}, which is not a program that can be run.`,
    'Correct it, or unset it to let the search go on.',
  );
}

/** The first of these programs that is on the path, or null. */
export function findOnPath(machine: Machine, names: readonly string[]): string | null {
  const folders = (machine.variables.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return candidates.find((file) => machine.isExecutable(file)) ?? null;
}

/** Launch options for Playwright: the browser found, or Playwright's own choice (and its own message) where none is. */
export function launchOptions(args: readonly string[]): { executablePath?: string; args: string[] } {
  const executablePath = findBrowser(thisMachine());
  return executablePath === null ? { args: [...args] } : { executablePath, args: [...args] };
}

function isExecutable(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
