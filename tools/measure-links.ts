/**
 * `npm run measure-links`: what agents keep of their lift in few bits, and how long their links are. Every agent is
 * evaluated as it was trained and in each number of bits, on the same held-out packs. The first packs are those of
 * receipts.
 *
 *     --adapter DIR     only this agent, an adapter in PEFT layout (the recorded agents, and the one of rank 1)
 *     --preset NAME     the preset that it was trained by (code-lake)
 *     --packs N         held-out packs (208), a multiple of 16
 *     --engine onnx|wasm, --workers N
 */

import { parseArgs } from 'node:util';
import { float32Bytes } from '../src/core/bytes.ts';
import { WaymarkError } from '../src/core/errors.ts';
import { sha256 } from '../src/core/hash.ts';
import { meanInterval, resamplePacks } from '../src/learning/bootstrap.ts';
import { figuresOf, type Figures } from '../src/learning/figures.ts';
import { encodeLifeLog } from '../src/learning/life-log.ts';
import { findPreset } from '../src/learning/presets.ts';
import { COMPUTATION, RECEIPT_BLOCK, RECEIPT_PACKS } from '../src/learning/receipt.ts';
import { evaluateReceipt, joinBlocks, type PlayedPacks } from '../src/learning/receipt-evaluation.ts';
import { changeRecipe, type Recipe } from '../src/learning/recipe.ts';
import type { Interval } from '../src/learning/records.ts';
import { mean } from '../src/learning/sums.ts';
import type { LoraSettings } from '../src/policy/lora.ts';
import type { BaseModel } from '../src/policy/model.ts';
import type { Adapter } from '../src/policy/peft.ts';
import { dequantise, LINK_BITS, quantise, type QuantisedAdapter } from '../src/policy/quantised-lora.ts';
import { encodeLink } from '../src/runs/links/link-codec.ts';
import { linkOf } from '../src/runs/links/link-text.ts';
import { qrOf } from '../src/runs/links/qr.ts';
import { openAdapter } from './cli/adapter-folder.ts';
import { openBase, siteBaseFolder } from './cli/base-folder.ts';
import { engineSupply } from './cli/engine-options.ts';
import { runTool, wholeNumber } from './cli/run-tool.ts';
import { ToolEngine, type ToolPlayer } from './cli/tool-engine.ts';

const OPTIONS = {
  adapter: { type: 'string' },
  preset: { type: 'string', default: 'code-lake' },
  packs: { type: 'string', default: '208' },
  engine: { type: 'string', default: 'onnx' },
  workers: { type: 'string' },
} as const;

/** An adapter's folder, and the preset that it was trained by. */
interface Agent {
  readonly folder: string;
  readonly preset: string;
}

const AGENTS: readonly Agent[] = [
  { folder: 'test/fixtures/rank-1', preset: 'code-lake' },
  ...['code-lake', 'text-house', 'alchemy'].map((name) => ({ folder: `public/recorded/${name}`, preset: name })),
];

/** Of 40 characters, as a site's may be. */
const SITE = 'https://somebody.example.org/waymark/v1/';

const MOST_PACKS = 100_000;
/** As the intervals of evaluations. */
const BOOTSTRAP_SEED = 1;

/** Lives so many packs with an adapter, notes kept and erased. */
async function play(player: ToolPlayer, recipe: Recipe, adapter: Float32Array, packs: number): Promise<PlayedPacks> {
  const nothing = new Float32Array(adapter.length);
  await player.engine.restore({ adapter, firstMoment: nothing, secondMoment: nothing, steps: 0 });
  const blocks = Array.from({ length: packs / RECEIPT_BLOCK }, (_, block) => block);
  return joinBlocks(await evaluateReceipt(player, recipe, { blocks }));
}

/** The lift pack by pack. */
function packLifts({ kept, erased }: PlayedPacks, { liftPositions }: Figures): readonly number[] {
  return kept.map((pack, index) =>
    mean(liftPositions.map((position) => pack[position - 1] - erased[index][position - 1])),
  );
}

