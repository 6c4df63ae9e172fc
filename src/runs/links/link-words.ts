/**
 * What links write as numbers: a name's place in its list. A link means the same for ever, so these lists only grow, and only at
 * their ends, whatever order recipes come to have. A number that is not in its list is from a newer Waymark.
 */

import type { Origin } from '../../learning/receipt.ts';
import type { RecipeKey } from '../../learning/recipe.ts';

/**
 * The presets from which recipes are told by their differences. This list does not grow: a recipe that is nearer to a new
 * preset would be written in another way, and the link that says it now would be refused. A longer list, or another
 * recipe behind a name, belongs to another version of the format.
 */
export const LINK_PRESETS = ['code-lake', 'code-lake-light', 'text-house', 'alchemy'] as const;

/** The settings of a recipe, but its version. */
export const LINK_KEYS: readonly Exclude<RecipeKey, 'version'>[] = [
  ...(['environment', 'base', 'seed', 'iterations', 'packs', 'groupSize', 'tasks', 'temperature'] as const),
  ...(['trainingNotes', 'noteRule', 'credit', 'returns', 'baseline', 'redWeight', 'frozenUpdateIterations'] as const),
  ...(['loss', 'clipLow', 'clipHigh', 'klCoefficient', 'optimiserSteps', 'learningRate'] as const),
  ...(['learningRateSchedule', 'beta1', 'beta2', 'epsilon', 'weightDecay', 'maxGradientNorm'] as const),
  ...(['loraRank', 'loraAlpha', 'loraTargets', 'evaluationPacks', 'evaluationEvery'] as const),
];

/** What settings with named values may be. */
export const LINK_OPTIONS: Readonly<Partial<Record<RecipeKey, readonly string[]>>> = {
  environment: [
    ...['code-lake/4x4', 'code-lake/5x5', 'code-lake/6x6', 'text-house/8x8', 'text-house/8x8-long'],
    ...['alchemy/4x6', 'alchemy/4x6-long'],
  ],
  trainingNotes: ['kept', 'erased', 'shuffled'],
  noteRule: ['lenient-cut', 'lenient', 'paper'],
  credit: ['per-episode', 'per-task', 'per-life'],
  returns: ['sum', 'mean'],
  baseline: ['group-mean', 'group-standardised', 'leave-one-out', 'batch-standardised'],
  loss: ['ppo', 'rec', 'rec-is'],
  learningRateSchedule: ['constant', 'linear'],
};

/** The matrices of `loraTargets`. */
export const LINK_TARGETS = ['q_proj', 'k_proj', 'v_proj', 'o_proj', 'gate_proj', 'up_proj', 'down_proj'] as const;

/** What may have trained a run. */
export const LINK_ORIGINS: readonly Origin[] = ['onnx-native', 'onnx-wasm', 'webgpu', 'mixed'];
