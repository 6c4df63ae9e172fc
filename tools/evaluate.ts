/**
 * `npm run evaluate -- --run DIR`: what an agent makes of held-out packs, with its notes kept, erased, shuffled and
 * given true. Prints a table, then one line of JSON.
 *
 *     --run DIR           the run, from its newest checkpoint
 *     --adapter DIR       or an adapter in PEFT layout
 *     --base              or, alone or with a run, the untrained base
 *     --base-folder DIR   the base model's folder (the run's, or the presets', in public/models)
 *     --environment ID    where to evaluate: alchemy, code-lake/6x6 (the run's, or code-lake)
 *     --packs N           200
 *     --engine onnx|wasm|webgpu, --workers N
 *     --json              only the JSON
 */

import { parseArgs } from 'node:util';
import { WaymarkError } from '../src/core/errors.ts';
import { formatLevelId, parseLevelId } from '../src/environments/ids.ts';
import type { Checkpoint } from '../src/learning/checkpoint.ts';
import { findPreset } from '../src/learning/presets.ts';
import { loraOf, type Recipe } from '../src/learning/recipe.ts';
import { openAdapter } from './cli/adapter-folder.ts';
import { openBase, siteBaseFolder, untrainedAdapter } from './cli/base-folder.ts';
import { engineSupply } from './cli/engine-options.ts';
import { evaluationJson, evaluationTable } from './cli/evaluation-report.ts';
import { DEFAULT_PACKS, evaluateFinally, MAX_PACKS } from './cli/final-evaluation.ts';
import { openForReading, runFolder } from './cli/run-folder.ts';
import { runTool, wholeNumber } from './cli/run-tool.ts';
import { failureSentence, ToolEngine } from './cli/tool-engine.ts';

const DEFAULT_PRESET = 'code-lake';

const OPTIONS = {
  run: { type: 'string' },
  adapter: { type: 'string' },
  base: { type: 'boolean', default: false },
  'base-folder': { type: 'string' },
  environment: { type: 'string' },
  packs: { type: 'string', default: DEFAULT_PACKS },
  engine: { type: 'string', default: 'onnx' },
  workers: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

function readOptions() {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.run === undefined && values.adapter === undefined && !values.base) {
    throw new WaymarkError('bad-request', 'What is to be evaluated?', 'Give --run DIR, --adapter DIR or --base.');
  }
  if (values.adapter !== undefined && (values.run !== undefined || values.base)) {
    throw new WaymarkError('bad-request', '--adapter stands alone.', 'Leave out --run and --base.');
  }
  return values;
}

/** A run's recipe and newest checkpoint; the default preset where no run is named. */
async function readRun(folder: string | undefined): Promise<{ recipe: Recipe; checkpoint: Checkpoint | null }> {
  if (folder === undefined) return { recipe: findPreset(DEFAULT_PRESET).recipe, checkpoint: null };
  const place = runFolder(folder);
  const store = openForReading(place);
  const { recipe } = await store.readRun(place.run);
  return { recipe, checkpoint: (await store.readCheckpoint(place.run)).checkpoint };
}

await runTool(async () => {
  const options = readOptions();
  const packs = wholeNumber('packs', options.packs, 1, MAX_PACKS);
  const { recipe, checkpoint } = await readRun(options.run);
  const environment = formatLevelId(parseLevelId(options.environment ?? recipe.environment));
  const base = await openBase(options['base-folder'] ?? siteBaseFolder(recipe.base), '--base-folder');
  const trained = checkpoint !== null && !options.base ? checkpoint : null;
  const adapter =
    options.adapter !== undefined
      ? await openAdapter(options.adapter, base)
      : trained !== null
        ? { settings: loraOf(recipe), values: trained.trainable.adapter }
        : untrainedAdapter(recipe, base);
  const engine = new ToolEngine(engineSupply(options, adapter), base, adapter.settings);
  try {
    const { temperature, noteRule } = recipe;
    const iteration = trained?.iteration ?? 0;
    const settings = { environment, packs, temperature, noteRule, iteration };
    const record = await engine.rescued(
      (player) => player.alive(evaluateFinally(player, settings)),
      (failure) => console.error(failureSentence(failure, iteration)),
    );
    if (!options.json) console.log(evaluationTable(record));
    console.log(evaluationJson(record));
  } finally {
    await engine.close();
  }
});
