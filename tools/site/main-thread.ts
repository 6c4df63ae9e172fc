/** How long tasks keep the main thread of a page, from a trace of the browser's. */

import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';

/** Of the tasks of one trace: the 99th percentile, the longest, and how many took longer than 50 ms. */
export interface MainThread {
  readonly tasks: number;
  readonly p99Ms: number;
  readonly longestMs: number;
  readonly over50Ms: number;
  /** The same two of the time on the processor, in which other programs do not count. */
  readonly p99CpuMs: number;
  readonly longestCpuMs: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds, by the clock and on the processor. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Traces the page for so long and says what its main thread did. */
export async function traceMainThread(browser: Browser, page: Page, milliseconds: number): Promise<MainThread> {
  const path = join(tmpdir(), `waymark-trace-${process.pid}.json`);
  try {
    await browser.startTracing(page, { path, categories: ['toplevel', '__metadata'] });
    await page.waitForTimeout(milliseconds);
    await browser.stopTracing();
    const { traceEvents } = JSON.parse(readFileSync(path, 'utf8')) as { traceEvents: readonly TraceEvent[] };
    return mainThreadOf(traceEvents);
  } finally {
    await rm(path, { force: true });
  }
}

function mainThreadOf(events: readonly TraceEvent[]): MainThread {
  const main = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const tasks = events.filter(
    ({ name, ph, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && main.has(`${pid}/${tid}`),
  );
  const wall = sorted(tasks.map(({ dur = 0 }) => dur / 1000));
  const processor = sorted(tasks.map(({ dur = 0, tdur = dur }) => tdur / 1000));
  return {
    tasks: tasks.length,
    p99Ms: p99(wall),
    longestMs: wall.at(-1) ?? NaN,
    over50Ms: wall.filter((duration) => duration > 50).length,
    p99CpuMs: p99(processor),
    longestCpuMs: processor.at(-1) ?? NaN,
  };
}

function sorted(values: readonly number[]): readonly number[] {
  return values.toSorted((a, b) => a - b);
}

function p99(values: readonly number[]): number {
  return values[Math.floor(values.length * 0.99)] ?? NaN;
}
