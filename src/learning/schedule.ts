/** What a recipe lays down for each iteration. Iterations count from 1; everything follows from the recipe alone. */

import { EVALUATION_SHARE, type Recipe } from './recipe.ts';

/** Tasks of a pack in a cheap evaluation. */
export const CHEAP_EVALUATION_TASKS = 4;

/** Training on an episode costs about as much as living it (recipe.md, section 6). */
const TRAINING_WORK = 1;

/** The learning rate of every optimiser step of an iteration. */
export function learningRateAt(recipe: Recipe, iteration: number): number {
  if (recipe.learningRateSchedule === 'constant') return recipe.learningRate;
  return (recipe.learningRate * (recipe.iterations - iteration + 1)) / recipe.iterations;
}

/** Whether update episodes are left untrained in this iteration. */
export function updatesFrozen(recipe: Recipe, iteration: number): boolean {
  return iteration <= recipe.frozenUpdateIterations;
}

/** Episodes of a life of so many tasks; no update follows the last. */
function episodes(tasks: number): number {
  return 2 * tasks - 1;
}

/**
 * Iterations between cheap evaluations: what the recipe asks for, or as many more as keep them within their share of
 * the work. Counted in episodes, not seconds, so that a run does not depend on the machine's speed. In a cheap
 * evaluation the lives with erased notes need no updates.
 */
export function evaluationInterval(recipe: Recipe): number {
  const iterationWork = (1 + TRAINING_WORK) * recipe.packs * recipe.groupSize * episodes(recipe.tasks);
  const evaluationWork = recipe.evaluationPacks * (episodes(CHEAP_EVALUATION_TASKS) + CHEAP_EVALUATION_TASKS);
  return Math.max(recipe.evaluationEvery, Math.ceil(evaluationWork / (EVALUATION_SHARE * iterationWork)));
}

/** Whether a cheap evaluation follows this iteration. */
export function evaluationDue(recipe: Recipe, iteration: number): boolean {
  return recipe.evaluationPacks > 0 && iteration % evaluationInterval(recipe) === 0;
}
