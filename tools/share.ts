/**
 * `npm run share -- --run DIR --as setup|receipt|agent|file`: passes a run on. Links are printed; a file is written.
 * Receipts are computed on the WebAssembly of browsers, so that whoever gets them can compute them again.
 *
 *     --run WHAT      the run: its folder, or a .waymark file
 *     --as KIND       setup: the recipe. receipt: what training by it came to. agent: the agent in few bits. file: all
 *     --bits N        of an agent: 2, 3, 4, 6 or 8 (the fewest that keep 95 % of the lift)
 *     --site URL      the page that the link leads to; without it, what stands behind #open= is printed
 *     --out FILE      of a file (RUN.waymark)
 *     --base DIR      the base model's folder (its own in public/models)
 *     --workers N
 */

import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { WaymarkError } from '../src/core/errors.ts';
import { loraOf } from '../src/learning/recipe.ts';
import { LINK_BITS } from '../src/policy/quantised-lora.ts';
import { agentChoices, type AgentChoice } from '../src/runs/links/agent-choices.ts';
import { encodeLink } from '../src/runs/links/link-codec.ts';
import { linkOf } from '../src/runs/links/link-text.ts';
import { MemoryAgentStore } from '../src/runs/memory-agent-store.ts';
import { makeReceipt, receiptSubject } from '../src/runs/receipt-of-run.ts';
import { writeArchive } from '../src/runs/run-archive.ts';
import type { RunContent } from '../src/runs/run-content.ts';
import { readContent } from '../src/runs/run-copies.ts';
import { openGiven } from './cli/given.ts';
import { portableShop } from './cli/portable-shop.ts';
import { openForReading, runFolder } from './cli/run-folder.ts';
import { runTool } from './cli/run-tool.ts';

const OPTIONS = {
  run: { type: 'string' },
  as: { type: 'string' },
  bits: { type: 'string' },
  site: { type: 'string' },
  out: { type: 'string' },
  base: { type: 'string' },
  workers: { type: 'string' },
} as const;

const KINDS = ['setup', 'receipt', 'agent', 'file'] as const;

function readOptions() {
  const { values } = parseArgs({ options: OPTIONS });
  const kind = KINDS.find((known) => known === values.as);
  if (values.run === undefined || kind === undefined) {
    throw new WaymarkError(
      'bad-request',
      'What is to be shared, and as what?',
      `Give --run DIR --as ${KINDS.join('|')}.`,
    );
  }
  const bits = LINK_BITS.find((known) => String(known) === values.bits) ?? null;
  if (values.bits !== undefined && bits === null) {
    throw new WaymarkError('bad-request', `--bits ${values.bits}:`, `give one of ${LINK_BITS.join(', ')}.`);
  }
  return { ...values, run: values.run, kind, bits };
}

async function contentOf(run: string): Promise<RunContent> {
  const given = await openGiven(run);
  if (given.kind === 'file') return given.content;
  if (given.kind === 'link') {
    throw new WaymarkError('bad-request', 'A link is shared as it is.', 'Give a run’s folder or a .waymark file.');
  }
  const place = runFolder(given.folder);
  // Living agents are made in the page.
  const stores = { runs: openForReading(place), agents: new MemoryAgentStore() };
  const { content, omitted } = await readContent(stores, place.run);
  for (const { error } of omitted) console.error(`Left out: ${error.message}`);
  return content;
}

function refuse({ summary }: RunContent, kind: (typeof KINDS)[number]): void {
  if (kind !== 'receipt' || (summary.inherited === 0 && summary.iteration > 0)) return;
  throw new WaymarkError(
    'bad-request',
    summary.iteration === 0
      ? 'Nothing has been trained yet.'
      : `${summary.inherited} iterations were trained in another run, so that nobody could train this one again.`,
    'Share it --as setup, agent or file.',
  );
}

function choiceText({ bits, payload, lift, kept }: AgentChoice): string {
  const share = kept === null ? 'there is no lift to keep' : `${Math.round(100 * kept)} % of the lift`;
  return `${bits} bits: ${payload.length} characters, lift ${lift.mean.toFixed(2)} [${lift.low.toFixed(2)}, ${lift.high.toFixed(2)}], ${share}`;
}

await runTool(async () => {
  const { run, kind, bits, site, out, base: baseFolder, workers } = readOptions();
  const content = await contentOf(run);
  const say = (payload: string): void => console.log(site === undefined ? payload : linkOf(site, payload));
  const { recipe } = content.summary;
  refuse(content, kind);
  if (kind === 'setup') {
    say(await encodeLink({ kind, recipe }));
    return;
  }
  const path = out ?? `${content.summary.run}.waymark`;
  if (kind === 'file' && existsSync(path)) {
    throw new WaymarkError('bad-request', `${path} is there already.`, 'Name another with --out.');
  }
  const shop = portableShop(workers, baseFolder);
  const base = await shop.loadBase(recipe.base);
  const player = await shop.openPlayer(base, loraOf(recipe));
  try {
    const subject = await receiptSubject(content);
    const made = await makeReceipt(player, base, subject);
    if (kind === 'receipt') say(await encodeLink({ kind, receipt: made.receipt }));
    if (kind === 'agent') {
      const among = bits === null ? LINK_BITS : [bits];
      const { choices, chosen } = await agentChoices(player, base, subject, made, () => undefined, among);
      for (const choice of choices) console.error(choiceText(choice));
      say(choices[chosen].payload);
    }
    if (kind !== 'file') return;
    const { receipt, lives: receiptLives } = made;
    await writeFile(path, await writeArchive({ ...content, receipt, receiptLives }, base));
    console.log(path);
  } finally {
    await player.close();
  }
});
