/**
 * `npm run train -- --preset code-lake --seed 1`: trains an agent, stores every iteration, evaluates it at the end.
 *
 *     --preset NAME     the recipe to start from (code-lake)
 *     --from WHAT       or the recipe of a link, a .waymark file or a run's folder
 *     --seed N, --iterations N, --set key=value (again and again)     changes to it
 *     --out DIR         the run's folder (runs/PRESET-seed-N)
 *     --resume DIR      goes on with a run that was stopped, and gives the bits that never stopping would have given;
 *                       a .waymark file or an agent link is unpacked into the folder --out first
 *     --base DIR        the base model's folder, or a file whose agent is the base (the recipe's in public/models)
 *     --engine onnx|wasm|webgpu, --workers N
 *     --packs N         held-out packs of the final evaluation (200); 0 leaves it out
 *     --json            JSON lines although this is a terminal
 *
 * Where a graphics device fails, the run goes on from its last iteration on a new one, or on the portable engine.
 * Ctrl-C stops after the iteration in progress, which is stored; a second one stops at once.
 */

import { parseArgs } from 'node:util';
import { WaymarkError } from '../src/core/errors.ts';
import type { Recipe } from '../src/learning/recipe.ts';
import { closestPreset, findPreset, type Preset } from '../src/learning/presets.ts';
import { Trainer } from '../src/learning/trainer.ts';
import type { RunStore } from '../src/runs/store.ts';
import { LIVES_STORED, RunSession, type SessionPlace } from '../src/runs/run-session.ts';
import { openBase, siteBaseFolder, untrainedAdapter } from './cli/base-folder.ts';
import { engineSupply } from './cli/engine-options.ts';
import { evaluationJson, evaluationTable } from './cli/evaluation-report.ts';
import { DEFAULT_PACKS, evaluateFinally, MAX_PACKS } from './cli/final-evaluation.ts';
import { openGiven, recipeOf } from './cli/given.ts';
import { INTERRUPTED, noteInterrupts } from './cli/interrupt.ts';
import { recipeFrom } from './cli/recipe-options.ts';
import { newRunFolder, openForReading, openForTraining, runFolder, type RunFolder } from './cli/run-folder.ts';
import { runTool, wholeNumber } from './cli/run-tool.ts';
import { failureSentence, ToolEngine, type ToolPlayer } from './cli/tool-engine.ts';
import { unpackGiven } from './cli/unpack-given.ts';
import { barReport, jsonReport, type TrainingReport } from './cli/training-report.ts';

