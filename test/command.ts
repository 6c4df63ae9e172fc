/** Runs the commands of tools/ as somebody at a terminal does. */

import { spawn } from 'node:child_process';

/** How a command ended, and what it printed. */
export interface Finished {
  readonly code: number | null;
  readonly lines: readonly string[];
  readonly errors: string;
}

/** Runs a command of tools/; `interruptAfter` sends Ctrl-C's signal once a line with that text is printed. */
export function command(tool: string, args: readonly string[], interruptAfter?: string): Promise<Finished> {
  return new Promise((resolve, reject) => {
    // No graphics driver, on any machine.
    const env = { ...process.env, VK_ICD_FILENAMES: '/none.json', VK_DRIVER_FILES: '/none.json' };
    const child = spawn(process.execPath, ['--import', 'tsx', `tools/${tool}.ts`, ...args], { env });
    let output = '';
    let errors = '';
    let interrupted = false;
    child.stdout.on('data', (data: Buffer) => {
      output += data.toString();
      if (interruptAfter === undefined || interrupted || !output.includes(interruptAfter)) return;
      interrupted = true;
      child.kill('SIGINT');
    });
    child.stderr.on('data', (data: Buffer) => {
      errors += data.toString();
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, lines: output.trimEnd().split('\n'), errors }));
  });
}
