/**
 * The recipe being edited. Without a run it is what Play will train; beside a run it is that run's recipe with changes
 * that touch nothing until the visitor forks or restarts. Pure.
 */

import { findPreset } from '../../learning/presets.ts';
import { changeRecipe, recipeDifferences, type Recipe } from '../../learning/recipe.ts';
import type { RunState, Setup } from './run-state.ts';

type Drafted = Pick<RunState, 'run' | 'setup'>;

/** What the changes are changes of. */
export function draftBase({ run, setup }: Drafted): Recipe {
  return run ? run.recipe : changeRecipe(findPreset(setup.preset).recipe, { seed: setup.seed });
}

/** The recipe as edited. */
export function draftRecipe(state: Drafted): Recipe {
  return { ...draftBase(state), ...state.setup.changes };
}

/** What the big button trains when it starts a run: beside a run, changes wait until they are asked for by name. */
export function setupRecipe({ run, setup }: Drafted): Recipe {
  const start = changeRecipe(findPreset(setup.preset).recipe, { seed: setup.seed });
  return run ? start : { ...start, ...setup.changes };
}

/** The setup with a recipe as its draft. Without a run, the seed is the setup's own. */
export function setupFor(state: Drafted, recipe: Recipe): Setup {
  const { run, setup } = state;
  if (run) return { ...setup, changes: recipeDifferences(recipe, run.recipe) };
  const { seed } = recipe;
  return { ...setup, seed, changes: recipeDifferences(recipe, draftBase({ run, setup: { ...setup, seed } })) };
}
