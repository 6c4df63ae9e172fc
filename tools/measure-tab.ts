/**
 * `npm run measure-tab`: plays the default preset of the built site (`npm run build`) in a Chromium without WebGPU and
 * reports first motion, time to visible lift, speed, memory and how long tasks kept the page's main thread. Times are of this machine
 * and whatever else it does: a measurement, not a test.
 *
 *     --runs N        1; each in a fresh profile
 *     --limit N       seconds after which a run is given up (600)
 *     --write FILE    the medians go into a document, between <!-- page --> and <!-- end of page -->
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright';
import { runTool, wholeNumber } from './cli/run-tool.ts';
import { withBuiltSite } from './site/built-site.ts';
import { measureFirstMotion, type FirstMotion } from './site/first-motion.ts';
import { traceMainThread, type MainThread } from './site/main-thread.ts';
import { median } from './site/median.ts';
import { withPageFigures, type Figure } from './site/page-figures.ts';
import { openTrainingTab, type Timed } from './site/training-tab.ts';
import { ARGUMENTS_WITHOUT_WEBGPU, launchOptions } from './test/browser.ts';

/** How long the main thread is traced while training goes on. */
const TRACE_MS = 30_000;
const FRAMES_MS = 5_000;

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
  readonly framesPerSecond: number;
  readonly firstMotion: FirstMotion;
}

await runTool(async () => {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '1' },
      limit: { type: 'string', default: '600' },
      write: { type: 'string' },
    },
  });
  const runs = wholeNumber('runs', values.runs, 1, 20);
  const limit = wholeNumber('limit', values.limit, 10, 36_000) * 1000;
  const machine = `${cpus().length} cores, ${cpus()[0].model.trim()}`;
  console.log(machine);
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
  if (values.write !== undefined) {
    const source = `Median of ${runs}, Chromium without WebGPU, ${figures[0].engine}, on ${machine}; load ${loadavg()[0].toFixed(1)}.`;
    writeFileSync(values.write, withPageFigures(readFileSync(values.write, 'utf8'), 'page', source, table(figures)));
  }
});

/** Medians, in the units that people read. */
function table(figures: readonly TabFigures[]): readonly Figure[] {
  const middle = (of: (figure: TabFigures) => number): number => median(figures.map(of));
  const seconds = (of: (figure: TabFigures) => number): string => `${(middle(of) / 1000).toFixed(1)} s`;
  const lifts = figures.flatMap(({ visibleLiftSeconds }) => visibleLiftSeconds ?? []);
  const lift = lifts.length === 0 ? 'none within the limit' : `${Math.round(median(lifts))} s after Play`;
  return [
    ['first picture, CPU slowed down 4 times', seconds(({ firstMotion }) => firstMotion.pictureMs)],
    ['first motion, CPU slowed down 4 times', seconds(({ firstMotion }) => firstMotion.motionMs)],
    ['first visible lift', `${lift} (${lifts.length} of ${figures.length} runs)`],
    ['an iteration', `${middle(({ secondsPerIteration }) => secondsPerIteration).toFixed(1)} s`],
    ['frames while training', `${middle(({ framesPerSecond }) => framesPerSecond).toFixed(0)} per second`],
    ['main-thread tasks, 99th percentile', `${middle(({ mainThread }) => mainThread.p99Ms).toFixed(1)} ms`],
    ['main-thread tasks, longest', `${middle(({ mainThread }) => mainThread.longestMs).toFixed(0)} ms`],
    ['the same on the processor', `${middle(({ mainThread }) => mainThread.longestCpuMs).toFixed(0)} ms`],
    ['memory of the tab at its peak', `${middle(({ rendererPeakMegabytes }) => rendererPeakMegabytes ?? NaN)} MB`],
  ];
}

/** How often the page is drawn while it trains. */
async function countFrames(page: Page): Promise<number> {
  // A string, because tsx calls a helper with every function that has a name, and the page does not have it.
  const frames = await page.evaluate<number>(`new Promise((resolve) => {
    const end = performance.now() + ${FRAMES_MS};
    let count = 0;
    const next = (now) => {
      count++;
      if (now < end) requestAnimationFrame(next);
      else resolve(count);
    };
    requestAnimationFrame(next);
  })`);
  return (frames / FRAMES_MS) * 1000;
}

async function measure(address: string, limit: number): Promise<TabFigures> {
  const browser = await chromium.launch(launchOptions(ARGUMENTS_WITHOUT_WEBGPU));
  try {
    const firstMotion = await measureFirstMotion(browser, address);
    const { page, told, until } = await openTrainingTab(browser, address);
    await until(() => told.some(({ event }) => event.type === 'iteration'), limit);
    const mainThread = await traceMainThread(browser, page, TRACE_MS);
    const framesPerSecond = await countFrames(page);
    await until(() => told.some(isVisibleLift), limit);
    return { ...figuresFrom(told, await peakMemory(browser)), mainThread, framesPerSecond, firstMotion };
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
): Omit<TabFigures, 'mainThread' | 'framesPerSecond' | 'firstMotion'> {
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
