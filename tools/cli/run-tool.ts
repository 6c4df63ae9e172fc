/** How every command of training and evaluation begins and ends: options in, an exit code and a plain message out. */

import { WaymarkError } from '../../src/core/errors.ts';

/**
 * Runs a command. What it refuses is told in one line, with what to do next, and ends it with the exit code `refused`;
 * anything else is a defect and is thrown.
 */
export async function runTool(body: () => Promise<void>, refused = 1): Promise<void> {
  try {
    await body();
  } catch (error) {
    if (!isExpected(error)) throw error;
    const remedy = error instanceof WaymarkError ? error.remedy : '';
    console.error(`${error.message} ${remedy}`.trim());
    process.exitCode = refused;
  }
}

/** Waymark's own refusals, and those of `parseArgs`, which name the option at fault. */
function isExpected(error: unknown): error is Error {
  if (error instanceof WaymarkError) return true;
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

/** The whole number that an option gives. Throws `bad-request` with the range it allows. */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new WaymarkError('bad-request', `--${option} ${text}:`, `give a whole number from ${least} to ${most}.`);
}
