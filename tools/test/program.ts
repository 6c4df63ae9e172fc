/** Runs one program to its end, or ends it, with everything it started, when it takes too long. */

import { spawn } from 'node:child_process';
import type { ExitStatus } from './summary.ts';

/** How a program is run. */
export interface ProgramOptions {
  /** Added to the environment. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Whether its output is shown as it comes; otherwise it is shown only if the program fails. */
  readonly isShown: boolean;
  readonly limitMs: number;
}

/**
 * The exit status. The program gets a process group of its own, because a test runner that hangs has browsers and
 * workers that would outlive it.
 */
export function runProgram(
  [program, ...args]: readonly [program: string, ...args: string[]],
  { variables, isShown, limitMs }: ProgramOptions,
): Promise<ExitStatus> {
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
      end();
      process.exit(130);
    };
    const timer = setTimeout(() => {
      console.log(`${program} took longer than ${Math.round(limitMs / 1000)} s and was ended.`);
      end();
    }, limitMs);
    process.once('SIGINT', interrupt).once('SIGTERM', interrupt);

    child.once('error', (error) => held.push(Buffer.from(`${error.message}\n`)));
    child.once('close', (status) => {
      clearTimeout(timer);
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
      if (status !== 0) process.stdout.write(Buffer.concat(held));
      resolve(status);
    });
  });
}
