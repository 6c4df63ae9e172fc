/** Protects that nobody is timed for another network: a slightly wrong contender is named, a right one passes. */

import { afterAll, expect, it } from 'vitest';
import { tinyEngine } from '../../test/engine/rollouts.ts';
import { tinyModel } from '../../test/engine/tiny-model.ts';
import { nativeRuntime } from '../engines/onnx/runtime-native.ts';
import { checkRollout, checkTraining } from './agreement.ts';
import type { RolloutContender, TrainingContender } from './contender.ts';
import { engineRollout, engineTraining } from './engine-contenders.ts';
import { LONG_TURNS, rolloutWorkload, TRAINING_STEP, trainingWorkload } from './workload.ts';

const model = tinyModel();
const oracle = tinyEngine(model, nativeRuntime);
const engine = tinyEngine(model, nativeRuntime);
const rollout = rolloutWorkload(model.base.config, { ...LONG_TURNS, rows: 3 });
const training = await trainingWorkload(
  model.base.config,
  { ...TRAINING_STEP, rows: 3, length: [10, 20] },
  (rows, temperature) => oracle.score(rows, temperature),
);

afterAll(async () => {
  await Promise.all([oracle.close(), engine.close()]);
});

it('passes an engine that computes the same', async () => {
  await expect(checkRollout(engineRollout(engine), rollout, oracle)).resolves.toBeUndefined();
  await expect(checkTraining(engineTraining(engine), training, oracle)).resolves.toBeUndefined();
});

it('names a contender whose log-probabilities are a hundredth of a nat off', async () => {
  const right = engineRollout(engine);
  const wrong: RolloutContender = {
    ...right,
    name: 'Impostor',
    play: async (workload, withLogProbs) =>
      (await right.play(workload, withLogProbs)).map((context) => ({
        ...context,
        logProbs: context.logProbs.map((logProb) => logProb + 0.01),
      })),
  };
  await expect(checkRollout(wrong, rollout, oracle)).rejects.toThrow(/^Impostor gives log-probabilities/);
});

it('names a contender that generates too little', async () => {
  const right = engineRollout(engine);
  const lazy: RolloutContender = {
    ...right,
    name: 'Idler',
    play: (workload, withLogProbs) => right.play({ ...workload, tokensPerTurn: 7 }, withLogProbs),
  };
  await expect(checkRollout(lazy, rollout, oracle)).rejects.toThrow('Idler does not generate 16 tokens');
});

it('names a contender whose gradient is a hundredth too long, or no number', async () => {
  const right = engineTraining(engine);
  const scaled = (factor: number): TrainingContender => ({
    ...right,
    name: 'Impostor',
    gradient: async (workload) => (await right.gradient(workload)).map((slope) => slope * factor),
  });
  await expect(checkTraining(scaled(1.01), training, oracle)).rejects.toThrow(/^Impostor gives a gradient/);
  await expect(checkTraining(scaled(NaN), training, oracle)).rejects.toThrow(/^Impostor gives a gradient/);
});
