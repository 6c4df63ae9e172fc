/**
 * Advantages: how much better an episode turned out than comparable ones. Comparable are the episodes of the same
 * kind and position in the other lives of the group, which met the same pack: no value network is needed.
 */

import type { Recipe } from './recipe.ts';
import type { PerEpisode } from './returns.ts';
import { mean, sum } from './sums.ts';

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

/** What `episodeAdvantages` compares each return with: a mean of returns, of its group's or of all; its own left out or not. */
function episodeBaselines(
  returns: readonly number[],
  groupSize: number,
  baseline: Recipe['baseline'],
): readonly number[] {
  const compared = baseline === 'batch-standardised' ? returns.length : groupSize;
  return returns.map((own, index) => {
    const start = index - (index % compared);
    const total = sum(returns.slice(start, start + compared));
    return baseline === 'leave-one-out' ? (total - own) / (compared - 1) : total / compared;
  });
}

/** Applies `compare` to the returns of every kind and position, one per life. */
function byEpisode(
  returns: readonly PerEpisode[],
  compare: (values: readonly number[]) => readonly number[],
): readonly PerEpisode[] {
  const compared = (kind: keyof PerEpisode): readonly (readonly number[])[] =>
    returns[0][kind].map((_, position) => compare(returns.map((life) => life[kind][position])));
  const solves = compared('solves');
  const updates = compared('updates');
  return returns.map((_, life) => ({
    solves: solves.map((position) => position[life]),
    updates: updates.map((position) => position[life]),
  }));
}

/** Advantages of every episode of every life; lives of a group follow one another. */
export function lifeAdvantages(
  returns: readonly PerEpisode[],
  { groupSize, baseline }: Pick<Recipe, 'groupSize' | 'baseline'>,
): readonly PerEpisode[] {
  return byEpisode(returns, (values) => episodeAdvantages(values, groupSize, baseline));
}

/** Baselines of every episode of every life, as `lifeAdvantages`. */
export function lifeBaselines(
  returns: readonly PerEpisode[],
  { groupSize, baseline }: Pick<Recipe, 'groupSize' | 'baseline'>,
): readonly PerEpisode[] {
  return byEpisode(returns, (values) => episodeBaselines(values, groupSize, baseline));
}
