/** A small made-up run for tests of storage: every kind of event and record, with numbers that are easy to trace. */

import { sha256 } from '../../src/core/hash.ts';
import type { Checkpoint } from '../../src/learning/checkpoint.ts';
import { encodeLifeLog } from '../../src/learning/life-log.ts';
import { findPreset } from '../../src/learning/presets.ts';
import type { EvaluationRecord, IterationRecord, LifeRecord, RunEvent } from '../../src/learning/records.ts';
import { testTokenizer } from '../../src/learning/testing/test-tokenizer.ts';
import type { Commit, FirstCommit, RunHeader } from '../../src/runs/store.ts';

const engine = { name: 'onnx-wasm', detail: 'made up' } as const;
const recipe = findPreset('code-lake').recipe;

export function sampleHeader(run = 'otter-7'): RunHeader {
  return { run, recipe, engine, created: 1_000, parent: null, inherited: 0 };
}

/** A checkpoint whose adapter is full of its iteration. */
export function sampleCheckpoint(iteration: number): Checkpoint {
  return {
    iteration,
    trainable: {
      adapter: new Float32Array([iteration, 0.5, -0.25]),
      firstMoment: new Float32Array([0.1, iteration, 0]),
      secondMoment: new Float32Array([0, 1e-30, iteration]),
      steps: 2 * iteration,
    },
    monitors: { coverages: [0.125 * iteration], lifts: 1, saidNoReaders: false, saidVisibleLift: false },
  };
}

export function sampleIteration(iteration: number): IterationRecord {
  return {
    iteration,
    lives: 16,
    success: [0.25, 0.5],
    coverage: [0.3],
    accuracy: [null],
    noteLength: [4.5],
    solveEntropy: 1.1,
    updateEntropy: 1.4,
    loss: -0.012_345_678_901_234,
    gradientNorm: 0.1 + 0.2,
    klToOld: 0,
    klToBase: 0,
    clippedShare: 0,
    tokensSeen: 1_000,
    tokensGenerated: 300,
    tokensTrained: 250,
    rolloutSeconds: 1.5,
    trainingSeconds: 0.5,
    livesHash: LIVES_HASHES[iteration - 1],
  };
}

export function sampleLife(iteration: number, life: number): LifeRecord {
  return {
    pack: 'code-lake/4x4:17x2',
    control: 'kept',
    iteration,
    life,
    episodes: [
      { kind: 'solve', notes: [], turns: [['down', 'b4']], reward: 0, outcome: 'hole' },
      {
        kind: 'update',
        oldNotes: [],
        written: ['down', 'b4'],
        notes: ['down', 'b4'],
        valid: true,
        trueFacts: 1,
        writtenFacts: 1,
        worldFacts: 4,
      },
      {
        kind: 'solve',
        notes: ['down', 'b4'],
        turns: [
          ['up', 'b1'],
          ['down', 'b4'],
        ],
        reward: 1,
        outcome: 'goal',
      },
    ],
  };
}

export function sampleEvaluation(iteration: number): EvaluationRecord {
  const interval = { mean: 0.2, low: 0.1, high: 0.3 };
  return {
    environment: 'code-lake/4x4',
    iteration,
    packs: 2,
    length: 2,
    success: { kept: [0.5, 1], erased: [0.5, 0.5] },
    intervals: { kept: [interval, interval], erased: [interval, interval] },
    rise: interval,
    lift: interval,
    liftPositions: [2],
    outcomes: {
      kept: [
        [0, 1],
        [1, 1],
      ],
      erased: [
        [0, 1],
        [1, 0],
      ],
    },
    seconds: 0.25,
  };
}

/** The log of the two lives of an iteration's commit. */
export function sampleLifeLog(iteration: number): Uint8Array {
  return encodeLifeLog([sampleLife(iteration, 0), sampleLife(iteration, 5)], testTokenizer);
}

/** Hashes of the logs of iterations from 1 on. */
const LIVES_HASHES = await Promise.all(Array.from({ length: 300 }, (_, index) => sha256(sampleLifeLog(index + 1))));

export function firstCommit(run = 'otter-7'): FirstCommit {
  return { events: [{ type: 'started', run, recipe, engine }], lives: [], checkpoint: sampleCheckpoint(0) };
}

/** The commit of one iteration, counted from 1, as the first event after `after` others. */
export function iterationCommit(iteration: number, after: number): Commit {
  const events: RunEvent[] = [
    { type: 'iteration', record: sampleIteration(iteration) },
    { type: 'evaluation', record: sampleEvaluation(iteration) },
  ];
  return {
    after,
    events,
    lives: [sampleLife(iteration, 0), sampleLife(iteration, 5)],
    checkpoint: sampleCheckpoint(iteration),
    lifeLog: sampleLifeLog(iteration),
  };
}
