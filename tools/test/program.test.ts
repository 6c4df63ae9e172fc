/** Protects the test command against programs that fail, are missing, or never end. */

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runProgram } from './program.ts';

const PATIENT = { isShown: false, limitMs: 20_000 } as const;

/** What the program's end was reported with; kept off the screen. */
let said: string[];

beforeEach(() => {
  said = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => said.push(line));
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => said.push(String(chunk)) > 0);
});

afterEach(() => {
  vi.restoreAllMocks();
});

function script(source: string): readonly [string, ...string[]] {
  return [process.execPath, '--eval', source];
}

it('gives the exit status, and hands variables on', async () => {
  const options = { ...PATIENT, variables: { WAYMARK_PROBE: '3' } };
  expect(await runProgram(script('process.exit(Number(process.env.WAYMARK_PROBE) - 3)'), options)).toBe(0);
  expect(await runProgram(script('process.exit(Number(process.env.WAYMARK_PROBE))'), options)).toBe(3);
});

it('does not take a missing program for a success', async () => {
  expect(await runProgram(['waymark-has-no-such-program'], PATIENT)).not.toBe(0);
  expect(said.join('')).toContain('waymark-has-no-such-program');
});

it('shows what a program printed only if it fails', async () => {
  await runProgram(script('console.log("all is well")'), PATIENT);
  expect(said).toEqual([]);
  await runProgram(script('console.log("what went wrong"); process.exit(1)'), PATIENT);
  expect(said.join('')).toBe('what went wrong\n');
});

it('ends a program that takes too long, together with what it started', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-program-'));
  const pulse = path.join(folder, 'pulse');
  const grandchild = `setInterval(() => require('node:fs').appendFileSync(${JSON.stringify(pulse)}, '.'), 20)`;
  const parent = script(`
    require('node:child_process').spawn(process.execPath, ['--eval', ${JSON.stringify(grandchild)}]);
    setInterval(() => {}, 1000);
  `);
  expect(await runProgram(parent, { isShown: false, limitMs: 3000 })).toBeNull();
  expect(said.join('')).toContain('longer than 3 s');
  const beats = statSync(pulse).size;
  expect(beats).toBeGreaterThan(0);
  await setTimeout(400);
  expect(statSync(pulse).size).toBe(beats);
  rmSync(folder, { recursive: true });
});
