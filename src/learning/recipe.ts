/**
 * A recipe: everything that determines a run, as one flat table of plain settings, so that it can be shown, changed
 * by name, compared with a preset and put into a link. The same recipe on the same engine and device gives the same
 * bits.
 */

import * as v from 'valibot';
import { WaymarkError } from '../core/errors.ts';
import { environmentNames, findEnvironment } from '../environments/registry.ts';
import { isProjection, type LoraSettings } from '../policy/lora.ts';
import { NOTE_RULES } from '../policy/notes.ts';
import { PROJECTIONS } from '../policy/weights.ts';

/** Raised whenever the same recipe would no longer give the same run. */
export const RECIPE_VERSION = 1;

/** Seeds are words of 32 bits. */
export const LARGEST_SEED = 0xffffffff;

/** Of an iteration's work, what a cheap evaluation in training may cost at most, on average. */
export const EVALUATION_SHARE = 0.15;

export interface NumberRange extends Readonly<Record<string, unknown>> {
  readonly kind: 'whole' | 'real';
  readonly low: number;
  readonly high: number;
}

/** What a setting may be: for forms, which must offer no other values than these. */
export type SettingRange =
  | NumberRange
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'switch' }
  | { readonly kind: 'text' };

/** Zero has one way to be written, so that a recipe and its text are the same. */
const oneZero = v.transform((value: number) => value + 0);

function whole(low: number, high: number) {
  const range = `must be a whole number from ${low} to ${high}`;
  const bounds = v.metadata<number, NumberRange>({ kind: 'whole', low, high });
  return v.pipe(v.number(range), v.integer(range), v.minValue(low, range), v.maxValue(high, range), oneZero, bounds);
}

function real(low: number, high: number) {
  const range = `must be a number from ${low} to ${high}`;
  const bounds = v.metadata<number, NumberRange>({ kind: 'real', low, high });
  return v.pipe(v.number(range), v.minValue(low, range), v.maxValue(high, range), oneZero, bounds);
}

function oneOf<const Options extends readonly string[]>(options: Options) {
  return v.picklist(options, `must be one of: ${options.join(', ')}`);
}

function named(pattern: RegExp, example: string) {
  const shape = `must look like ${example}`;
  return v.pipe(v.string(shape), v.regex(pattern, shape));
}

const TARGETS_RANGE = `must be one or more of ${PROJECTIONS.join(', ')}, each once, separated by commas`;

const START_OVER = 'Start from a preset and change what differs.';

const yesOrNo = v.boolean('must be true or false');

const ENTRIES = {
  version: v.literal(RECIPE_VERSION, `must be ${RECIPE_VERSION}`),
  /** Environment and level: `code-lake/4x4`. */
  environment: oneOf(
    environmentNames.flatMap((name) => findEnvironment(name).levels.map((level) => `${name}/${level}`)),
  ),
  /** The base model's folder: its name and the first 8 hex digits of its hash. */
  base: named(/^[a-z0-9][a-z0-9-]*-[0-9a-f]{8}$/, 'waymark-0123abcd'),
  seed: whole(0, LARGEST_SEED),
  iterations: whole(1, 65535),

  /** Packs per iteration, lives per pack (the group) and tasks per pack. */
  packs: whole(1, 256),
  groupSize: whole(2, 64),
  tasks: whole(2, 16),
  temperature: real(0.1, 2),
  /** Which notes lives read while training; `erased` and `shuffled` are ablations. */
  trainingNotes: oneOf(['kept', 'erased', 'shuffled']),
  /** What makes an update fail; see policy/notes.ts. */
  noteRule: oneOf(NOTE_RULES),

  /** What an episode is credited with: current and later rewards, its own task's, or all of its life. */
  credit: oneOf(['per-episode', 'per-task', 'per-life']),
  returns: oneOf(['sum', 'mean']),
  /** What returns are compared with; see advantages.ts. */
  baseline: oneOf(['group-mean', 'group-standardised', 'leave-one-out', 'batch-standardised']),
  /** Adaptive RED weight; see red-weight.ts. */
  redWeight: yesOrNo,
  /** Iterations in which update episodes are not trained. */
  frozenUpdateIterations: whole(0, 65535),

  loss: oneOf(['ppo', 'rec', 'rec-is']),
  clipLow: real(0, 1),
  clipHigh: real(0, 10),
  klCoefficient: real(0, 10),

  /** Optimiser steps per iteration, each on its random share of the episodes. */
  optimiserSteps: whole(1, 16),
  learningRate: real(0, 1),
  /** `linear` falls from the learning rate to nothing over the run. */
  learningRateSchedule: oneOf(['constant', 'linear']),
  beta1: real(0, 0.9999),
  beta2: real(0, 0.9999),
  epsilon: real(1e-12, 1e-2),
  weightDecay: real(0, 1),
  maxGradientNorm: real(1e-6, 1e6),

  loraRank: whole(1, 64),
  loraAlpha: real(0.01, 1024),
  /** The adapted matrices, separated by commas: `q_proj,v_proj`. */
  loraTargets: v.pipe(
    v.string(TARGETS_RANGE),
    v.check((text) => {
      const targets = text.split(',');
      return targets.every(isProjection) && new Set(targets).size === targets.length;
    }, TARGETS_RANGE),
  ),

  /** Held-out packs in a cheap evaluation; 0 never evaluates while training. */
  evaluationPacks: whole(0, 1000),
  /** Iterations between cheap evaluations, at least; more where they would take over 15 % of the work. */
  evaluationEvery: whole(1, 65535),
};

