/** Which lives an iteration of training consists of: they follow from the recipe and the iteration's number. */

import { PURPOSE, RandomStream } from '../core/random.ts';
import { parseLevelId, trainingWorld } from '../environments/ids.ts';
import type { LifePlan } from './lives.ts';
import type { Recipe } from './recipe.ts';

/** The lives of an iteration, counted from 1: those of a group follow one another. */
export function trainingPlans(recipe: Recipe, iteration: number): readonly LifePlan[] {
  const level = parseLevelId(recipe.environment);
  const random = new RandomStream(recipe.seed, PURPOSE.packs, iteration);
  return Array.from({ length: recipe.packs }, () => {
    return { ...level, world: trainingWorld(random.nextWord()), length: recipe.tasks };
  }).flatMap((pack, index) =>
    Array.from({ length: recipe.groupSize }, (_, member): LifePlan => {
      return { pack, control: recipe.trainingNotes, life: index * recipe.groupSize + member };
    }),
  );
}
