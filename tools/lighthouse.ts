/**
 * `npm run lighthouse`: audits the built site (`npm run build`) with Lighthouse, nothing training, and fails where the
 * median of three audits is under 95 in any category. The device is a phone on a slow network, as Lighthouse simulates it;
 * how much slower than this machine it computes follows from Lighthouse's own benchmark, taken just before each audit, so
 * that a slow machine is not slowed down a second time. Performance is judged by audits during which the machine was calm;
 * without any, it is reported and not judged, and the last lines say so.
 *
 *     --runs N        3
 *     --desktop       a desk's screen and network instead
 *     --write FILE    the medians go into a document, between <!-- lighthouse --> and <!-- end of lighthouse -->
 *     --details       what each audit under full marks says
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import lighthouse, { defaultConfig, desktopConfig, type Config, type RunnerResult } from 'lighthouse';
import { chromium, type Browser } from 'playwright';
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';
import { WaymarkError } from '../src/core/errors.ts';
import { runTool, wholeNumber } from './cli/run-tool.ts';
import { freePort, withBuiltSite } from './site/built-site.ts';
import { isCalm } from './site/calm.ts';
import { median } from './site/median.ts';
import { withPageFigures, type Figure } from './site/page-figures.ts';
import { ARGUMENTS_WITHOUT_WEBGPU, launchOptions } from './test/browser.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const LEAST_SCORE = 95;

/** What Lighthouse's benchmark gives on a phone of the middle class, and the slowdown that it assumes for fast machines. */
const PHONE_BENCHMARK = 400;
const MOST_SLOWDOWN = 4;

type Result = RunnerResult['lhr'];

/** A phone, as seen from a machine that is as fast as this one is now. */
async function phoneConfig(browser: Browser): Promise<Config> {
  const page = await browser.newPage();
  const benchmark = await page.evaluate(pageFunctions.computeBenchmarkIndex);
  await page.close();
  const cpuSlowdownMultiplier = Math.min(MOST_SLOWDOWN, Math.max(1, benchmark / PHONE_BENCHMARK));
  const { throttling } = defaultConfig.settings ?? {};
  return { extends: 'lighthouse:default', settings: { throttling: { ...throttling, cpuSlowdownMultiplier } } };
}

/** One audit in a browser of its own, as a first visit. */
async function audit(address: string, isDesktop: boolean): Promise<Result> {
  const port = await freePort();
  const { args, ...options } = launchOptions(ARGUMENTS_WITHOUT_WEBGPU);
  const browser = await chromium.launch({ ...options, args: [...args, `--remote-debugging-port=${port}`] });
  try {
    const config = isDesktop ? desktopConfig : await phoneConfig(browser);
    const result = await lighthouse(address, { port, logLevel: 'error', onlyCategories: [...CATEGORIES] }, config);
    if (!result) throw new WaymarkError('engine', 'Lighthouse gave no result.');
    const { runtimeError } = result.lhr;
    if (runtimeError) throw new WaymarkError('engine', `Lighthouse failed: ${runtimeError.message}`);
    return result.lhr;
  } finally {
    await browser.close();
  }
}

function score(result: Result, category: (typeof CATEGORIES)[number]): number {
  return Math.round((result.categories[category].score ?? 0) * 100);
}

/** What keeps an audit from full marks. */
function shortcomings({ audits }: Result): readonly string[] {
  return Object.values(audits)
    .filter(({ score, scoreDisplayMode }) => score !== null && score < 1 && scoreDisplayMode !== 'informative')
    .map(({ id, score, displayValue }) => `  ${id}: ${score ?? ''} ${displayValue ?? ''}`);
}

await runTool(async () => {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '3' },
      desktop: { type: 'boolean', default: false },
      write: { type: 'string' },
      details: { type: 'boolean', default: false },
    },
  });
  const runs = wholeNumber('runs', values.runs, 1, 20);
  const { done, calm } = await withBuiltSite(async (address) => {
    const done: Result[] = [];
    const calm: Result[] = [];
    for (let run = 0; run < runs; run++) {
      const wasCalm = isCalm();
      const result = await audit(address, values.desktop);
      done.push(result);
      if (wasCalm && isCalm()) calm.push(result);
    }
    return { done, calm };
  });
  if (values.details) console.log(shortcomings(done[0]).join('\n'));
  const title = `Lighthouse ${done[0].lighthouseVersion}, ${values.desktop ? 'desktop' : 'mobile'}, median of ${runs}`;
  console.log(`${title}:`);
  const figures: Figure[] = [];
  const verdicts = CATEGORIES.map((category) => {
    const isJudged = category !== 'performance' || calm.length > 0;
    const counted = category === 'performance' && isJudged ? calm : done;
    const middle = median(counted.map((result) => score(result, category)));
    const note = isJudged ? `${counted.length} audits count` : 'not judged: the machine was busy';
    const all = `${done.map((result) => score(result, category)).join(', ')}; ${note}`;
    console.log(`  ${category} ${middle} (${all})`);
    figures.push([category, `${middle} (${all})`]);
    return isJudged ? middle >= LEAST_SCORE : null;
  });
  if (values.write !== undefined) {
    const source = `${title}, on ${cpus().length} cores, ${cpus()[0].model.trim()}.`;
    writeFileSync(values.write, withPageFigures(readFileSync(values.write, 'utf8'), 'lighthouse', source, figures));
  }
  const failed = verdicts.filter((verdict) => verdict === false).length;
  console.log(`${verdicts.filter((verdict) => verdict === true).length} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
});
