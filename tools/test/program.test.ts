/** Protects the test command against programs that fail, are missing, or never end. */

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runProgram } from './program.ts';

const PATIENT = { isShown: false, limitMs: 20_000 } as const;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'waymark-program-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function script(source: string): readonly [string, ...string[]] {
  return [process.execPath, '--eval', source];
}

/** A program whose child writes into a file for as long as it lives. */
function withPulse(pulse: string): readonly [string, ...string[]] {
  const grandchild = `setInterval(() => require('node:fs').appendFileSync(${JSON.stringify(pulse)}, '.'), 20)`;
  return script(`
    require('node:child_process').spawn(process.execPath, ['--eval', ${JSON.stringify(grandchild)}]);
    setInterval(() => {}, 1000);
  `);
}

async function expectStillness(pulse: string): Promise<void> {
  const beats = statSync(pulse).size;
  expect(beats).toBeGreaterThan(0);
  await setTimeout(400);
  expect(statSync(pulse).size).toBe(beats);
}

it('gives the exit status, and hands variables on', async () => {
  const options = { ...PATIENT, variables: { WAYMARK_PROBE: '3' } };
  const status = async (source: string) => (await runProgram(script(source), options)).status;
  expect(await status('process.exit(Number(process.env.WAYMARK_PROBE) - 3)')).toBe(0);
  expect(await status('process.exit(Number(process.env.WAYMARK_PROBE))')).toBe(3);
});

it('does not take a missing program for a success', async () => {
  const { status, output } = await runProgram(['waymark-has-no-such-program'], PATIENT);
  expect(status).not.toBe(0);
  expect(output).toContain('waymark-has-no-such-program');
});

it('hands over what a program printed, on both its ways out', async () => {
  const { output } = await runProgram(script('console.log("one"); console.error("two"); process.exit(1)'), PATIENT);
  expect(output.split('\n').sort()).toEqual(['', 'one', 'two']);
});

it('ends a program that takes too long, together with what it started', async () => {
  const pulse = path.join(folder, 'pulse');
  const { status, output } = await runProgram(withPulse(pulse), { isShown: false, limitMs: 3000 });
  expect(status).toBeNull();
  expect(output).toContain('longer than 3 s');
  await expectStillness(pulse);
});

it('ends every program that it runs when it is ended itself', async () => {
  const pulses = ['one', 'two'].map((name) => path.join(folder, name));
  const runner = `
    import { runProgram } from ${JSON.stringify(path.resolve('tools/test/program.ts'))};
    const programs = ${JSON.stringify(pulses.map(withPulse))};
    for (const program of programs) void runProgram(program, { isShown: false, limitMs: 60_000 });
  `;
  const command = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', runner]);
  const ended = new Promise((resolve) => command.once('close', resolve));
  while (!pulses.every((pulse) => existsSync(pulse))) await setTimeout(20);
  command.kill('SIGTERM');
  expect(await ended).toBe(130);
  for (const pulse of pulses) await expectStillness(pulse);
});
