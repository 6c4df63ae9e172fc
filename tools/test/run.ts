/**
 * The test command. `npm test` carries out every step; `npm test -- unit lint` only those named. Ends with a table, and
 * with `N passed, N failed` from what the steps really reported. Exit status 1 where anything failed.
 */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WaymarkError } from '../../src/core/errors.ts';
import { BROWSER_VARIABLE } from './browser.ts';
import { ensureBrowser, thisInstaller } from './install-browser.ts';
import { runProgram } from './program.ts';
import { STEPS, type Step } from './steps.ts';
import {
  countCheck,
  countPlaywright,
  countVitest,
  formatTable,
  formatTotal,
  total,
  type Counts,
  type StepResult,
} from './summary.ts';

const STEP_LIMIT_MS = 15 * 60_000;

const say = (line: string): void => {
  console.log(line);
};

/** The steps named, in their usual order; all where none is. Throws `bad-request` for a name that is none. */
function chooseSteps(names: readonly string[]): readonly Step[] {
  const unknown = names.find((name) => STEPS.every((step) => step.name !== name));
  if (unknown !== undefined) {
    const known = STEPS.map((step) => step.name).join(', ');
    throw new WaymarkError('bad-request', `There is no step called ${unknown}.`, `Steps: ${known}.`);
  }
  return names.length === 0 ? STEPS : STEPS.filter((step) => names.includes(step.name));
}

/** Carries out one step and counts what it did. */
async function runStep(step: Step, reports: string): Promise<Counts> {
  const report = path.join(reports, `${step.name}.json`);
  const read = (): string | null => (existsSync(report) ? readFileSync(report, 'utf8') : null);
  switch (step.kind) {
    case 'check':
      return countCheck(await runProgram(step.command, { isShown: false, limitMs: STEP_LIMIT_MS }));
    case 'vitest': {
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
      const status = await runProgram([...step.command, ...reporters], { isShown: true, limitMs: STEP_LIMIT_MS });
      return countVitest(read(), status);
    }
    case 'playwright': {
      const status = await runProgram([...step.command, '--reporter=list,json'], {
        variables: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
        isShown: true,
        limitMs: STEP_LIMIT_MS,
      });
      return countPlaywright(read(), status);
    }
  }
}

/** Makes a browser available to the steps to come; false, with the reason said, where none can be had. */
function provideBrowser(): boolean {
  try {
    process.env[BROWSER_VARIABLE] = ensureBrowser(thisInstaller(say));
    return true;
  } catch (error) {
    if (!(error instanceof WaymarkError)) throw error;
    say(`${error.message} ${error.remedy}`);
    return false;
  }
}

async function runSteps(steps: readonly Step[], reports: string): Promise<readonly StepResult[]> {
  const results: StepResult[] = [];
  const hasBrowser = steps.some((step) => step.needsBrowser) && provideBrowser();
  for (const step of steps) {
    const started = performance.now();
    const failedBefore = results.some((result) => result.name === step.after && result.counts.failed > 0);
    const obstacle = failedBefore
      ? `${step.after ?? ''} failed`
      : step.needsBrowser && !hasBrowser
        ? 'no browser'
        : null;
    say(`\n── ${step.name}${obstacle === null ? '' : `: not run, because ${obstacle}`}`);
    const counts = obstacle === null ? await runStep(step, reports) : countCheck(1);
    const seconds = (performance.now() - started) / 1000;
    results.push({ name: step.name, counts, seconds });
    say(`${formatTotal(counts)} (${seconds.toFixed(1)} s)`);
  }
  return results;
}

async function main(): Promise<void> {
  const reports = mkdtempSync(path.join(tmpdir(), 'waymark-test-'));
  try {
    const results = await runSteps(chooseSteps(process.argv.slice(2)), reports);
    const counts = total(results);
    say(`\n${formatTable(results)}\n\n${formatTotal(counts)}`);
    process.exitCode = counts.failed === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof WaymarkError)) throw error;
    say(`${error.message} ${error.remedy}\n\n0 passed, 1 failed`);
    process.exitCode = 1;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}

await main();
