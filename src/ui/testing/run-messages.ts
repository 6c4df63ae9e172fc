/** Messages of a worker and records of a run, made up for tests. */

import type { EngineDescription } from '../../engines/engine.ts';
import { presets } from '../../learning/presets.ts';
import type { Recipe } from '../../learning/recipe.ts';
import type { IterationRecord, RunEvent } from '../../learning/records.ts';
import type { RunSummary } from '../../runs/store.ts';
import type { LivingAgentView, WorkerMessage, WorkerStatus } from '../../worker/protocol.ts';

export const ENGINE: EngineDescription = { name: 'onnx-wasm', detail: 'ONNX Runtime, WASM, 2 workers' };
export const RECIPE: Recipe = { ...presets[0].recipe, seed: 7, iterations: 60 };

/** A stored run, finished after 60 iterations. */
export function storedRun(changes: Partial<RunSummary> = {}): RunSummary {
  return {
    run: 'otter-7',
    title: null,
    recipe: RECIPE,
    engine: ENGINE,
    created: 0,
    updated: 0,
    parent: null,
    inherited: 0,
    iteration: 60,
    events: 70,
    finished: true,
    ...changes,
  };
}

export function started(run = 'run-1', recipe = RECIPE): RunEvent {
  return { type: 'started', run, recipe, engine: ENGINE };
}

/** An iteration of one second of living and one of training, 4,000 tokens generated. */
export function iteration(index: number, changes: Partial<IterationRecord> = {}): RunEvent {
  const record: IterationRecord = {
    iteration: index,
    lives: 64,
    success: [0.3, 0.4, 0.5, 0.6],
    coverage: [0.2, 0.3, 0.4],
    accuracy: [0.5, null, 0.7],
    noteLength: [3, 4, 5],
    solveEntropy: 1.25,
    updateEntropy: 2,
    loss: 0,
    gradientNorm: 1,
    klToOld: 0,
    klToBase: 0,
    clippedShare: 0,
    tokensSeen: 17_000,
    tokensGenerated: 4000,
    tokensTrained: 4000,
    rolloutSeconds: 1,
    trainingSeconds: 1,
    ...changes,
  };
  return { type: 'iteration', record };
}

export function event(event: RunEvent): Extract<WorkerMessage, { type: 'run' }> {
  return { type: 'run', event };
}

export function status(status: WorkerStatus): Extract<WorkerMessage, { type: 'status' }> {
  return { type: 'status', status };
}

export const AGENT: LivingAgentView = {
  agent: 'agent-1',
  run: 'run-1',
  world: 'code-lake/4x4:17',
  lived: 2,
  solved: 1,
  versions: [
    { version: 0, task: 0, words: [], origin: 'born' },
    { version: 1, task: 1, words: ['left', 'b3'], origin: 'update' },
    { version: 2, task: 2, words: ['left', 'b3', 'up', 'b4'], origin: 'update' },
  ],
};
