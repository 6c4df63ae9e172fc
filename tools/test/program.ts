/** Runs one program to its end, or ends it, with everything it started, when it takes too long. */

import { spawn } from 'node:child_process';
import type { ExitStatus } from './summary.ts';

/** How a program is run. */
export interface ProgramOptions {
  /** Added to the environment. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Whether its output goes to the screen as it comes; otherwise it is handed over in the end. */
  readonly isShown: boolean;
  readonly limitMs: number;
}

export interface ProgramEnd {
  readonly status: ExitStatus;
  /** What it printed, unless that was shown, and why it ended where it did not end by itself. */
  readonly output: string;
}

/**
 * How the program ended. It gets a process group of its own, because a test runner that hangs has browsers and workers
 * that would outlive it.
 */
export function runProgram(
  [program, ...args]: readonly [program: string, ...args: string[]],
  { variables, isShown, limitMs }: ProgramOptions,
): Promise<ProgramEnd> {
  const onWindows = process.platform === 'win32';
  return new Promise((resolve) => {
    const output = isShown ? 'inherit' : 'pipe';
    const child = spawn(program, args, {
      env: { ...process.env, ...variables },
      stdio: ['ignore', output, output],
      shell: onWindows,
      detached: !onWindows,
    });
    const held: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => held.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => held.push(chunk));

    const end = (): void => {
      if (onWindows) child.kill();
      else if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    };
    const interrupt = (): void => {
      process.exit(130);
    };
    const timer = setTimeout(() => {
      held.push(Buffer.from(`${program} took longer than ${Math.round(limitMs / 1000)} s and was ended.\n`));
      end();
    }, limitMs);
    // Whatever ends this process ends every program that it runs.
    process.once('SIGINT', interrupt).once('SIGTERM', interrupt).once('exit', end);

    child.once('error', (error) => held.push(Buffer.from(`${error.message}\n`)));
    child.once('close', (status) => {
      clearTimeout(timer);
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt).off('exit', end);
      resolve({ status, output: Buffer.concat(held).toString() });
    });
  });
}
