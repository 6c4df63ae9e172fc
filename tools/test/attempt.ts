/** Asks another program for something that may not work out. */

import { spawnSync } from 'node:child_process';

/** Carries out one command; true where it succeeded. */
export type Attempt = (
  command: string,
  args: readonly string[],
  limitMs: number,
  variables?: Readonly<Record<string, string>>,
) => boolean;

export const attempt: Attempt = (command, args, limitMs, variables = {}) => {
  const result = spawnSync(command, args, {
    timeout: limitMs,
    stdio: 'ignore',
    shell: process.platform === 'win32',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', ...variables },
  });
  return result.status === 0;
};

/** Whether apt may be asked: a Debian-like system, and we are root. */
export function mayUseApt(): boolean {
  return process.getuid?.() === 0 && attempt('apt-get', ['--version'], START_LIMIT_MS);
}

/** For a program that only has to start. */
export const START_LIMIT_MS = 30_000;
export const APT_LIMIT_MS = 600_000;
