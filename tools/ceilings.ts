/**
 * `npm run ceilings -- [--packs 2000] [--length 6] [--seed 1] [--json]`: what scripted players reach in every
 * environment, by position in the pack.
 */

import { parseArgs } from 'node:util';
import { WaymarkError } from '../src/core/errors.ts';
import { environmentNames, findEnvironment } from '../src/environments/registry.ts';
import { CEILING_PLAYERS, successByPosition, type CeilingPlayer } from '../src/environments/players/ceilings.ts';
import { NOTE_BUDGET } from '../src/policy/notes.ts';

const PLAYERS = Object.keys(CEILING_PLAYERS) as CeilingPlayer[];

interface Row {
  readonly level: string;
  readonly player: CeilingPlayer;
  readonly success: readonly number[];
}

const { values } = parseArgs({
  options: {
    packs: { type: 'string', default: '2000' },
    length: { type: 'string', default: '6' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});

try {
  const packs = wholeNumber('packs', values.packs, 1, 1_000_000);
  const length = wholeNumber('length', values.length, 1, 64);
  const seed = wholeNumber('seed', values.seed, 0, 0xffffffff);
  const levels = environmentNames.map((name) => `${name}/${findEnvironment(name).levels[0]}`);
  const rows = levels.flatMap((level) =>
    PLAYERS.map((player): Row => ({
      level,
      player,
      success: successByPosition({ level, player, packs, length, noteBudget: NOTE_BUDGET, seed }),
    })),
  );
  console.log(values.json ? JSON.stringify({ packs, length, seed, ceilings: rows }) : formatTable(rows, packs));
} catch (error) {
  if (!(error instanceof WaymarkError)) throw error;
  console.error(`${error.message} ${error.remedy}`.trim());
  process.exitCode = 1;
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new WaymarkError('bad-request', `--${name} ${text}:`, `give a whole number from ${least} to ${most}.`);
  }
  return value;
}

function formatTable(rows: readonly Row[], packs: number): string {
  const lines = rows.map(({ level, player, success }) => {
    const figures = success.map((share) => share.toFixed(3)).join('  ');
    return `${level.padEnd(16)}${player.padEnd(18)}${figures}`;
  });
  return [`Success by position, ${packs} packs`, ...lines].join('\n');
}
