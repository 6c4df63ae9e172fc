/**
 * `npm run check -- LINK|FILE`: computes again what a link or a `.waymark` file claims, on the WebAssembly of browsers,
 * and says what came of it: in words, then in one line of JSON. Exit code 0 where it matches, 1 where it differs, 2 where
 * it cannot be checked.
 *
 *     --quick         a part of it, drawn at random: 16 of the 64 packs, and of a file some of its episodes
 *     --draw N        which part
 *     --base DIR      the base model's folder (its own in public/models)
 *     --workers N
 *     --json          only the JSON
 */

import { parseArgs } from 'node:util';
import { WaymarkError } from '../src/core/errors.ts';
import { LARGEST_SEED } from '../src/learning/recipe.ts';
import { check } from '../src/runs/check/check.ts';
import type { Checkable } from '../src/runs/check/parts.ts';
import type { CheckPhase } from '../src/runs/check/shop.ts';
import { openGiven, type Given } from './cli/given.ts';
import { portableShop } from './cli/portable-shop.ts';
import { runTool, wholeNumber } from './cli/run-tool.ts';
import { exitCodeOf, verdictJson, verdictText } from './cli/verdict-words.ts';

const OPTIONS = {
  quick: { type: 'boolean', default: false },
  draw: { type: 'string' },
  base: { type: 'string' },
  workers: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

const CANNOT_CHECK = 2;
const MILLISECONDS = 1000;

function checkableOf(given: Given): Checkable {
  if (given.kind === 'file') return { kind: 'file', content: given.content };
  if (given.kind === 'link' && given.link.kind !== 'setup') return given.link;
  const what = given.kind === 'folder' ? 'A run’s folder' : 'A setup link';
  throw new WaymarkError('bad-request', `${what} claims nothing.`, 'Give a receipt link, an agent link or a file.');
}

/** On a terminal, one line that changes. */
function showProgress(phase: CheckPhase, done: number, total: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${phase} ${done}/${total}`);
}

await runTool(async () => {
  const { values: options, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  const [what, ...more] = positionals;
  if (what === undefined || more.length > 0) {
    throw new WaymarkError('bad-request', 'What is to be checked?', 'Give one link, between quotes, or one file.');
  }
  const draw =
    options.draw === undefined
      ? crypto.getRandomValues(new Uint32Array(1))[0]
      : wholeNumber('draw', options.draw, 0, LARGEST_SEED);
  const claim = checkableOf(await openGiven(what));
  const request = { depth: options.quick ? 'quick' : 'full', draw } as const;
  const listener = { onProgress: showProgress, clock: () => performance.now() / MILLISECONDS };
  const verdict = await check(claim, request, portableShop(options.workers, options.base), listener);
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[2K');
  if (!options.json) console.log(verdictText(verdict));
  console.log(verdictJson(verdict));
  process.exitCode = exitCodeOf(verdict);
}, CANNOT_CHECK);
