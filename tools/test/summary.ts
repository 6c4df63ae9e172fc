/** Turns what test runners report into counts, and counts into the table and the last line of `npm test`. */

import * as v from 'valibot';
import type { Failure } from './failures.ts';
import { parseReport } from './report.ts';

/** Tests by outcome. A check such as lint counts as one test. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** One finished step of the test command. */
export interface StepResult {
  readonly name: string;
  readonly counts: Counts;
  /** What went wrong, test by test as far as the step names them. */
  readonly failures: readonly Failure[];
  readonly seconds: number;
}

/** How a step's process ended: its exit status, or null where a signal or the time limit ended it. */
export type ExitStatus = number | null;

const vitestReport = v.object({
  testResults: v.array(
    v.object({
      status: v.string(),
      assertionResults: v.array(v.object({ status: v.string() })),
    }),
  ),
});

const playwrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number(), skipped: v.number() }),
  errors: v.array(v.unknown()),
});

/** Counts of a check that has only an exit status. */
export function countCheck(status: ExitStatus): Counts {
  return status === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

/** Counts from vitest's JSON report (null where it wrote none). A file that could not run is one failure. */
export function countVitest(report: string | null, status: ExitStatus): Counts {
  const parsed = parseReport(vitestReport, report);
  if (parsed === null) return countCheck(1);
  const outcomes = parsed.testResults.flatMap((file) => file.assertionResults.map((test) => test.status));
  const brokenFiles = parsed.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  );
  const passed = outcomes.filter((outcome) => outcome === 'passed').length;
  const failed = outcomes.filter((outcome) => outcome === 'failed').length;
  return honest({ passed, failed: failed + brokenFiles.length, skipped: outcomes.length - passed - failed }, status);
}

/** Counts from Playwright's JSON report (null where it wrote none). A flaky test is a failure. */
export function countPlaywright(report: string | null, status: ExitStatus): Counts {
  const parsed = parseReport(playwrightReport, report);
  if (parsed === null) return countCheck(1);
  const { expected, unexpected, flaky, skipped } = parsed.stats;
  return honest({ passed: expected, failed: unexpected + flaky + parsed.errors.length, skipped }, status);
}

/** The sum of all steps. */
export function total(results: readonly StepResult[]): Counts {
  const sum = (outcome: keyof Counts) => results.reduce((count, result) => count + result.counts[outcome], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/** The table of steps, in plain text. */
export function formatTable(results: readonly StepResult[]): string {
  const rows = [
    ['step', 'passed', 'failed', 'skipped', 'seconds'],
    ...results.map(({ name, counts, seconds }) => [
      name,
      ...[counts.passed, counts.failed, counts.skipped].map(String),
      seconds.toFixed(1),
    ]),
  ];
  return formatColumns(rows, (column) => column > 0);
}

/** Rows with their cells under one another; numbers end at the same place. */
export function formatColumns(rows: readonly (readonly string[])[], isNumber: (column: number) => boolean): string {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const format = (cell: string, column: number): string =>
    isNumber(column) ? cell.padStart(widths[column]) : cell.padEnd(widths[column]);
  return rows.map((row) => row.map(format).join('  ').trimEnd()).join('\n');
}

/** The line that a reader, or a machine, looks for last: `12 passed, 0 failed`. Skipped tests stand in the table. */
export function formatTotal(counts: Counts): string {
  return `${counts.passed} passed, ${counts.failed} failed`;
}

/** A step that ended badly, or ran nothing, has failed whatever its report says. */
function honest(counts: Counts, status: ExitStatus): Counts {
  const ranNothing = counts.passed + counts.failed === 0;
  return counts.failed === 0 && (status !== 0 || ranNothing) ? { ...counts, failed: 1 } : counts;
}
