/** Asks another program for something that may not work out. */

import { spawn, spawnSync } from 'node:child_process';

/** Carries out one command; true where it succeeded. */
export type Attempt = (
  command: string,
  args: readonly string[],
  limitMs: number,
  variables?: Readonly<Record<string, string>>,
) => Promise<boolean>;

export const attempt: Attempt = (command, args, limitMs, variables = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      timeout: limitMs,
      stdio: 'ignore',
      shell: ON_WINDOWS,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', ...variables },
    });
    child.once('error', () => {
      resolve(false);
    });
    child.once('close', (status) => {
      resolve(status === 0);
    });
  });

/** Whether a program is there and starts, at once. */
export function starts(program: string): boolean {
  return (
    spawnSync(program, ['--version'], { timeout: START_LIMIT_MS, stdio: 'ignore', shell: ON_WINDOWS }).status === 0
  );
}

/** Whether apt may be asked: a Debian-like system, and we are root. */
export function mayUseApt(): boolean {
  return process.getuid?.() === 0 && starts('apt-get');
}

const ON_WINDOWS = process.platform === 'win32';

/** For a program that only has to start. */
export const START_LIMIT_MS = 30_000;
export const APT_LIMIT_MS = 600_000;