const OPTIONS = {
  preset: { type: 'string' },
  from: { type: 'string' },
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

/** The recipe to start from, and the name of the preset that it is nearest to. */
async function readStart({ preset, from }: Options): Promise<Pick<Preset, 'name' | 'recipe'>> {
  if (from === undefined) return findPreset(preset ?? DEFAULT_PRESET);
  if (preset !== undefined) {
    throw new WaymarkError('bad-request', '--from and --preset both name a recipe.', 'Leave one of them out.');
  }
  const recipe = await recipeOf(await openGiven(from));
  return { name: closestPreset(recipe).name, recipe };
}

async function readWanted(options: Options): Promise<Wanted> {
  if (options.resume === undefined) {
    const { seed, iterations, set = [] } = options;
    const start = await readStart(options);
    const recipe = recipeFrom({ start: start.recipe, seed, iterations, set });
    return { place: runFolder(options.out ?? newRunFolder(start.name, recipe.seed)), recipe, state: 'new' };
  }
  for (const option of ['preset', 'from', 'seed', 'iterations', 'set'] as const) {
    if (options[option] === undefined) continue;
    throw new WaymarkError('bad-request', `--resume goes on with the run's own recipe: --${option} does not apply.`);
  }
  const place = await readPlace(options.resume, options);
  const { recipe, finished } = await openForReading(place).readRun(place.run);
  return { place, recipe, state: finished ? 'finished' : 'stopped' };
}

/** The folder of the run to go on with: what was given away becomes one. */
async function readPlace(resume: string, { out, base }: Options): Promise<RunFolder> {
  const given = await openGiven(resume);
  if (given.kind !== 'folder') return unpackGiven(given, out, base);
  if (out === undefined) return runFolder(given.folder);
  throw new WaymarkError('bad-request', '--out does not apply: the run goes on where it is.', 'Leave it out.');
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

/** What carrying a run out needs. */
interface Workshop {
  readonly wanted: Wanted;
  readonly recipe: Recipe;
  readonly engine: ToolEngine;
  readonly store: RunStore;
  readonly report: TrainingReport;
}

/** A run under way, and the player that trains it. */
interface UnderWay {
  readonly session: RunSession;
  readonly player: ToolPlayer;
}

function sessionPlace({ store, report }: Workshop, player: ToolPlayer): SessionPlace {
  const parts = { ...player, replays: LIVES_STORED };
  return {
    store,
    engine: player.engine.description,
    alive: player.alive,
    openTraining: (recipe, checkpoint) =>
      checkpoint === null ? Trainer.create(recipe, parts) : Trainer.resume(recipe, parts, checkpoint),
    onStored: ({ events }) => events.forEach((event) => report.tell(event)),
  };
}

/** Work on a run that begins again at what is stored of it where a graphics device fails. */
function rescued<Result>(
  { wanted, engine, store, report }: Workshop,
  work: (player: ToolPlayer) => Promise<Result>,
): Promise<Result> {
  const { run } = wanted.place;
  return engine.rescued(work, async (failure) => {
    const stored = (await store.listRuns()).items.find((known) => known.run === run);
    report.say(failureSentence(failure, stored?.iteration ?? 0));
  });
}

async function begin(workshop: Workshop): Promise<UnderWay> {
  const { wanted, recipe } = workshop;
  const { run } = wanted.place;
  return rescued(workshop, async (player) => {
    const place = sessionPlace(workshop, player);
    const session =
      wanted.state === 'new'
        ? await RunSession.start(place, { run, recipe, created: Date.now(), parent: null, inherited: 0 })
        : await RunSession.resume(place, run);
    return { session, player };
  });
}

/** One iteration, on the engine that has trained so far or, after a failure, from what is stored. */
function advance(workshop: Workshop, { session, player }: UnderWay): Promise<UnderWay> {
  return rescued(workshop, async (present) => {
    const going = present === player ? session : await RunSession.resume(sessionPlace(workshop, present), session.run);
    await going.advance();
    return { session: going, player: present };
  });
}

/** Trains to the end, or to the iteration in which Ctrl-C is pressed. Whether the end was reached. */
async function train(workshop: Workshop): Promise<boolean> {
  const { wanted, engine, report } = workshop;
  let underWay = await begin(workshop);
  const interrupt = noteInterrupts(() => report.say('Stopping after this iteration; press again to stop at once.'));
  try {
    while (!underWay.session.finished && !interrupt.requested) {
      underWay = await advance(workshop, underWay);
      engine.progressed();
    }
  } finally {
    interrupt.ignore();
    report.end();
  }
  if (underWay.session.finished) return true;
  const { iteration } = underWay.session;
  report.say(`Stopped after ${iteration} iterations. Go on with --resume ${wanted.place.folder}`);
  process.exitCode = INTERRUPTED;
  return false;
}

/** Evaluates the run's last checkpoint and keeps the result with the run. */
async function evaluateRun(workshop: Workshop, packs: number): Promise<void> {
  const { wanted, recipe, store, report } = workshop;
  const { run } = wanted.place;
  const { environment, temperature, noteRule, iterations: iteration } = recipe;
  const { checkpoint } = await store.readCheckpoint(run);
  const record = await rescued(workshop, async (player) => {
    await player.alive(Trainer.resume(recipe, player, checkpoint));
    return player.alive(evaluateFinally(player, { environment, packs, temperature, noteRule, iteration }));
  });
  await store.saveEvaluation(run, record);
  report.say(evaluationTable(record));
  console.log(evaluationJson(record));
}

await runTool(async () => {
  const options = readOptions();
  const packs = wholeNumber('packs', options.packs, 0, MAX_PACKS);
  const wanted = await readWanted(options);
  const base = await openBase(options.base ?? siteBaseFolder(wanted.recipe.base), '--base');
  const recipe = recipeOn(base.name, wanted);
  const store = openForTraining(wanted.place, base);
  const adapter = untrainedAdapter(recipe, base);
  const engine = new ToolEngine(engineSupply(options, adapter), base, adapter.settings);
  try {
    const forPeople = process.stdout.isTTY && !options.json;
    const report = forPeople
      ? barReport(process.stdout, recipe.iterations)
      : jsonReport(process.stdout, process.stderr);
    const workshop = { wanted, recipe, engine, store, report };
    if ((wanted.state === 'finished' || (await train(workshop))) && packs > 0) await evaluateRun(workshop, packs);
  } finally {
    await engine.close();
    await store.close();
  }
});
