/** Protects the honesty of the last line: nothing that went wrong may be counted as passed. */

import { describe, expect, it } from 'vitest';
import { countCheck, countPlaywright, countVitest, formatTable, formatTotal, total } from './summary.ts';

function vitestReport(...files: { status: string; tests: string[] }[]): string {
  return JSON.stringify({
    testResults: files.map(({ status, tests }) => ({
      status,
      assertionResults: tests.map((outcome) => ({ status: outcome })),
    })),
  });
}

function playwrightReport(stats: object, errors: unknown[] = []): string {
  return JSON.stringify({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats }, errors });
}

describe('countVitest', () => {
  it('counts tests by outcome, and everything that did not run as skipped', () => {
    const report = vitestReport(
      { status: 'failed', tests: ['passed', 'passed', 'failed'] },
      { status: 'passed', tests: ['passed', 'pending', 'todo'] },
    );
    expect(countVitest(report, 1)).toEqual({ passed: 3, failed: 1, skipped: 2 });
  });

  it('counts a file that could not be loaded as one failure', () => {
    const report = vitestReport({ status: 'failed', tests: [] }, { status: 'passed', tests: ['passed'] });
    expect(countVitest(report, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
  });

  it('counts an error outside any test, which shows only in the exit status', () => {
    expect(countVitest(vitestReport({ status: 'passed', tests: ['passed'] }), 1).failed).toBe(1);
    expect(countVitest(vitestReport({ status: 'passed', tests: ['passed'] }), null).failed).toBe(1);
  });

  it('counts a runner that crashed, wrote nonsense or ran nothing as failed', () => {
    expect(countVitest(null, 0).failed).toBe(1);
    expect(countVitest('{"testResults":', 0).failed).toBe(1);
    expect(countVitest('{"tests": 5}', 0).failed).toBe(1);
    expect(countVitest(vitestReport(), 0).failed).toBe(1);
    expect(countVitest(vitestReport({ status: 'passed', tests: ['skipped'] }), 0).failed).toBe(1);
  });
});

describe('countPlaywright', () => {
  it('counts tests by outcome, with a flaky test as a failure', () => {
    expect(countPlaywright(playwrightReport({ expected: 7, unexpected: 1, flaky: 2, skipped: 3 }), 1)).toEqual({
      passed: 7,
      failed: 3,
      skipped: 3,
    });
  });

  it('counts errors outside any test, such as a server that did not start', () => {
    expect(countPlaywright(playwrightReport({}, [{ message: 'no server' }]), 1).failed).toBe(1);
    expect(countPlaywright(playwrightReport({ expected: 2 }), 1).failed).toBe(1);
    expect(countPlaywright(null, 1).failed).toBe(1);
  });
});

describe('the closing lines', () => {
  const results = [
    { name: 'lint', counts: countCheck(0), failures: [], seconds: 3.04 },
    { name: 'types', counts: countCheck(2), failures: [], seconds: 12 },
    { name: 'unit', counts: { passed: 40, failed: 0, skipped: 1 }, failures: [], seconds: 8.25 },
  ];

  it('add up every step', () => {
    expect(total(results)).toEqual({ passed: 41, failed: 1, skipped: 1 });
  });

  it('end in the same form whether or not tests were skipped', () => {
    expect(formatTotal({ passed: 41, failed: 1, skipped: 0 })).toBe('41 passed, 1 failed');
    expect(formatTotal({ passed: 41, failed: 1, skipped: 2 })).toBe('41 passed, 1 failed');
  });

  it('line the table up under its headings', () => {
    expect(formatTable(results).split('\n')).toEqual([
      'step   passed  failed  skipped  seconds',
      'lint        1       0        0      3.0',
      'types       0       1        0     12.0',
      'unit       40       0        1      8.3',
    ]);
  });
});
