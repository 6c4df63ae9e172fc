/**
 * `npm run fuzz -- --cases 1000000 --seed 7`: feeds damaged and hostile input to everything that reads what others have
 * written, and stops at the first thing that is neither decoded nor refused by name, in time.
 *
 *     --cases N        in all, shared out among the decoders (100000)
 *     --seed N         which cases (1)
 *     --target NAME    only this decoder
 *     --case N         only this case of it, which a failure names
 */

import { parseArgs } from 'node:util';
import { WaymarkError } from '../src/core/errors.ts';
import { LARGEST_SEED } from '../src/learning/recipe.ts';
import { runCases, type Failure, type Tally } from '../test/fuzz/run-cases.ts';
import type { Target } from '../test/fuzz/target.ts';
import { TARGETS } from '../test/fuzz/targets.ts';
import { runTool, wholeNumber } from './cli/run-tool.ts';

const OPTIONS = {
  cases: { type: 'string', default: '100000' },
  seed: { type: 'string', default: '1' },
  target: { type: 'string' },
  case: { type: 'string' },
} as const;

const MOST_CASES = 1_000_000_000;

function chosenTargets(name: string | undefined): readonly Target[] {
  if (name === undefined) return TARGETS;
  const found = TARGETS.find((target) => target.name === name);
  if (found) return [found];
  const known = TARGETS.map((target) => target.name).join(', ');
  throw new WaymarkError('bad-request', `There is no decoder "${name}" to fuzz.`, `Choose one of: ${known}.`);
}

function lineOf({ target, cases, decoded, refused, slowestMs }: Tally): string {
  const kinds = [...refused].sort(([, a], [, b]) => b - a).map(([kind, count]) => `${kind} ${count}`);
  return `${target.padEnd(12)} ${String(cases).padStart(8)} cases, ${decoded} decoded, refused: ${kinds.join(', ') || 'none'}; slowest ${slowestMs.toFixed(0)} ms`;
}

function failureLine({ target, seed, index, defect, base64 }: Failure): string {
  return `${target}: ${defect}\nAgain: npm run fuzz -- --target ${target} --seed ${seed} --case ${index}\nInput in base64: ${base64}`;
}

await runTool(async () => {
  const options = parseArgs({ options: OPTIONS }).values;
  const cases = wholeNumber('cases', options.cases, 1, MOST_CASES);
  const seed = wholeNumber('seed', options.seed, 0, LARGEST_SEED);
  const only = options.case === undefined ? null : wholeNumber('case', options.case, 0, MOST_CASES);
  const targets = chosenTargets(options.target);
  const shares = targets.reduce((sum, { share }) => sum + share, 0);
  const begin = performance.now();
  let done = 0;
  for (const target of targets) {
    const range =
      only === null ? { from: 0, to: Math.ceil((cases * target.share) / shares) } : { from: only, to: only + 1 };
    const { tally, failure } = await runCases(target, seed, range);
    done += tally.cases;
    console.log(lineOf(tally));
    if (failure !== null) {
      console.error(failureLine(failure));
      process.exitCode = 1;
      return;
    }
  }
  console.log(
    `${done} cases with seed ${seed} in ${((performance.now() - begin) / 1000).toFixed(0)} s: nothing found.`,
  );
});
