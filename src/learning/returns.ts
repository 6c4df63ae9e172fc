/**
 * Credit: how the rewards of a life become one return for each of its episodes. The idea that everything rests on is
 * that an update is credited only with what came *after* it: notes are worth what later tasks make of them.
 * After "Connect the Dots" (arXiv 2606.20002), section on credit assignment.
 */

import type { Recipe } from './recipe.ts';

/** One number for each episode of a life of K tasks. */
export interface PerEpisode {
  /** One per task: K numbers. */
  readonly solves: readonly number[];
  /** One per update: K - 1 numbers; update k follows task k. */
  readonly updates: readonly number[];
}

/** `total / count` for a mean, else the total. */
function pool(total: number, count: number, returns: Recipe['returns']): number {
  return returns === 'mean' ? total / count : total;
}

/** Sum of the values from an index on. */
function sumFrom(values: readonly number[], start: number): number {
  let sum = 0;
  for (let index = start; index < values.length; index++) sum += values[index];
  return sum;
}

/** Current and later task rewards for a solve; its own format reward and later task rewards for an update. */
function perEpisode(rewards: PerEpisode, returns: Recipe['returns']): PerEpisode {
  const tasks = rewards.solves.length;
  return {
    solves: rewards.solves.map((_, task) => pool(sumFrom(rewards.solves, task), tasks - task, returns)),
    updates: rewards.updates.map((format, task) =>
      pool(format + sumFrom(rewards.solves, task + 1), tasks - task, returns),
    ),
  };
}

/** Each solve, and the update after it, with the reward of that task alone: the ablation that cannot teach writing. */
function perTask(rewards: PerEpisode): PerEpisode {
  return {
    solves: rewards.solves,
    updates: rewards.updates.map((format, task) => rewards.solves[task] + format),
  };
}

/** One summed reward for all: every episode with everything that happened in the life. */
function perLife(rewards: PerEpisode, returns: Recipe['returns']): PerEpisode {
  const total = sumFrom(rewards.solves, 0) + sumFrom(rewards.updates, 0);
  const value = pool(total, rewards.solves.length, returns);
  return { solves: rewards.solves.map(() => value), updates: rewards.updates.map(() => value) };
}

/**
 * Returns of one life. `rewards.solves` are the task rewards, `rewards.updates` the format rewards (0, or minus the
 * penalty of an update that failed). With `mean`, a return is divided by the number of rewards in it (by the number
 * of tasks for `per-life`); `per-task` has nothing to average.
 */
export function lifeReturns(rewards: PerEpisode, recipe: Pick<Recipe, 'credit' | 'returns'>): PerEpisode {
  switch (recipe.credit) {
    case 'per-episode':
      return perEpisode(rewards, recipe.returns);
    case 'per-task':
      return perTask(rewards);
    case 'per-life':
      return perLife(rewards, recipe.returns);
  }
}
