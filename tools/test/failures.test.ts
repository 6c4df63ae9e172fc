/** Protects that a failed run says which tests failed, and why, where it is looked for: at the end. */

import { describe, expect, it } from 'vitest';
import { failureOfStep, formatFailures, playwrightFailures, vitestFailures } from './failures.ts';

describe('vitestFailures', () => {
  const report = JSON.stringify({
    testResults: [
      {
        name: '/site/a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'adds', failureMessages: [] },
          { status: 'failed', fullName: 'subtracts', failureMessages: ['expected 1 to be 2'] },
          { status: 'skipped', fullName: 'divides', failureMessages: null },
        ],
      },
      { name: '/site/b.test.ts', status: 'failed', message: 'cannot be loaded', assertionResults: [] },
      { name: '/site/c.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'is' }] },
    ],
  });

  it('names failed tests, and files that could not be loaded', () => {
    expect(vitestFailures(report)).toEqual([
      { test: '/site/a.test.ts: subtracts', message: 'expected 1 to be 2' },
      { test: '/site/b.test.ts', message: 'cannot be loaded' },
    ]);
  });
});

describe('playwrightFailures', () => {
  const spec = (title: string, ok: boolean, ...messages: string[]) => ({
    title,
    file: 'shell.spec.ts',
    line: 7,
    ok,
    tests: [{ results: [{ errors: messages.map((message) => ({ message })) }] }],
  });
  const report = JSON.stringify({
    suites: [
      { title: 'shell.spec.ts', specs: [spec('opens', true)] },
      {
        title: 'student.spec.ts',
        specs: [],
        suites: [{ title: 'by mouse', specs: [spec('walks', false, 'soft', 'hard')] }],
      },
    ],
    errors: [{ message: 'no server' }],
  });

  it('names failed tests however deep they stand, and what went wrong outside any', () => {
    expect(playwrightFailures(report)).toEqual([
      { test: 'shell.spec.ts:7: walks', message: 'soft\nhard' },
      { test: '', message: 'no server' },
    ]);
  });
});

it.each([vitestFailures, playwrightFailures])('no failure is named where there is no report', (failures) => {
  for (const none of [null, '', '{"tests": 5}']) expect(failures(none)).toEqual([]);
});

describe('formatFailures', () => {
  it('says the step, the test and the beginning of the message, in plain text', () => {
    const message = `\u001b[31mError\u001b[39m: not equal\n\n  ${Array.from({ length: 50 }, (_, line) => `line ${line}`).join('\n')}`;
    const lines = formatFailures('unit', [{ test: 'a.test.ts: adds', message }]).split('\n');
    expect(lines.slice(0, 3)).toEqual(['✗ unit: a.test.ts: adds', '    Error: not equal', '      line 0']);
    expect(lines.length).toBeLessThan(20);
  });

  it('counts those that it leaves out', () => {
    const failures = Array.from({ length: 30 }, (_, index) => ({ test: `test ${index}`, message: '' }));
    const lines = formatFailures('unit', failures).split('\n');
    expect(lines.at(-1)).toBe(`✗ unit: ${30 - (lines.length - 1)} more`);
  });

  it('shows the end of what a step printed that names no test', () => {
    const output = `${Array.from({ length: 50 }, (_, line) => `line ${line}`).join('\n')}\nsrc/a.ts(1,1): error\n`;
    const lines = formatFailures('types', [failureOfStep(output)]).split('\n');
    expect(lines[0]).toBe('✗ types');
    expect(lines.at(-1)).toBe('    src/a.ts(1,1): error');
  });
});
