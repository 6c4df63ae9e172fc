/**
 * `npm run browsers`: computes the reference, a little training and the evaluation of a receipt, in every browser that is
 * here and in Node, and fails where one of them gives other bits. Chromium, Firefox and Node must be there; WebKitGTK is
 * asked where it is installed.
 *
 *     --only NAMES    such as Firefox,Node
 *     --json FILE     writes the table there too
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { WaymarkError } from '../src/core/errors.ts';
import { REFERENCE_HASH } from '../test/receipts/reference-evaluation.ts';
import { chromiumContender } from './browsers/chromium.ts';
import type { Contender } from './browsers/contender.ts';
import { firefoxContender } from './browsers/firefox.ts';
import { nodeContender } from './browsers/node.ts';
import type { Answer } from './browsers/page/worker.ts';
import { formatComparison, verdictOf, type Comparison } from './browsers/table.ts';
import { webkitContender } from './browsers/webkit.ts';
import { runTool } from './cli/run-tool.ts';
import { withSite } from './site/built-site.ts';
import { buildToolPage } from './site/tool-page.ts';

/** The page that computes the reference; it reads the recorded agents of the site. */
const PAGE = {
  root: fileURLToPath(new URL('./browsers/page/', import.meta.url)),
  publicDir: fileURLToPath(new URL('../public/', import.meta.url)),
};

/** For a browser to start and to compute, on a slow and busy machine. */
const LIMIT_MS = 480_000;

function chosen(names: string | undefined): readonly Contender[] {
  const all = [nodeContender(), chromiumContender(), firefoxContender(), webkitContender()];
  if (names === undefined) return all;
  const wished = names.split(',').map((name) => name.trim().toLowerCase());
  const unknown = wished.find((wish) => all.every(({ name }) => name.toLowerCase() !== wish));
  if (unknown === undefined) return all.filter(({ name }) => wished.includes(name.toLowerCase()));
  const known = all.map(({ name }) => name).join(', ');
  throw new WaymarkError('bad-request', `--only ${unknown}: there is no such browser.`, `There are ${known}.`);
}

async function compare({ name, program, isRequired, remedy, ask }: Contender, address: string): Promise<Comparison> {
  const none = { name, isRequired, isHere: program !== null, version: null, reference: null };
  if (program === null) return { ...none, obstacle: `not here: ${remedy}` };
  try {
    const { version, answer } = await ask(address, LIMIT_MS);
    const read = JSON.parse(answer) as Answer;
    return 'reference' in read
      ? { ...none, version, reference: read.reference, obstacle: null }
      : { ...none, version, obstacle: read.refusal };
  } catch (error) {
    return { ...none, obstacle: error instanceof Error ? error.message : String(error) };
  }
}

await runTool(async () => {
  const { values } = parseArgs({ options: { only: { type: 'string' }, json: { type: 'string' } } });
  const contenders = chosen(values.only);
  const page = mkdtempSync(path.join(tmpdir(), 'waymark-browsers-'));
  try {
    await buildToolPage(PAGE, page);
    const comparisons = await withSite(page, async (address) => {
      const done: Comparison[] = [];
      for (const contender of contenders) done.push(await compare(contender, address));
      return done;
    });
    const { passed, failed } = verdictOf(comparisons, REFERENCE_HASH);
    console.log(formatComparison(comparisons, REFERENCE_HASH));
    if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(comparisons)}\n`);
    console.log(`${passed} passed, ${failed} failed`);
    if (failed > 0) process.exitCode = 1;
  } finally {
    rmSync(page, { recursive: true, force: true });
  }
});
