/**
 * `npm run measure-tab`: plays the default preset of the built site (`npm run build`) in a Chromium without WebGPU and
 * reports time to visible lift, speed, memory and how long tasks kept the page's main thread. Times are of this machine
 * and whatever else it does: a measurement, not a test.
 *
 *     --runs N        1; each in a fresh profile
 *     --limit N       seconds after which a run is given up (600)
 */

import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from 'playwright';
import { WaymarkError } from '../src/core/errors.ts';
import type { RunEvent } from '../src/learning/records.ts';
import type { Announcement } from '../src/runs/run-channel.ts';
import { runTool, wholeNumber } from './cli/run-tool.ts';
import { createStaticServer } from './static-server.ts';
import { ARGUMENTS_WITHOUT_WEBGPU, launchOptions } from './test/browser.ts';

/** The built site. */
const ROOT = fileURLToPath(new URL('../dist/', import.meta.url));
const CHANNEL = 'waymark';
/** How long the main thread is traced while training goes on. */
const TRACE_MS = 30_000;
const POLL_MS = 500;

interface Timed {
  /** Milliseconds since Play. */
  readonly at: number;
  readonly event: RunEvent;
}

interface TabFigures {
  readonly engine: string;
  readonly iterations: number;
  readonly visibleLiftSeconds: number | null;
  readonly visibleLiftIteration: number | null;
  readonly secondsPerIteration: number;
  /** Seen by the model in rollouts and trained on, per second of those phases. */
  readonly tokensSeenPerSecond: number;
  readonly tokensTrainedPerSecond: number;
  readonly rendererPeakMegabytes: number | null;
  readonly mainThread: {
    readonly tasks: number;
    readonly p99Ms: number;
    readonly longestMs: number;
    readonly over50Ms: number;
  };
}

await runTool(async () => {
  const { values } = parseArgs({
    options: { runs: { type: 'string', default: '1' }, limit: { type: 'string', default: '600' } },
  });
  const runs = wholeNumber('runs', values.runs, 1, 20);
  const limit = wholeNumber('limit', values.limit, 10, 36_000) * 1000;
  if (!existsSync(ROOT)) throw new WaymarkError('not-found', 'There is no built site.', 'Run npm run build.');
  const server = createStaticServer({ root: ROOT, base: '/' });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  console.log(`${cpus().length} cores, ${cpus()[0].model.trim()}`);
  const figures: TabFigures[] = [];
  for (let run = 0; run < runs; run++) {
    figures.push(await measure(`http://localhost:${port}/`, limit));
    console.log(JSON.stringify(figures[run]));
  }
  if (runs > 1) {
    console.log(`median p99 of main-thread tasks ${median(figures.map(({ mainThread }) => mainThread.p99Ms))} ms`);
    console.log(`median longest main-thread task ${median(figures.map(({ mainThread }) => mainThread.longestMs))} ms`);
  }
  server.close();
});

async function measure(address: string, limit: number): Promise<TabFigures> {
  const trace = join(tmpdir(), `waymark-trace-${process.pid}.json`);
  const browser = await chromium.launch(launchOptions(ARGUMENTS_WITHOUT_WEBGPU));
  try {
    const page = await browser.newPage();
    const told: Timed[] = [];
    let start = Infinity;
    await page.exposeFunction('reportEvents', (events: readonly RunEvent[]) => {
      for (const event of events) told.push({ at: Date.now() - start, event });
    });
    await page.goto(address);
    await page.evaluate((name) => {
      const report = Reflect.get(window, 'reportEvents') as (events: readonly RunEvent[]) => void;
      const channel = new BroadcastChannel(name);
      channel.onmessage = ({ data }: MessageEvent<Announcement>) => report(data.events);
    }, CHANNEL);
    const play = page.getByRole('button', { name: /^Play/ }).first();
    await play.waitFor();
    await page.waitForFunction(() => document.fonts.status === 'loaded');
    start = Date.now();
    await play.click();
    await until(() => told.some(({ event }) => event.type === 'iteration'), limit);
    await browser.startTracing(page, { path: trace, categories: ['toplevel', '__metadata'] });
    await page.waitForTimeout(TRACE_MS);
    await browser.stopTracing();
    await until(() => told.some(isVisibleLift), limit - (Date.now() - start));
    const memory = await peakMemory(browser);
    return figuresFrom(told, memory, readTrace(trace));
  } finally {
    await browser.close();
    await rm(trace, { force: true });
  }
}

function isVisibleLift({ event }: Timed): boolean {
  return event.type === 'condition' && event.condition.kind === 'visible-lift';
}

/** Waits for the condition, at most so many milliseconds; whether it came is for the caller to see. */
async function until(condition: () => boolean, limit: number): Promise<void> {
  const end = Date.now() + limit;
  while (!condition() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

function figuresFrom(
  told: readonly Timed[],
  rendererPeakMegabytes: number | null,
  mainThread: TabFigures['mainThread'],
): TabFigures {
  const records = told.flatMap(({ event }) => (event.type === 'iteration' ? [event.record] : []));
  const last = told.findLast(({ event }) => event.type === 'iteration');
  const started = told.find(({ event }) => event.type === 'started')?.event;
  const lift = told.find(isVisibleLift);
  const sum = (of: (record: (typeof records)[number]) => number): number =>
    records.reduce((total, record) => total + of(record), 0);
  return {
    engine: started?.type === 'started' ? started.engine.detail : 'unknown',
    iterations: records.length,
    visibleLiftSeconds: lift ? lift.at / 1000 : null,
    visibleLiftIteration: lift?.event.type === 'condition' ? lift.event.condition.iteration : null,
    secondsPerIteration: last ? last.at / 1000 / records.length : NaN,
    tokensSeenPerSecond: Math.round(sum((record) => record.tokensSeen) / sum((record) => record.rolloutSeconds)),
    tokensTrainedPerSecond: Math.round(sum((record) => record.tokensTrained) / sum((record) => record.trainingSeconds)),
    rendererPeakMegabytes,
    mainThread,
  };
}

/** Peak resident memory of the largest renderer (the page with all its workers); null where /proc is not there. */
async function peakMemory(browser: Browser): Promise<number | null> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const peaks = processInfo
    .filter(({ type }) => type === 'renderer')
    .flatMap(({ id }) => {
      const path = `/proc/${id}/status`;
      const peak = existsSync(path) ? /VmHWM:\s+(\d+) kB/.exec(readFileSync(path, 'utf8')) : null;
      return peak ? [Math.round(Number(peak[1]) / 1024)] : [];
    });
  return peaks.length > 0 ? Math.max(...peaks) : null;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly dur?: number;
  readonly args?: { readonly name?: string };
}

/** Durations of the tasks of the renderer's main thread. */
function readTrace(path: string): TabFigures['mainThread'] {
  const { traceEvents } = JSON.parse(readFileSync(path, 'utf8')) as { traceEvents: readonly TraceEvent[] };
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const durations = traceEvents
    .filter(({ name, ph, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && main.has(`${pid}/${tid}`))
    .map(({ dur = 0 }) => dur / 1000)
    .sort((a, b) => a - b);
  return {
    tasks: durations.length,
    p99Ms: durations[Math.floor(durations.length * 0.99)] ?? NaN,
    longestMs: durations[durations.length - 1] ?? NaN,
    over50Ms: durations.filter((duration) => duration > 50).length,
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
