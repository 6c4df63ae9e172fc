/** Recipes to start from, each with the sentence a newcomer chooses it by. */

import { WaymarkError } from '../core/errors.ts';
import { recipeDifferences, RECIPE_VERSION, type Recipe } from './recipe.ts';

export interface Preset {
  /** As on the command line and in links: `code-lake`. */
  readonly name: string;
  readonly sentence: string;
  readonly recipe: Recipe;
}

/** The base model that presets start from. */
export const DEFAULT_BASE = 'waymark-be43248c';

const LAKE: Recipe = {
  version: RECIPE_VERSION,
  environment: 'code-lake/4x4',
  base: DEFAULT_BASE,
  seed: 1,
  iterations: 60,
  packs: 16,
  groupSize: 8,
  tasks: 4,
  temperature: 1,
  trainingNotes: 'kept',
  noteRule: 'lenient-cut',
  credit: 'per-episode',
  returns: 'sum',
  baseline: 'group-mean',
  redWeight: false,
  frozenUpdateIterations: 0,
  loss: 'ppo',
  clipLow: 0.2,
  clipHigh: 0.2,
  klCoefficient: 0,
  optimiserSteps: 2,
  learningRate: 0.01,
  learningRateSchedule: 'constant',
  beta1: 0.9,
  beta2: 0.95,
  epsilon: 1e-8,
  weightDecay: 0,
  maxGradientNorm: 1,
  loraRank: 4,
  loraAlpha: 8,
  loraTargets: 'q_proj,v_proj',
  evaluationPacks: 64,
  evaluationEvery: 5,
};

/** Half the packs: for tabs and weak machines. */
const LIGHT: Partial<Recipe> = { packs: 8, evaluationPacks: 48 };

export const presets: readonly Preset[] = [
  {
    name: 'code-lake',
    sentence: 'Cross a frozen lake with four buttons whose meaning must be found out.',
    recipe: LAKE,
  },
  {
    name: 'code-lake-light',
    sentence: 'The frozen lake with half the lives per iteration, for a browser tab.',
    recipe: { ...LAKE, ...LIGHT },
  },
  {
    name: 'text-house',
    sentence: 'Bring things from a house in which every kind of thing has its own place.',
    recipe: { ...LAKE, environment: 'text-house/8x8' },
  },
  {
    name: 'alchemy',
    sentence: 'Make what is asked for, not knowing yet which pair of elements makes what.',
    recipe: { ...LAKE, environment: 'alchemy/4x6' },
  },
];

/** The preset of that name. Throws `not-found`. */
export function findPreset(name: string): Preset {
  const found = presets.find((preset) => preset.name === name);
  if (found) return found;
  const names = presets.map((preset) => preset.name).join(', ');
  throw new WaymarkError('not-found', `There is no preset "${name}".`, `Choose one of: ${names}.`);
}

/** The preset from which a recipe differs in the fewest settings; of several, the first. */
export function closestPreset(recipe: Recipe, among: readonly Preset[] = presets): Preset {
  const differences = (preset: Preset): number => Object.keys(recipeDifferences(recipe, preset.recipe)).length;
  return among.reduce((closest, preset) => (differences(preset) < differences(closest) ? preset : closest));
}
