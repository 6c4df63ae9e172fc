/** Which tests failed, and why, from what the runners report: said last, where it is found without reading everything. */

import { stripVTControlCharacters } from 'node:util';
import * as v from 'valibot';
import { parseReport } from './report.ts';

/** One thing that went wrong. */
export interface Failure {
  /** File and title; empty where the step as a whole failed. */
  readonly test: string;
  readonly message: string;
}

/** How much of a message, and how many failures of a step, tell what is wrong; the rest stands further up. */
const LINES_OF_MESSAGE = 14;
const FAILURES_OF_STEP = 8;

const vitestReport = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      message: v.optional(v.string(), ''),
      assertionResults: v.array(
        v.object({ status: v.string(), fullName: v.string(), failureMessages: v.nullish(v.array(v.string()), []) }),
      ),
    }),
  ),
});

const playwrightError = v.object({ message: v.optional(v.string(), '') });

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[] | undefined;
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly line: number;
    readonly ok: boolean;
    readonly tests: readonly {
      readonly results: readonly { readonly errors: readonly { readonly message: string }[] }[];
    }[];
  }[];
}

const playwrightSuite: v.GenericSchema<unknown, PlaywrightSuite> = v.object({
  suites: v.optional(v.array(v.lazy(() => playwrightSuite))),
  specs: v.array(
    v.object({
      title: v.string(),
      file: v.string(),
      line: v.number(),
      ok: v.boolean(),
      tests: v.array(v.object({ results: v.array(v.object({ errors: v.array(playwrightError) })) })),
    }),
  ),
});

const playwrightReport = v.object({ suites: v.array(playwrightSuite), errors: v.array(playwrightError) });

/** The failures in vitest's JSON report; none where there is no report. */
export function vitestFailures(report: string | null): readonly Failure[] {
  const files = parseReport(vitestReport, report)?.testResults ?? [];
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => ({ test: `${name}: ${test.fullName}`, message: test.failureMessages.join('\n') }));
    return tests.length === 0 && status === 'failed' ? [{ test: name, message }] : tests;
  });
}

/** The failures in Playwright's JSON report; none where there is no report. */
export function playwrightFailures(report: string | null): readonly Failure[] {
  const parsed = parseReport(playwrightReport, report);
  if (parsed === null) return [];
  const outside = parsed.errors.map(({ message }) => ({ test: '', message }));
  return [...parsed.suites.flatMap(failuresOfSuite), ...outside];
}

function failuresOfSuite({ suites = [], specs }: PlaywrightSuite): readonly Failure[] {
  const failed = specs
    .filter(({ ok }) => !ok)
    .map(({ title, file, line, tests }) => ({
      test: `${file}:${line}: ${title}`,
      message: tests
        .flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(({ message }) => message)))
        .join('\n'),
    }));
  return [...failed, ...suites.flatMap(failuresOfSuite)];
}

/** What a step that names no test leaves to go by: the end of what it printed. */
export function failureOfStep(output: string): Failure {
  return { test: '', message: linesOf(output).slice(-LINES_OF_MESSAGE).join('\n') };
}

/** The failures of a step as they are read, each under its name. */
export function formatFailures(step: string, failures: readonly Failure[]): string {
  const shown = failures.slice(0, FAILURES_OF_STEP).map(({ test, message }) => {
    const title = test === '' ? `✗ ${step}` : `✗ ${step}: ${test}`;
    const lines = linesOf(message).slice(0, LINES_OF_MESSAGE);
    return [title, ...lines.map((line) => `    ${line}`)].join('\n');
  });
  const left = failures.length - shown.length;
  return [...shown, ...(left > 0 ? [`✗ ${step}: ${left} more`] : [])].join('\n');
}

function linesOf(text: string): readonly string[] {
  return stripVTControlCharacters(text)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
}
