/** The recorded agent of the lake as a run to pass on: real weights, after a training that worked. */

import { loraOf, type Recipe } from '../../src/learning/recipe.ts';
import { FRESH_MONITORS } from '../../src/learning/monitors.ts';
import { loadBaseModel, type BaseModel } from '../../src/policy/model.ts';
import type { Adapter } from '../../src/policy/peft.ts';
import { readRecordedAgent, recordedAdapter } from '../../src/runs/recorded-agent.ts';
import type { RunContent } from '../../src/runs/run-content.ts';

export interface TrainedRun {
  readonly base: BaseModel;
  readonly adapter: Adapter;
  readonly content: RunContent;
}

/** `readFile` gives the bytes of a file of the site, by its path in `public/`. */
export async function trainedRun(readFile: (path: string) => Promise<Uint8Array>): Promise<TrainedRun> {
  const recorded = await readRecordedAgent((file) => readFile(`recorded/code-lake/${file}`));
  const { recipe, engine, evaluation, iterations, lives } = recorded.recording;
  const base = await loadBaseModel((file) => readFile(`models/${recipe.base}/${file}`));
  const values = await recordedAdapter(recorded, base.config);
  const run = 'otter-7';
  const header = { run, recipe, engine, created: 0, parent: null, inherited: iterations, title: null };
  return {
    base,
    adapter: { settings: loraOf(recipe), values },
    content: {
      summary: { ...header, iteration: iterations, events: 1, finished: false, updated: 0 },
      events: [{ type: 'started', run, recipe, engine }],
      lives,
      checkpoint: checkpointOf(values, recipe),
      evaluations: [evaluation],
      agents: [],
      lifeLogs: new Map(),
      receipt: null,
      receiptLives: null,
    },
  };
}

/** An optimiser that has forgotten what it did. */
function checkpointOf(adapter: Float32Array, { iterations }: Recipe): RunContent['checkpoint'] {
  const zeros = new Float32Array(adapter.length);
  const trainable = { adapter, firstMoment: zeros, secondMoment: zeros, steps: 0 };
  return { iteration: iterations, trainable, monitors: FRESH_MONITORS };
}
