/**
 * `npm run accept -- --base-folder DIR`: is this base fit to learn on? It must play no better at the end of a pack than
 * at its start, know how to copy and merge notes, write some notes, and be helped a little by true ones. Prints a table
 * (with `--card`, also into the base's model card) and ends with code 1 when a bound is missed.
 *
 *     --base-folder DIR   the base model's folder
 *     --packs N           2000
 *     --workers N
 *     --card              write the table into the folder's README.md
 */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { WaymarkError } from '../src/core/errors.ts';
import { PURPOSE } from '../src/core/random.ts';
import { evaluationWorld, parseLevelId } from '../src/environments/ids.ts';
import { meanInterval, resamplePacks } from '../src/learning/bootstrap.ts';
import type { Player } from '../src/learning/episodes.ts';
import { liveTogether, type LivedLife } from '../src/learning/lives.ts';
import type { Control } from '../src/learning/records.ts';
import { initialAdapter, DEFAULT_LORA } from '../src/policy/lora.ts';
import { openBase } from './cli/base-folder.ts';
import { openPortable } from './cli/engine-options.ts';
import { runTool, wholeNumber } from './cli/run-tool.ts';
import { habitAccuracies } from './pretrain/habit-accuracy.ts';

const LEVELS = ['code-lake/4x4', 'text-house/8x8', 'alchemy/4x6'] as const;
/** Where readers must exist already; alchemy's triples are hard to read before training. */
const READ_LEVELS: readonly string[] = ['code-lake/4x4', 'text-house/8x8'];
const PACK_LENGTH = 6;
const PROBES = 1000;
/** Not a seed that training or evaluation uses. */
const SEED = 314159;
const BOUND = { flatness: 0.05, accuracy: 0.92, coverage: 0.1, gain: 0.03 } as const;
const CARD_HEADING = '## Acceptance test';

interface Check {
  readonly what: string;
  readonly level: string;
  readonly measured: string;
  readonly bound: string;
  readonly passed: boolean;
}

await runTool(async () => {
  const { values } = parseArgs({
    options: {
      'base-folder': { type: 'string' },
      packs: { type: 'string', default: '2000' },
      workers: { type: 'string' },
      card: { type: 'boolean', default: false },
    },
  });
  const folder = values['base-folder'];
  if (folder === undefined) throw new WaymarkError('bad-request', 'Which base?', 'Give --base-folder DIR.');
  const packs = wholeNumber('packs', values.packs, 1, 100_000);
  const base = await openBase(folder, '--base-folder');
  const adapter = { settings: DEFAULT_LORA, values: initialAdapter(base.config, DEFAULT_LORA, 0) };
  const engine = await openPortable('native', values.workers, base, adapter);
  const player = { engine, tokenizer: base.tokenizer };

  const checks: Check[] = [];
  for (const level of LEVELS) {
    const kept = await live(player, level, packs, 'kept');
    checks.push(flatness(level, kept), coverage(level, kept));
    if (READ_LEVELS.includes(level))
      checks.push(gain(level, await live(player, level, packs, 'oracle'), await live(player, level, packs, 'erased')));
  }
  await engine.close();
  for (const { habit, level, words, right } of await habitAccuracies(base, LEVELS, PROBES)) {
    const share = right / words;
    checks.push({
      what: `${habit}: words predicted`,
      level,
      measured: `${share.toFixed(3)} of ${words}`,
      bound: `at least ${BOUND.accuracy}`,
      passed: share >= BOUND.accuracy,
    });
  }
  const table = [
    `| what | level | measured | bound | passed |`,
    `|---|---|---|---|---|`,
    ...checks.map(
      ({ what, level, measured, bound, passed }) =>
        `| ${what} | ${level} | ${measured} | ${bound} | ${passed ? 'yes' : 'NO'} |`,
    ),
  ].join('\n');
  console.log(table);
  if (values.card) await writeCard(join(folder, 'README.md'), table, packs);
  if (!checks.every(({ passed }) => passed)) process.exitCode = 1;
});

/** Lives fresh packs under one control, a thousand at a time. */
async function live(player: Player, level: string, packs: number, control: Control): Promise<readonly LivedLife[]> {
  const plans = Array.from({ length: packs }, (_, index) => ({
    pack: { ...parseLevelId(level), world: evaluationWorld(index), length: PACK_LENGTH },
    control,
    life: index,
  }));
  return liveTogether(player, plans, {
    sampling: { key: [SEED, PURPOSE.evaluationSampling], temperature: 1 },
    iteration: 0,
    noteRule: 'lenient-cut',
    unreadUpdates: 'skip',
  });
}

function successes(lives: readonly LivedLife[]): readonly number[] {
  return Array.from({ length: PACK_LENGTH }, (_, position) => {
    const solved = lives.filter(({ rewards }) => rewards.solves[position] > 0).length;
    return solved / lives.length;
  });
}

function flatness(level: string, lives: readonly LivedLife[]): Check {
  const success = successes(lives);
  const spread = Math.max(...success) - Math.min(...success);
  return {
    what: 'success by position, highest minus lowest',
    level,
    measured: `${spread.toFixed(3)} (${success.map((share) => share.toFixed(3)).join(' ')})`,
    bound: `at most ${BOUND.flatness}`,
    passed: spread <= BOUND.flatness,
  };
}

function coverage(level: string, lives: readonly LivedLife[]): Check {
  const updates = lives.flatMap(({ record }) =>
    record.episodes.flatMap((episode) => (episode.kind === 'update' ? [episode] : [])),
  );
  const share = updates.reduce((sum, { trueFacts, worldFacts }) => sum + trueFacts / worldFacts, 0) / updates.length;
  return {
    what: 'note coverage',
    level,
    measured: share.toFixed(3),
    bound: `at least ${BOUND.coverage}`,
    passed: share >= BOUND.coverage,
  };
}

/** Success with complete true notes minus without notes, paired by pack, mean over positions. */
function gain(level: string, oracle: readonly LivedLife[], erased: readonly LivedLife[]): Check {
  const total = ({ rewards }: LivedLife): number => rewards.solves.filter((reward) => reward > 0).length / PACK_LENGTH;
  const differences = oracle.map((life, index) => total(life) - total(erased[index]));
  const { mean, low, high } = meanInterval(differences, resamplePacks(differences.length, SEED));
  return {
    what: 'gain from true notes',
    level,
    measured: `${mean.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`,
    bound: `lower end above ${BOUND.gain}`,
    passed: low > BOUND.gain,
  };
}

async function writeCard(path: string, table: string, packs: number): Promise<void> {
  const card = await readFile(path, 'utf8');
  const before = card.split(CARD_HEADING)[0].trimEnd();
  const command = `    npm run accept -- --base-folder FOLDER --packs ${packs} --card`;
  await writeFile(
    path,
    `${before}\n\n${CARD_HEADING}\n${packs} packs of ${PACK_LENGTH}, temperature 1.\n\n${table}\n\n${command}\n`,
  );
}
