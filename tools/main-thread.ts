/**
 * `npm run main-thread`: trains in the built site (`npm run build`) and fails where tasks keep the page's main thread
 * too long: 50 ms at the 99th percentile, 200 ms for the longest, the median of three short traces of one training. Time
 * counts by the clock where the machine has nothing else to do, and on the processor where it has, since a busy machine
 * lets every task wait.
 */

import { chromium } from 'playwright';
import { WaymarkError } from '../src/core/errors.ts';
import { runTool } from './cli/run-tool.ts';
import { withBuiltSite } from './site/built-site.ts';
import { isCalm } from './site/calm.ts';
import { traceMainThread, type MainThread } from './site/main-thread.ts';
import { median } from './site/median.ts';
import { openTrainingTab } from './site/training-tab.ts';
import { ARGUMENTS_WITHOUT_WEBGPU, launchOptions } from './test/browser.ts';

const TRACES = 3;
const TRACE_MS = 8_000;
/** For the engine to load and one iteration to end, on a slow and busy machine. */
const START_LIMIT_MS = 90_000;
const P99_LIMIT_MS = 50;
const LONGEST_LIMIT_MS = 200;

async function measure(address: string): Promise<readonly MainThread[]> {
  const browser = await chromium.launch(launchOptions(ARGUMENTS_WITHOUT_WEBGPU));
  try {
    const { page, told, until } = await openTrainingTab(browser, address);
    const hasTrained = (): boolean => told.some(({ event }) => event.type === 'iteration');
    await until(hasTrained, START_LIMIT_MS);
    if (!hasTrained())
      throw new WaymarkError('engine', 'No iteration ended in time.', 'Try again on a quieter machine.');
    const traces: MainThread[] = [];
    for (let trace = 0; trace < TRACES; trace++) traces.push(await traceMainThread(browser, page, TRACE_MS));
    return traces;
  } finally {
    await browser.close();
  }
}

await runTool(async () => {
  const wasCalm = isCalm();
  const traces = await withBuiltSite(measure);
  const isBusy = !wasCalm || !isCalm();
  const middle = (of: (trace: MainThread) => number): number => median(traces.map(of));
  const p99 = middle(isBusy ? (trace) => trace.p99CpuMs : (trace) => trace.p99Ms);
  const longest = middle(isBusy ? (trace) => trace.longestCpuMs : (trace) => trace.longestMs);
  const clock = isBusy ? 'on the processor, for the machine is busy' : 'by the clock';
  console.log(`Main-thread tasks while training, median of ${TRACES} traces of ${TRACE_MS / 1000} s, ${clock}:`);
  console.log(`  99th percentile ${p99.toFixed(1)} ms (at most ${P99_LIMIT_MS})`);
  console.log(`  longest ${longest.toFixed(1)} ms (at most ${LONGEST_LIMIT_MS})`);
  console.log(`  by the clock: ${traces.map((trace) => trace.longestMs.toFixed(0)).join(', ')} ms the longest`);
  const failed = Number(!(p99 <= P99_LIMIT_MS)) + Number(!(longest <= LONGEST_LIMIT_MS));
  console.log(`${2 - failed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
});
