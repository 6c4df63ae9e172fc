/**
 * `npm run bench`: how fast our WebGPU engine is, beside other libraries on the same adapter, and beside what the
 * adapter can do. Prints tables, and the whole report as one line of JSON.
 *
 *     --node               in Node instead of headless Chromium: our own figures only
 *     --adapter NAME       auto (a real GPU, else SwiftShader), default or swiftshader
 *     --repeats N          timed runs of each contender, at most (20)
 *     --budget SECONDS     after which a contender repeats no more (60)
 *     --rollout-rows N     64
 *     --training-rows N    64, on software adapters 16
 *     --json FILE          writes the line of JSON there too
 *     --write FILE         puts tables and JSON between the markers of a document: docs/performance.md
 */

import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { reportLine } from '../src/bench/report.ts';
import { USUAL_SETTINGS, type BenchSettings } from '../src/bench/settings.ts';
import { markdown, reportTables } from '../src/bench/table.ts';
import { WaymarkError } from '../src/core/errors.ts';
import { benchInBrowser, type AdapterWish } from './bench/browser.ts';
import { benchInNode } from './bench/node.ts';
import { withFigures } from './bench/write-figures.ts';
import { runTool, wholeNumber } from './cli/run-tool.ts';

await runTool(async () => {
  const { values } = parseArgs({
    options: {
      node: { type: 'boolean', default: false },
      adapter: { type: 'string', default: 'auto' },
      repeats: { type: 'string' },
      budget: { type: 'string' },
      'rollout-rows': { type: 'string' },
      'training-rows': { type: 'string' },
      json: { type: 'string' },
      write: { type: 'string' },
    },
  });
  const number = (option: 'repeats' | 'budget' | 'rollout-rows' | 'training-rows', most: number): number | null => {
    const text = values[option];
    return text === undefined ? null : wholeNumber(option, text, 1, most);
  };
  const settings: BenchSettings = {
    rolloutRows: number('rollout-rows', 4096),
    trainingRows: number('training-rows', 4096),
    repeats: number('repeats', 1000) ?? USUAL_SETTINGS.repeats,
    budget: number('budget', 36_000) ?? USUAL_SETTINGS.budget,
  };
  const progress = (what: string): void => console.error(what);
  const report = values.node
    ? await benchInNode(settings, progress)
    : await benchInBrowser(settings, adapterWish(values.adapter), progress);
  const line = reportLine(report);
  console.log(markdown(reportTables(report)));
  console.log(line);
  if (values.json !== undefined) await writeFile(values.json, `${line}\n`);
  if (values.write !== undefined) {
    const command = ['npm run bench --', ...process.argv.slice(2)].join(' ');
    const text = withFigures(await readFile(values.write, 'utf8'), report, command);
    await writeFile(
      values.write,
      await format(text, { ...(await resolveConfig(values.write)), filepath: values.write }),
    );
  }
});

function adapterWish(name: string): AdapterWish {
  if (name === 'auto' || name === 'default' || name === 'swiftshader') return name;
  throw new WaymarkError('bad-request', `--adapter ${name}:`, 'give auto, default or swiftshader.');
}
