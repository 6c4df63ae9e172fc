/**
 * Advantages: how much better an episode turned out than comparable ones. Comparable are the episodes of the same
 * kind and position in the other lives of the group, which met the same pack: no value network is needed.
 */

import type { Recipe } from './recipe.ts';
import type { PerEpisode } from './returns.ts';
import { mean } from './sums.ts';

/** Added to a standard deviation before dividing by it, so that near-equal returns are not blown up. */
const DEVIATION_FLOOR = 1e-3;

/** Smaller advantages are rounding left over from the group mean. */
export const NEGLIGIBLE_ADVANTAGE = 1e-6;

/** Values minus their mean; divided by their sample standard deviation (n - 1) when asked. */
function centred(values: readonly number[], standardise: boolean): number[] {
  const middle = mean(values);
  const deviations = values.map((value) => value - middle);
  if (!standardise) return deviations;
  let squares = 0;
  for (const deviation of deviations) squares += deviation * deviation;
  const spread = Math.sqrt(squares / (values.length - 1)) + DEVIATION_FLOOR;
  return deviations.map((deviation) => deviation / spread);
}

/**
 * Advantages of the episodes of one kind at one position, one return per life, groups contiguous:
 * - `group-mean`: return minus the group's mean, not divided by the deviation ("Connect the Dots"; Dr. GRPO).
 * - `group-standardised`: divided by the group's standard deviation (GRPO, Shao et al. 2024).
 * - `leave-one-out`: minus the mean of the *other* lives of the group (RLOO, Ahmadian et al. 2024).
 * - `batch-standardised`: minus the mean, divided by the deviation, over all packs (REINFORCE++, Hu 2025).
 */
export function episodeAdvantages(
  returns: readonly number[],
  groupSize: number,
  baseline: Recipe['baseline'],
): readonly number[] {
  if (baseline === 'batch-standardised') return centred(returns, true);
  const advantages: number[] = [];
  for (let start = 0; start < returns.length; start += groupSize) {
    advantages.push(...centred(returns.slice(start, start + groupSize), baseline === 'group-standardised'));
  }
  if (baseline !== 'leave-one-out') return advantages;
  // Leaving oneself out of the mean is the same as stretching the distance from it.
  return advantages.map((advantage) => (advantage * groupSize) / (groupSize - 1));
}

/** Advantages of every episode of every life; lives of a group follow one another. */
export function lifeAdvantages(
  returns: readonly PerEpisode[],
  recipe: Pick<Recipe, 'groupSize' | 'baseline'>,
): readonly PerEpisode[] {
  const advantagesOf = (kind: keyof PerEpisode): readonly (readonly number[])[] =>
    returns[0][kind].map((_, position) =>
      episodeAdvantages(
        returns.map((life) => life[kind][position]),
        recipe.groupSize,
        recipe.baseline,
      ),
    );
  const solves = advantagesOf('solves');
  const updates = advantagesOf('updates');
  return returns.map((_, life) => ({
    solves: solves.map((position) => position[life]),
    updates: updates.map((position) => position[life]),
  }));
}
