/**
 * `npm run soak -- --kills 200 --seed 7`: ends a training tab at random moments, in every way that a tab can end, and
 * sees that each time at most the iteration in progress is lost, and that no bit of what is trained and logged changes.
 * Needs the built site (`npm run build`).
 *
 *     --kills N     how often (200)
 *     --seed N      which moments and which ends (1)
 */

import { parseArgs } from 'node:util';
import { LARGEST_SEED } from '../src/learning/recipe.ts';
import { runTool, wholeNumber } from './cli/run-tool.ts';
import { runProgram } from './test/program.ts';

const OPTIONS = { kills: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } } as const;

const MOST_KILLS = 10_000;
const LIMIT_MS = 24 * 60 * 60 * 1000;

await runTool(async () => {
  const options = parseArgs({ options: OPTIONS }).values;
  const kills = wholeNumber('kills', options.kills, 1, MOST_KILLS);
  const seed = wholeNumber('seed', options.seed, 0, LARGEST_SEED);
  const variables = { WAYMARK_KILLS: String(kills), WAYMARK_SEED: String(seed) };
  // One word, because what follows a bare --project is taken for more projects.
  const command = ['playwright', 'test', 'durability.spec.ts', '--project=no-webgpu', '-g', 'random moments'] as const;
  const { status } = await runProgram(command, { variables, isShown: true, limitMs: LIMIT_MS });
  process.exitCode = status === 0 ? 0 : 1;
});
