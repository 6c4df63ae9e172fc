/** Carries out cases and judges what decoders do with them: named errors, in time, in little memory, in silence. */

import { hashText, PURPOSE, RandomStream } from '../../src/core/random.ts';
import { WaymarkError } from '../../src/core/errors.ts';
import { Defect, type Case, type Target, type Verify } from './target.ts';

/** What a visitor may be kept waiting for, whatever was opened. */
const TIME_LIMIT_MS = 100;
/** A machine at other work makes a case slow once, not every time. */
const ATTEMPTS = 8;
/** Over what the process held when it began. */
const MEMORY_LIMIT_BYTES = 512 * 2 ** 20;
/** The most that was held is remembered by the system, and asking takes longer than most cases. */
const MEMORY_EVERY = 100;
const LONGEST_MESSAGE = 1000;
const MICROSECONDS = 1000;

export interface Tally {
  readonly target: string;
  cases: number;
  decoded: number;
  /** By kind of error. */
  readonly refused: Map<string, number>;
  slowestMs: number;
}

export interface Failure {
  readonly target: string;
  readonly seed: number;
  readonly index: number;
  readonly defect: string;
  /** The input, in base64; of a text, its UTF-16. */
  readonly base64: string;
}

/** The case of a target by its number, the same on every machine. */
function caseOf(target: Target, seed: number, index: number): Case | Promise<Case> {
  return target.make(new RandomStream((seed ^ hashText(target.name)) >>> 0, PURPOSE.shuffle, index));
}

/** Carries out cases `from` to `to`, not included; stops at the first that fails. */
export async function runCases(
  target: Target,
  seed: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<{ readonly tally: Tally; readonly failure: Failure | null }> {
  const tally: Tally = { target: target.name, cases: 0, decoded: 0, refused: new Map(), slowestMs: 0 };
  const memory = process.resourceUsage().maxRSS;
  const said = hearConsole();
  try {
    for (let index = from; index < to; index++) {
      const made = await caseOf(target, seed, index);
      const defect = await judge(target, made, tally);
      const growth = index % MEMORY_EVERY === 0 ? (process.resourceUsage().maxRSS - memory) * 1024 : 0;
      const found =
        defect ??
        said.first() ??
        (growth > MEMORY_LIMIT_BYTES ? `memory grew by ${Math.round(growth / 2 ** 20)} MB` : null);
      if (found !== null) return { tally, failure: failureOf(target, seed, index, made, found) };
    }
    return { tally, failure: null };
  } finally {
    said.stop();
  }
}

/** What is wrong with what the decoder did; null where nothing is. */
async function judge(target: Target, made: Case, tally: Tally): Promise<string | null> {
  tally.cases++;
  const { verify, error, wallMs } = await timed(made);
  let slowest = wallMs;
  for (let attempt = 1; attempt < ATTEMPTS && slowest > TIME_LIMIT_MS; attempt++) {
    const start = process.cpuUsage();
    const { wallMs: again } = await timed(made);
    // Of both clocks the kinder one: other programs stop the one, threads that collect garbage run on the other.
    slowest = Math.min(again, usedSince(start));
  }
  tally.slowestMs = Math.max(tally.slowestMs, slowest);
  if (slowest > TIME_LIMIT_MS) return `took ${slowest.toFixed(0)} ms`;
  if (verify === null) {
    if (error instanceof WaymarkError) tally.refused.set(error.kind, (tally.refused.get(error.kind) ?? 0) + 1);
    return defectOf(error, target);
  }
  tally.decoded++;
  try {
    await verify();
    return null;
  } catch (thrown) {
    return thrown instanceof Defect ? thrown.message : `cannot be written again: ${textOf(thrown)}`;
  }
}

interface Timed {
  /** Null where the input was refused. */
  readonly verify: Verify | null;
  readonly error: unknown;
  readonly wallMs: number;
}

async function timed({ decode }: Case): Promise<Timed> {
  const start = performance.now();
  try {
    const verify = await decode();
    return { verify, error: null, wallMs: performance.now() - start };
  } catch (error) {
    return { verify: null, error, wallMs: performance.now() - start };
  }
}

function usedSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / MICROSECONDS;
}

function defectOf(error: unknown, { kinds }: Target): string | null {
  if (!(error instanceof WaymarkError)) return `threw ${textOf(error)}`;
  if (!kinds.includes(error.kind)) return `refused as ${error.kind}: ${error.message}`;
  if (error.message.trim() === '' || error.remedy.trim() === '')
    return `says too little: "${error.message}" "${error.remedy}"`;
  if (error.message.length > LONGEST_MESSAGE) return `says too much: ${error.message.length} characters`;
  return null;
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function failureOf(target: Target, seed: number, index: number, { input }: Case, defect: string): Failure {
  const base64 = Buffer.from(typeof input === 'string' ? Buffer.from(input, 'utf16le') : input).toString('base64');
  return { target: target.name, seed, index, defect, base64 };
}

/** Decoders have nothing to say to a console. */
function hearConsole(): { readonly first: () => string | null; readonly stop: () => void } {
  const methods = ['log', 'info', 'warn', 'error', 'debug'] as const;
  const kept = { ...console };
  let first: string | null = null;
  for (const method of methods) {
    console[method] = (...said: readonly unknown[]) => {
      first ??= `printed ${said.join(' ')}`;
    };
  }
  return {
    first: () => first,
    stop: () => {
      Object.assign(console, kept);
    },
  };
}
