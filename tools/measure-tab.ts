/**
 * `npm run measure-tab`: plays the default preset of the built site (`npm run build`) in a Chromium without WebGPU and
 * reports time to visible lift, speed, memory and how long tasks kept the page's main thread. Times are of this machine
 * and whatever else it does: a measurement, not a test.
 *
 *     --runs N        1; each in a fresh profile
 *     --limit N       seconds after which a run is given up (600)
 */

import { existsSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from 'playwright';
import { runTool, wholeNumber } from './cli/run-tool.ts';
import { withBuiltSite } from './site/built-site.ts';
import { traceMainThread, type MainThread } from './site/main-thread.ts';
import { median } from './site/median.ts';
import { openTrainingTab, type Timed } from './site/training-tab.ts';
import { ARGUMENTS_WITHOUT_WEBGPU, launchOptions } from './test/browser.ts';

/** How long the main thread is traced while training goes on. */
const TRACE_MS = 30_000;

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
  readonly mainThread: MainThread;
}

await runTool(async () => {
  const { values } = parseArgs({
    options: { runs: { type: 'string', default: '1' }, limit: { type: 'string', default: '600' } },
  });
  const runs = wholeNumber('runs', values.runs, 1, 20);
  const limit = wholeNumber('limit', values.limit, 10, 36_000) * 1000;
  console.log(`${cpus().length} cores, ${cpus()[0].model.trim()}`);
  const figures = await withBuiltSite(async (address) => {
    const done: TabFigures[] = [];
    for (let run = 0; run < runs; run++) {
      done.push(await measure(address, limit));
      console.log(JSON.stringify(done[run]));
    }
    return done;
  });
  if (runs > 1) {
    console.log(`median p99 of main-thread tasks ${median(figures.map(({ mainThread }) => mainThread.p99Ms))} ms`);
    console.log(`median longest main-thread task ${median(figures.map(({ mainThread }) => mainThread.longestMs))} ms`);
  }
});

async function measure(address: string, limit: number): Promise<TabFigures> {
  const browser = await chromium.launch(launchOptions(ARGUMENTS_WITHOUT_WEBGPU));
  try {
    const { page, told, until } = await openTrainingTab(browser, address);
    await until(() => told.some(({ event }) => event.type === 'iteration'), limit);
    const mainThread = await traceMainThread(browser, page, TRACE_MS);
    await until(() => told.some(isVisibleLift), limit);
    return figuresFrom(told, await peakMemory(browser), mainThread);
  } finally {
    await browser.close();
  }
}

function isVisibleLift({ event }: Timed): boolean {
  return event.type === 'condition' && event.condition.kind === 'visible-lift';
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
