/** Whether a contender computes what ours does: nobody is timed for another network. */

import { WaymarkError } from '../core/errors.ts';
import type { Engine } from '../engines/engine.ts';
import type { PlayedContext, RolloutContender, TrainingContender } from './contender.ts';
import type { RolloutWorkload, TrainingWorkload } from './workload.ts';

/**
 * Nats for log-probabilities, relative L2 for gradients. Different orders of summing float32 numbers differ by some
 * 1e-5 here; a wrong mask, position or scale by 1e-1 and more.
 */
const TOLERANCE = 1e-3;

/**
 * Plays a rollout and compares each log-probability with the engine's of the same contexts. Throws `engine` with the
 * contender's name where one differs, or where contexts are not as long as the workload asks.
 */
export async function checkRollout(
  contender: RolloutContender,
  workload: RolloutWorkload,
  oracle: Engine,
): Promise<void> {
  const contexts = await contender.play(workload, true);
  const expected = workload.tokensPerTurn * (workload.observations.length + 1);
  if (contexts.some(({ positions, logProbs }) => positions.length !== expected || logProbs.length !== expected)) {
    throw disagreement(contender.name, `does not generate ${expected} tokens in every row`);
  }
  const difference = await logProbDifference(contexts, workload, oracle);
  if (difference <= TOLERANCE) return;
  throw disagreement(contender.name, `gives log-probabilities that differ by ${difference.toExponential(1)}`);
}

async function logProbDifference(
  contexts: readonly PlayedContext[],
  { sampling }: RolloutWorkload,
  oracle: Engine,
): Promise<number> {
  const scores = await oracle.score(
    contexts.map(({ tokens }) => tokens),
    sampling.temperature,
  );
  const differences = contexts.flatMap(({ positions, logProbs }, row) =>
    positions.map((position, index) => Math.abs(scores[row][position - 1] - logProbs[index])),
  );
  return Math.max(...differences);
}

/** Compares a contender's gradient with the engine's, whose accumulated gradient is cleared. Throws as above. */
export async function checkTraining(
  contender: TrainingContender,
  workload: TrainingWorkload,
  oracle: Engine,
): Promise<void> {
  const state = await oracle.snapshot();
  await oracle.restore(state);
  await oracle.accumulate(workload.rows, workload.loss);
  const expected = await oracle.gradient();
  await oracle.restore(state);
  const difference = relativeDistance(await contender.gradient(workload), expected);
  if (difference <= TOLERANCE) return;
  throw disagreement(contender.name, `gives a gradient that differs by ${difference.toExponential(1)} of its length`);
}

/** |a - b| / |b|; infinite for vectors of different length, NaN for numbers that are none. */
function relativeDistance(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  if (actual.length !== expected.length) return Infinity;
  let distance = 0;
  let length = 0;
  for (let index = 0; index < expected.length; index++) {
    distance += (actual[index] - expected[index]) * (actual[index] - expected[index]);
    length += expected[index] * expected[index];
  }
  return Math.sqrt(distance / length);
}

function disagreement(name: string, defect: string): WaymarkError {
  return new WaymarkError('engine', `${name} ${defect}.`, 'It is not timed, since it computes something else.');
}
