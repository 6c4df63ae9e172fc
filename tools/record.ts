/**
 * `npm run record -- --run DIR`: records a trained agent for the site to show before anything has been trained: lives,
 * the run's curve, its evaluation and the adapter. The lives are the first of the evaluation's packs in which the agent
 * failed its first task, wrote something, and solved a later task that it would have failed without one of its notes, so
 * that there is something to watch; the evaluation beside them, the run's own, shows how typical they are.
 *
 *     --run DIR      a finished run with its final evaluation
 *     --lives N      6
 *     --out FOLDER   public/recorded/ENVIRONMENT
 *     --base DIR     the base model's folder (the run's in public/models)
 *     --engine onnx|webgpu, --workers N
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { WaymarkError } from '../src/core/errors.ts';
import { sha256 } from '../src/core/hash.ts';
import { PURPOSE } from '../src/core/random.ts';
import { evaluationWorld, parseLevelId } from '../src/environments/ids.ts';
import type { EngineDescription } from '../src/engines/engine.ts';
import type { Player } from '../src/learning/episodes.ts';
import { iterationsOf } from '../src/learning/iteration-record.ts';
import { liveTogether } from '../src/learning/lives.ts';
import { withUses } from '../src/learning/note-uses.ts';
import { loraOf, type Recipe } from '../src/learning/recipe.ts';
import type { IterationRecord, LifeRecord, RunEvent } from '../src/learning/records.ts';
import { writeAdapter } from '../src/policy/peft.ts';
import { RECORDING_VERSION, type Recording, recordingPath } from '../src/runs/recording.ts';
import { openBase, siteBaseFolder } from './cli/base-folder.ts';
import { engineSupply } from './cli/engine-options.ts';
import { openForReading, runFolder } from './cli/run-folder.ts';
import { runTool, wholeNumber } from './cli/run-tool.ts';
import { failureSentence, ToolEngine } from './cli/tool-engine.ts';

const OPTIONS = {
  run: { type: 'string' },
  lives: { type: 'string', default: '6' },
  out: { type: 'string' },
  base: { type: 'string' },
  engine: { type: 'string', default: 'onnx' },
  workers: { type: 'string' },
} as const;

/** Tasks in a recorded life, as in evaluations. */
const LENGTH = 8;
/** Packs among which lives are looked for. */
const PACKS = 64;
/** Not the evaluation's seed: a recorded life is one more draw from the same agent. */
const SEED = 2;
/** Iterations in a recorded curve, at most: as many as a chart can show apart. */
const CURVE_POINTS = 80;

await runTool(async () => {
  const options = parseArgs({ options: OPTIONS }).values;
  if (options.run === undefined) throw new WaymarkError('bad-request', 'Which run?', 'Give --run DIR.');
  const wanted = wholeNumber('lives', options.lives, 1, PACKS);
  const place = runFolder(options.run);
  const store = openForReading(place);
  const { recipe } = await store.readRun(place.run);
  const { items: events } = await store.readEvents(place.run);
  const { checkpoint } = await store.readCheckpoint(place.run);
  const { items: evaluations } = await store.readEvaluations(place.run);
  const evaluation = evaluations[evaluations.length - 1];
  if (evaluation?.length !== LENGTH) {
    throw new WaymarkError('not-found', `${options.run} has no final evaluation.`, 'Train it to its end.');
  }
  const base = await openBase(options.base ?? siteBaseFolder(recipe.base), '--base');
  const adapter = { settings: loraOf(recipe), values: checkpoint.trainable.adapter };
  const engine = new ToolEngine(engineSupply(options, adapter), base, adapter.settings);
  try {
    const lives = await engine.rescued(
      (player) => player.alive(recordedLives(player, recipe, checkpoint.iteration, wanted)),
      (failure) => console.error(failureSentence(failure, checkpoint.iteration)),
    );
    const files = writeAdapter(adapter, base.config, base.name);
    const recording: Recording = {
      format: 'waymark-recording',
      version: RECORDING_VERSION,
      recipe,
      iterations: checkpoint.iteration,
      engine: trainedOn(events),
      lives,
      curve: curveOf(events),
      evaluation,
      adapterHash: await sha256(files['adapter_model.safetensors']),
    };
    const { environment } = parseLevelId(recipe.environment);
    const out = options.out ?? join('public', dirname(recordingPath(environment, 'recording.json')));
    await mkdir(out, { recursive: true });
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(out, name), bytes);
    await writeFile(join(out, 'recording.json'), `${JSON.stringify(recording)}\n`);
    console.log(`Recorded ${lives.length} lives in ${out}.`);
  } finally {
    await engine.close();
  }
});

/** All engines that trained a run, in order, as one: a device may have failed on the way. */
function trainedOn(events: readonly RunEvent[]): EngineDescription {
  const engines = events.flatMap((event) =>
    event.type === 'started' || event.type === 'resumed' ? [event.engine] : [],
  );
  const details = new Set(engines.map(({ detail }) => detail));
  return { ...engines[engines.length - 1], detail: [...details].join(', then ') };
}

/** The run's iterations, or as many as draw its curve, evenly spread, the last one among them. */
function curveOf(events: readonly RunEvent[]): readonly IterationRecord[] {
  const records = iterationsOf(events);
  const points = Math.min(CURVE_POINTS, records.length);
  return Array.from({ length: points }, (_, index) => records[Math.ceil(((index + 1) * records.length) / points) - 1]);
}

async function recordedLives(
  player: Player,
  recipe: Recipe,
  iteration: number,
  wanted: number,
): Promise<readonly LifeRecord[]> {
  const plans = Array.from({ length: PACKS }, (_, index) => ({
    pack: { ...parseLevelId(recipe.environment), world: evaluationWorld(index), length: LENGTH },
    control: 'kept' as const,
    life: index,
  }));
  const sampling = { key: [SEED, PURPOSE.evaluationSampling], temperature: recipe.temperature } as const;
  const lived = await liveTogether(player, plans, {
    sampling,
    iteration,
    noteRule: recipe.noteRule,
    unreadUpdates: 'skip',
  });
  const begun = lived.map(({ record }) => record).filter(failsThenWrites);
  return (await withUses(player, begun, sampling)).filter(wasHelped).slice(0, wanted);
}

function failsThenWrites({ episodes: [first, update] }: LifeRecord): boolean {
  return first.kind === 'solve' && first.reward === 0 && update.kind === 'update' && update.notes.length > 0;
}

/** Whether the agent did what a note said, solved the task, and would have failed it without. */
function wasHelped({ episodes, uses = [] }: LifeRecord): boolean {
  return uses.some(({ task, acted, solvedWithout }) => {
    const solve = episodes[2 * task];
    return acted && !solvedWithout && solve.kind === 'solve' && solve.reward > 0;
  });
}
