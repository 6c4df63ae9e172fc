/**
 * The test command. `npm test` carries out every step, two at a time where the machine has two cores; `npm test -- unit
 * lint` only those named. What a step printed comes whole when it has ended. Ends with what failed, a table, and `N passed,
 * N failed` from what the steps really reported. Exit status 1 where anything failed.
 */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { WaymarkError } from '../../src/core/errors.ts';
import { failureOfStep, formatFailures, playwrightFailures, vitestFailures, type Failure } from './failures.ts';
import { provide, type Variables } from './needs.ts';
import { runProgram, type ProgramEnd } from './program.ts';
import { runInLanes } from './schedule.ts';
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

/** For what hangs: as long as all steps together may take, since a slow machine is no failure. */
const STEP_LIMIT_MS = 25 * 60_000;
/** More than two would fight over memory and graphics drivers, and tests wait for the clock in places. */
const LANES = Math.min(2, availableParallelism());
/** How often it says what it is doing. */
const SIGN_OF_LIFE_MS = 60_000;

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

interface Outcome {
  readonly counts: Counts;
  readonly failures: readonly Failure[];
  /** What is to be read of it. */
  readonly output: string;
}

/** Carries out one step and counts what it did. */
async function carryOut(step: Step, reports: string, variables: Variables, isShown: boolean): Promise<Outcome> {
  const report = path.join(reports, `${step.name}.json`);
  const read = (): string | null => (existsSync(report) ? readFileSync(report, 'utf8') : null);
  const run = (more: readonly string[] = [], added: Variables = {}): Promise<ProgramEnd> =>
    runProgram([...step.command, ...more], {
      variables: { ...variables, ...added },
      isShown: isShown && step.kind !== 'check',
      limitMs: STEP_LIMIT_MS,
    });
  switch (step.kind) {
    case 'check': {
      const { status, output } = await run();
      return { counts: countCheck(status), failures: [], output: status === 0 ? '' : output };
    }
    case 'measurement': {
      const { status, output } = await run();
      return { counts: countCheck(status), failures: [], output };
    }
    case 'vitest': {
      const { status, output } = await run(['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]);
      const written = read();
      return { counts: countVitest(written, status), failures: vitestFailures(written), output };
    }
    case 'playwright': {
      const { status, output } = await run(['--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: report });
      const written = read();
      return { counts: countPlaywright(written, status), failures: playwrightFailures(written), output };
    }
  }
}

async function runSteps(steps: readonly Step[], reports: string): Promise<readonly StepResult[]> {
  const needs = provide(new Set(steps.flatMap(({ needs }) => needs)), say);
  const isShown = LANES === 1 || steps.length === 1;
  const running = new Map<string, number>();
  const signOfLife = setInterval(() => {
    const names = [...running].map(([name, since]) => `${name} (${((performance.now() - since) / 1000).toFixed(0)} s)`);
    if (!isShown) say(`… ${names.join(', ')}`);
  }, SIGN_OF_LIFE_MS);
  try {
    return await runInLanes<Step, StepResult>(steps, LANES, async (step, results) => {
      const met = await Promise.all(step.needs.map(async (need) => (await needs.get(need)) ?? null));
      const unmet = step.needs.filter((_, index) => met[index] === null);
      const failedBefore = step.after !== undefined && (results.get(step.after)?.counts.failed ?? 0) > 0;
      const obstacle = failedBefore
        ? `${step.after ?? ''} failed`
        : unmet.length > 0
          ? `there is no ${unmet.join(' and no ')}`
          : null;
      const title = `\n── ${step.name}`;
      if (isShown) say(title);
      const started = performance.now();
      running.set(step.name, started);
      const { counts, failures, output } =
        obstacle === null
          ? await carryOut(step, reports, Object.assign({}, ...met) as Variables, isShown)
          : { counts: countCheck(1), failures: [], output: `Not run, because ${obstacle}.` };
      running.delete(step.name);
      const seconds = (performance.now() - started) / 1000;
      const parts = [...(isShown ? [] : [title]), ...(output === '' ? [] : [output.trimEnd()])];
      say([...parts, `${formatTotal(counts)} (${seconds.toFixed(1)} s)`].join('\n'));
      const isUnnamed = counts.failed > 0 && failures.length === 0;
      return { name: step.name, counts, failures: isUnnamed ? [failureOfStep(output)] : failures, seconds };
    });
  } finally {
    clearInterval(signOfLife);
  }
}

async function main(): Promise<void> {
  const reports = mkdtempSync(path.join(tmpdir(), 'waymark-test-'));
  const started = performance.now();
  try {
    const results = await runSteps(chooseSteps(process.argv.slice(2)), reports);
    const counts = total(results);
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    for (const { name, failures } of results) {
      if (failures.length > 0) say(`\n${formatFailures(name, failures)}`);
    }
    say(`\n${formatTable(results)}\n\n${seconds} s in all\n${formatTotal(counts)}`);
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
