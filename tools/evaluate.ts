/**
 * `npm run evaluate -- --run DIR`: what an agent makes of held-out packs, with its notes kept, erased, shuffled and
 * given true. Prints a table, then one line of JSON.
 *
 *     --run DIR           the run, from its newest checkpoint: its folder, a .waymark file, or an agent link
 *     --adapter DIR       or an adapter in PEFT layout, or that of a file or a link
 *     --base              or, alone or with a run, the untrained base
 *     --base-folder DIR   the base model's folder, or a file whose agent is the base (the run's, in public/models)
 *     --environment ID    where to evaluate: alchemy, code-lake/6x6 (the run's, or code-lake)
 *     --packs N           200
 *     --engine onnx|wasm|webgpu, --workers N
 *     --json              only the JSON
 */

import { parseArgs } from 'node:util';
import { WaymarkError } from '../src/core/errors.ts';
import { formatLevelId, parseLevelId } from '../src/environments/ids.ts';
import { findPreset } from '../src/learning/presets.ts';
import { openAdapter } from './cli/adapter-folder.ts';
import { openBase, siteBaseFolder, untrainedAdapter } from './cli/base-folder.ts';
import { engineSupply } from './cli/engine-options.ts';
import { evaluationJson, evaluationTable } from './cli/evaluation-report.ts';
import { DEFAULT_PACKS, evaluateFinally, MAX_PACKS } from './cli/final-evaluation.ts';
import { agentOf, openGiven, type GivenAgent } from './cli/given.ts';
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

/** The agent that is named, if any. */
async function readAgent(run: string | undefined): Promise<GivenAgent | null> {
  return run === undefined ? null : agentOf(await openGiven(run));
}

await runTool(async () => {
  const options = readOptions();
  const packs = wholeNumber('packs', options.packs, 1, MAX_PACKS);
  const agent = await readAgent(options.run);
  const recipe = agent?.recipe ?? findPreset(DEFAULT_PRESET).recipe;
  const environment = formatLevelId(parseLevelId(options.environment ?? recipe.environment));
  const base = await openBase(options['base-folder'] ?? siteBaseFolder(recipe.base), '--base-folder');
  const trained = options.base ? null : agent;
  const adapter =
    options.adapter !== undefined
      ? await openAdapter(options.adapter, base)
      : trained !== null
        ? trained.adapter(base.config)
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
