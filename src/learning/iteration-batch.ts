/**
 * From lives to optimiser steps: returns, advantages, weights, and the dealing of episodes into steps.
 *
 * Episodes without advantage are left out: they would add nothing but work. So they do not count in a step's
 * normaliser either, which is the number of generated tokens of the episodes that remain.
 */

import { PURPOSE, RandomStream } from '../core/random.ts';
import type { TrainingRow } from '../engines/engine.ts';
import { lifeAdvantages, NEGLIGIBLE_ADVANTAGE } from './advantages.ts';
import type { Context } from './episodes.ts';
import type { LivedLife } from './lives.ts';
import { redWeighted } from './red-weight.ts';
import type { Recipe } from './recipe.ts';
import { lifeReturns } from './returns.ts';
import { updatesFrozen } from './schedule.ts';

/** An episode with the advantage that all its generated tokens share. */
export interface CreditedEpisode {
  readonly context: Context;
  readonly advantage: number;
}

/** What one optimiser step trains on. */
export interface StepBatch {
  readonly rows: readonly TrainingRow[];
  /** Generated tokens of all rows. */
  readonly normaliser: number;
}

/** Every episode of an iteration with its advantage; lives of a group follow one another. */
export function creditEpisodes(
  lives: readonly LivedLife[],
  recipe: Recipe,
  iteration: number,
): readonly CreditedEpisode[] {
  const returns = lives.map((life) => lifeReturns(life.rewards, recipe));
  const advantages = lifeAdvantages(returns, recipe);
  const frozen = updatesFrozen(recipe, iteration);
  const episodes = lives.flatMap(({ contexts }, life): CreditedEpisode[] => [
    ...contexts.solves.map((context, task) => ({ context, advantage: advantages[life].solves[task] })),
    ...contexts.updates.map((context, task) => ({ context, advantage: frozen ? 0 : advantages[life].updates[task] })),
  ]);
  if (!recipe.redWeight) return episodes;
  const weighted = redWeighted(
    episodes.map(({ advantage }) => advantage),
    episodes.map(({ context }) => context.positions.length),
  );
  return episodes.map(({ context }, index) => ({ context, advantage: weighted.advantages[index] }));
}

/** The row ends with the last generated token: what the environment answered to it teaches nothing. */
function toRow({ context, advantage }: CreditedEpisode): TrainingRow {
  const { tokens, positions, logProbs } = context;
  return {
    tokens: tokens.slice(0, positions[positions.length - 1] + 1),
    positions,
    advantages: positions.map(() => advantage),
    oldLogProbs: logProbs,
  };
}

/** Whether an episode is trained on at all. */
function teaches({ context, advantage }: CreditedEpisode): boolean {
  return Math.abs(advantage) > NEGLIGIBLE_ADVANTAGE && context.positions.length > 0;
}

/** Deals the episodes that teach anything at random into the recipe's number of optimiser steps. */
export function dealEpisodes(
  episodes: readonly CreditedEpisode[],
  { seed, optimiserSteps }: Recipe,
  iteration: number,
): readonly (readonly CreditedEpisode[])[] {
  const dealt = new RandomStream(seed, PURPOSE.optimiserSteps, iteration).shuffled(episodes.filter(teaches));
  return Array.from({ length: optimiserSteps }, (_, step) =>
    dealt.filter((_, index) => index % optimiserSteps === step),
  );
}

/** What each of the recipe's optimiser steps trains on. A step may be empty. */
export function dealSteps(
  episodes: readonly CreditedEpisode[],
  recipe: Recipe,
  iteration: number,
): readonly StepBatch[] {
  return dealEpisodes(episodes, recipe, iteration).map((dealt) => {
    const rows = dealt.map(toRow);
    return { rows, normaliser: rows.reduce((sum, row) => sum + row.positions.length, 0) };
  });
}
