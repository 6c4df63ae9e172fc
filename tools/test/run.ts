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
import { ensureDriver, thisDriverInstaller } from './install-vulkan.ts';
import { runProgram } from './program.ts';
import { STEPS, type Need, type Step } from './steps.ts';
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
async function runStep(step: Step, reports: string, variables: Variables): Promise<Counts> {
  const report = path.join(reports, `${step.name}.json`);
  const read = (): string | null => (existsSync(report) ? readFileSync(report, 'utf8') : null);
  switch (step.kind) {
    case 'check':
      return countCheck(await runProgram(step.command, { variables, isShown: false, limitMs: STEP_LIMIT_MS }));
    case 'measurement':
      return countCheck(await runProgram(step.command, { variables, isShown: true, limitMs: STEP_LIMIT_MS }));
    case 'vitest': {
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
      const command = [...step.command, ...reporters] as const;
      const status = await runProgram(command, { variables, isShown: true, limitMs: STEP_LIMIT_MS });
      return countVitest(read(), status);
    }
    case 'playwright': {
      const status = await runProgram([...step.command, '--reporter=list,json'], {
        variables: { ...variables, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
        isShown: true,
        limitMs: STEP_LIMIT_MS,
      });
      return countPlaywright(read(), status);
    }
  }
}

type Variables = Readonly<Record<string, string>>;

/** Makes what steps need available, through these variables. Throws `not-found` where it cannot be had. */
const PROVIDE: Readonly<Record<Need, () => Variables>> = {
  browser: () => ({ [BROWSER_VARIABLE]: ensureBrowser(thisInstaller(say)) }),
  'graphics driver': () => ensureDriver(thisDriverInstaller(say)).variables,
};

/** Null, with the reason said, where a need cannot be met. */
function provide(need: Need): Variables | null {
  try {
    return PROVIDE[need]();
  } catch (error) {
    if (!(error instanceof WaymarkError)) throw error;
    say(`${error.message} ${error.remedy}`);
    return null;
  }
}

async function runSteps(steps: readonly Step[], reports: string): Promise<readonly StepResult[]> {
  const results: StepResult[] = [];
  const provided = new Map<Need, Variables | null>();
  for (const step of steps) {
    const started = performance.now();
    const failedBefore = results.some((result) => result.name === step.after && result.counts.failed > 0);
    if (step.needs !== null && !provided.has(step.needs)) provided.set(step.needs, provide(step.needs));
    const variables = step.needs === null ? {} : (provided.get(step.needs) ?? null);
    const obstacle = failedBefore ? `${step.after ?? ''} failed` : variables === null ? `no ${step.needs ?? ''}` : null;
    say(`\n── ${step.name}${obstacle === null ? '' : `: not run, because ${obstacle}`}`);
    const counts = obstacle === null ? await runStep(step, reports, variables ?? {}) : countCheck(1);
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