/** The link as it would be sent: of an evaluation on the portable engine it would differ in its outcomes' bits only. */
async function linkLength(
  base: BaseModel,
  recipe: Recipe,
  trained: Float32Array,
  adapter: QuantisedAdapter,
  { kept, erased, lives }: PlayedPacks,
): Promise<{ readonly characters: number; readonly qr: number | null }> {
  const ofReceipt = <Item>(items: readonly Item[]): readonly Item[] => items.slice(0, RECEIPT_PACKS);
  const log = encodeLifeLog([...ofReceipt(lives.kept), ...ofReceipt(lives.erased)], base.tokenizer);
  const payload = await encodeLink({
    kind: 'agent',
    receipt: {
      version: 1,
      computation: COMPUTATION,
      recipe,
      base: base.hash,
      iterations: recipe.iterations,
      inherited: 0,
      origin: 'onnx-native',
      // As long as any other hash.
      lives: await sha256(log),
      adapter: await sha256(float32Bytes(dequantise(base.config, adapter))),
      evaluation: { kept: ofReceipt(kept), erased: ofReceipt(erased), lives: await sha256(log) },
    },
    adapter,
    trained: await sha256(float32Bytes(trained)),
  });
  const link = linkOf(SITE, payload);
  return { characters: link.length, qr: qrOf(link)?.version ?? null };
}

function interval({ mean: middle, low, high }: Interval): string {
  return `${middle.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
}

function row(...cells: readonly string[]): void {
  console.log(`| ${cells.join(' | ')} |`);
}

function recipeOf(preset: string, { rank, alpha, targets }: LoraSettings): Recipe {
  const { recipe } = findPreset(preset);
  return changeRecipe(recipe, { loraRank: rank, loraAlpha: alpha, loraTargets: targets.join(',') });
}

/** Prints a row for the agent as it was trained, and one for each number of bits. */
async function measure(
  { folder, preset }: Agent,
  base: BaseModel,
  { settings, values }: Adapter,
  player: ToolPlayer,
  packs: number,
): Promise<void> {
  const recipe = recipeOf(preset, settings);
  const resamples = resamplePacks(packs, BOOTSTRAP_SEED);
  const whole = await play(player, recipe, values, packs);
  const figures = figuresOf(whole);
  const lifts = packLifts(whole, figures);
  row(folder, String(settings.rank), '32', interval(figures.lift), '', '', '', '');
  for (const bits of LINK_BITS) {
    const adapter = quantise(base.config, { settings, values }, bits);
    const played = await play(player, recipe, dequantise(base.config, adapter), packs);
    const { lift } = figuresOf(played);
    const losses = packLifts(played, figures).map((one, pack) => one - lifts[pack]);
    const { characters, qr } = await linkLength(base, recipe, values, adapter, played);
    row(
      folder,
      String(settings.rank),
      String(bits),
      interval(lift),
      `${((100 * lift.mean) / figures.lift.mean).toFixed(0)} %`,
      interval(meanInterval(losses, resamples)),
      String(characters),
      qr === null ? 'none' : String(qr),
    );
  }
}

await runTool(async () => {
  const options = parseArgs({ options: OPTIONS }).values;
  const packs = wholeNumber('packs', options.packs, RECEIPT_PACKS, MOST_PACKS);
  if (packs % RECEIPT_BLOCK !== 0) {
    throw new WaymarkError('bad-request', `--packs ${packs}:`, `give a multiple of ${RECEIPT_BLOCK}.`);
  }
  const agents = options.adapter === undefined ? AGENTS : [{ folder: options.adapter, preset: options.preset }];
  row('agent', 'rank', 'bits', 'lift', 'kept', 'lift minus that of 32 bits', 'characters', 'QR version');
  row(...Array.from({ length: 8 }, () => '---'));
  for (const agent of agents) {
    const base = await openBase(siteBaseFolder(findPreset(agent.preset).recipe.base), '--base');
    const adapter = await openAdapter(agent.folder, base);
    const engine = new ToolEngine(engineSupply(options, adapter), base, adapter.settings);
    try {
      await engine.rescued(
        (player) => player.alive(measure(agent, base, adapter, player, packs)),
        ({ message }) => console.error(message),
      );
    } finally {
      await engine.close();
    }
  }
});