const schema = v.pipe(v.strictObject(ENTRIES), v.readonly());

export type Recipe = v.InferOutput<typeof schema>;

export type RecipeKey = keyof Recipe;

/** Every setting's name, in the order in which recipes are written. */
export const RECIPE_KEYS = Object.keys(ENTRIES) as readonly RecipeKey[];

/** What a setting may be. */
export function settingRange(key: RecipeKey): SettingRange {
  const entry = ENTRIES[key];
  switch (entry.type) {
    case 'picklist':
      return { kind: 'choice', options: entry.options };
    case 'boolean':
      return { kind: 'switch' };
    case 'number':
      return v.getMetadata(entry);
    case 'literal':
      return { kind: 'whole', low: RECIPE_VERSION, high: RECIPE_VERSION };
    case 'string':
      return { kind: 'text' };
  }
}

/**
 * Checks a recipe that came from outside: a link, a file, a form.
 * Throws `bad-recipe` naming the first setting that is unknown, missing or out of range, with the range it allows.
 */
export function parseRecipe(data: unknown): Recipe {
  const result = v.safeParse(schema, data);
  if (result.success) return result.output;
  const issue = result.issues[0];
  const key = v.getDotPath(issue);
  if (key === null) throw new WaymarkError('bad-recipe', 'A recipe is an object of settings.', START_OVER);
  if (!Object.hasOwn(ENTRIES, key)) {
    const message = `Recipe: there is no setting "${key}".`;
    throw new WaymarkError('bad-recipe', message, `Use: ${RECIPE_KEYS.join(', ')}.`);
  }
  if (issue.received === 'undefined') {
    throw new WaymarkError('bad-recipe', `Recipe: ${key} is missing.`, START_OVER);
  }
  const message = `Recipe: ${key} ${issue.message}; it is ${issue.received}.`;
  throw new WaymarkError('bad-recipe', message, `Correct it, or leave ${key} as a preset has it.`);
}

/** A recipe with some settings changed, checked again. Throws `bad-recipe` as `parseRecipe` does. */
export function changeRecipe(recipe: Recipe, changes: Readonly<Record<string, unknown>>): Recipe {
  return parseRecipe({ ...recipe, ...changes });
}

/** The settings in which a recipe differs from another: what a setup link carries. */
export function recipeDifferences(recipe: Recipe, from: Recipe): Partial<Recipe> {
  return Object.fromEntries(RECIPE_KEYS.filter((key) => recipe[key] !== from[key]).map((key) => [key, recipe[key]]));
}

/** The adapter that a recipe trains. */
export function loraOf(recipe: Recipe): LoraSettings {
  return {
    rank: recipe.loraRank,
    alpha: recipe.loraAlpha,
    targets: recipe.loraTargets.split(',').filter(isProjection),
  };
}
