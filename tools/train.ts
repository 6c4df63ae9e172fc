/**
 * `npm run train -- --preset code-lake --seed 1`: trains an agent, stores every iteration, evaluates it at the end.
 *
 *     --preset NAME     the recipe to start from (code-lake)
 *     --seed N, --iterations N, --set key=value (again and again)     changes to it
 *     --out DIR         the run's folder (runs/PRESET-seed-N)
 *     --resume DIR      goes on with a run that was stopped, and gives the bits that never stopping would have given
 *     --base DIR        the base model's folder (the recipe's in public/models)
 *     --engine onnx, --workers N
 *     --packs N         held-out packs of the final evaluation (200); 0 leaves it out
 *     --json            JSON lines although this is a terminal
 *
 * Ctrl-C stops after the iteration in progress, which is stored; a second one stops at once.
 */

import { parseArgs } from 'node:util';
import { WaymarkError } from '../src/core/errors.ts';
import type { Player } from '../src/learning/episodes.ts';
import type { Recipe } from '../src/learning/recipe.ts';
import { Trainer } from '../src/learning/trainer.ts';
import type { RunStore } from '../src/runs/store.ts';
import { RunSession, type SessionPlace } from '../src/runs/run-session.ts';
import { openBase, siteBaseFolder, untrainedAdapter } from './cli/base-folder.ts';
import { openEngine } from './cli/engine-options.ts';
import { evaluationJson, evaluationTable } from './cli/evaluation-report.ts';
import { DEFAULT_PACKS, evaluateFinally, MAX_PACKS } from './cli/final-evaluation.ts';
import { INTERRUPTED, noteInterrupts } from './cli/interrupt.ts';
import { recipeFrom } from './cli/recipe-options.ts';
import { newRunFolder, openForReading, openForTraining, runFolder, type RunFolder } from './cli/run-folder.ts';
import { runTool, wholeNumber } from './cli/run-tool.ts';
import { barReport, jsonReport, type TrainingReport } from './cli/training-report.ts';

const OPTIONS = {
  preset: { type: 'string' },
  seed: { type: 'string' },
  iterations: { type: 'string' },
  set: { type: 'string', multiple: true },
  out: { type: 'string' },
  resume: { type: 'string' },
  base: { type: 'string' },
  engine: { type: 'string', default: 'onnx' },
  workers: { type: 'string' },
  packs: { type: 'string', default: DEFAULT_PACKS },
  json: { type: 'boolean', default: false },
} as const;

const DEFAULT_PRESET = 'code-lake';

function readOptions() {
  return parseArgs({ options: OPTIONS }).values;
}

type Options = ReturnType<typeof readOptions>;

/** The run that was asked for. */
interface Wanted {
  readonly place: RunFolder;
  readonly recipe: Recipe;
  readonly state: 'new' | 'stopped' | 'finished';
}

async function readWanted(options: Options): Promise<Wanted> {
  if (options.resume === undefined) {
    const { preset = DEFAULT_PRESET, seed, iterations, set = [] } = options;
    const recipe = recipeFrom({ preset, seed, iterations, set });
    return { place: runFolder(options.out ?? newRunFolder(preset, recipe.seed)), recipe, state: 'new' };
  }
  for (const option of ['preset', 'seed', 'iterations', 'set', 'out'] as const) {
    if (options[option] === undefined) continue;
    throw new WaymarkError('bad-request', `--resume goes on with the run's own recipe: --${option} does not apply.`);
  }
  const place = runFolder(options.resume);
  const { recipe, finished } = await openForReading(place).readRun(place.run);
  return { place, recipe, state: finished ? 'finished' : 'stopped' };
}

/** A new run belongs to the base that was opened; a stored one must find its own. */
function recipeOn(base: string, { recipe, state }: Wanted): Recipe {
  if (state === 'new') return { ...recipe, base };
  if (recipe.base === base) return recipe;
  throw new WaymarkError(
    'bad-request',
    `This run began on ${recipe.base}, not on ${base}.`,
    'Name its base with --base.',
  );
}

/** Trains to the end, or to the iteration in which Ctrl-C is pressed. Whether the end was reached. */
async function train(session: RunSession, report: TrainingReport): Promise<boolean> {
  const interrupt = noteInterrupts(() => report.say('Stopping after this iteration; press again to stop at once.'));
  try {
    while (!session.finished && !interrupt.requested) await session.advance();
  } finally {
    interrupt.ignore();
    report.end();
  }
  return session.finished;
}

/** The trainer holds the final adapter when this resolves to true. */
async function carryOut(
  wanted: Wanted,
  recipe: Recipe,
  player: Player,
  store: RunStore,
  report: TrainingReport,
): Promise<boolean> {
  const { run } = wanted.place;
  if (wanted.state === 'finished') {
    await Trainer.resume(recipe, player, (await store.readCheckpoint(run)).checkpoint);
    return true;
  }
  const place: SessionPlace = {
    store,
    engine: player.engine.description,
    openTraining: (toTrain, checkpoint) =>
      checkpoint === null ? Trainer.create(toTrain, player) : Trainer.resume(toTrain, player, checkpoint),
    onStored: ({ events }) => events.forEach((event) => report.tell(event)),
  };
  const session =
    wanted.state === 'new'
      ? await RunSession.start(place, { run, recipe, created: Date.now(), parent: null })
      : await RunSession.resume(place, run);
  if (await train(session, report)) return true;
  report.say(`Stopped after ${session.iteration} iterations. Go on with --resume ${wanted.place.folder}`);
  process.exitCode = INTERRUPTED;
  return false;
}

await runTool(async () => {
  const options = readOptions();
  const packs = wholeNumber('packs', options.packs, 0, MAX_PACKS);
  const wanted = await readWanted(options);
  const base = await openBase(options.base ?? siteBaseFolder(wanted.recipe.base), '--base');
  const recipe = recipeOn(base.name, wanted);
  const store = openForTraining(wanted.place, base);
  const engine = await openEngine(options, base, untrainedAdapter(recipe, base));
  try {
    const player = { engine, tokenizer: base.tokenizer };
    const forPeople = process.stdout.isTTY && !options.json;
    const report = forPeople
      ? barReport(process.stdout, recipe.iterations)
      : jsonReport(process.stdout, process.stderr);
    if (!(await carryOut(wanted, recipe, player, store, report)) || packs === 0) return;
    const { environment, temperature, noteRule, iterations: iteration } = recipe;
    const record = await evaluateFinally(player, { environment, packs, temperature, noteRule, iteration });
    await store.saveEvaluation(wanted.place.run, record);
    report.say(evaluationTable(record));
    console.log(evaluationJson(record));
  } finally {
    await engine.close();
    await store.close();
  }
});
