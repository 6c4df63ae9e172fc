/**
 * What an event of a run must look like when it comes back from storage or a file: the shapes of
 * learning/records.ts, checked at run time. A schema that no longer fits its type does not compile.
 */

import * as v from 'valibot';
import type { EngineDescription } from '../engines/engine.ts';
import { parseRecipe, type Recipe } from '../learning/recipe.ts';
import type { EvaluationRecord, IterationRecord, LifeRecord, RunEvent } from '../learning/records.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const real = v.pipe(v.number(), v.finite());
const words = v.array(v.string());
const control = v.picklist(['kept', 'erased', 'shuffled', 'oracle']);
const interval = v.object({ mean: real, low: real, high: real });

function controlTable<const Schema extends v.GenericSchema>(schema: Schema) {
  const optional = v.exactOptional(schema);
  return v.object({ kept: optional, erased: optional, shuffled: optional, oracle: optional });
}

/** A recipe, checked by `parseRecipe`, whose message is kept. */
export const recipeSchema = v.pipe(
  v.unknown(),
  v.rawTransform<unknown, Recipe>(({ dataset, addIssue, NEVER }) => {
    try {
      return parseRecipe(dataset.value);
    } catch (error) {
      addIssue({ message: error instanceof Error ? error.message : 'is not a recipe' });
      return NEVER;
    }
  }),
);

export const engineSchema = v.object({
  name: v.picklist(['onnx-native', 'onnx-wasm', 'webgpu']),
  detail: v.string(),
}) satisfies v.GenericSchema<unknown, EngineDescription>;

const trainedBy = { engine: engineSchema, computation: v.exactOptional(count) };

export const solveSchema = v.object({
  kind: v.literal('solve'),
  notes: words,
  turns: v.array(words),
  reward: real,
  outcome: v.string(),
});

const updateSchema = v.object({
  kind: v.literal('update'),
  oldNotes: words,
  written: words,
  notes: words,
  valid: v.boolean(),
  trueFacts: count,
  writtenFacts: count,
  worldFacts: count,
});

export const noteUseSchema = v.object({
  task: count,
  fact: words,
  writtenAfter: count,
  acted: v.boolean(),
  solvedWithout: v.boolean(),
});

export const lifeSchema = v.object({
  pack: v.string(),
  control,
  iteration: count,
  life: count,
  episodes: v.array(v.variant('kind', [solveSchema, updateSchema])),
  uses: v.exactOptional(v.array(noteUseSchema)),
}) satisfies v.GenericSchema<unknown, LifeRecord>;

export const iterationSchema = v.object({
  iteration: count,
  lives: count,
  success: v.array(real),
  coverage: v.array(real),
  accuracy: v.array(v.nullable(real)),
  noteLength: v.array(real),
  turns: v.exactOptional(v.array(real)),
  repeats: v.exactOptional(v.array(real)),
  solveEntropy: real,
  updateEntropy: real,
  loss: real,
  gradientNorm: real,
  klToOld: real,
  klToBase: real,
  clippedShare: real,
  tokensSeen: count,
  tokensGenerated: count,
  tokensTrained: count,
  rolloutSeconds: real,
  trainingSeconds: real,
  livesHash: v.exactOptional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'is no hash'))),
}) satisfies v.GenericSchema<unknown, IterationRecord>;

export const evaluationSchema = v.object({
  environment: v.string(),
  iteration: count,
  packs: count,
  length: count,
  success: controlTable(v.array(real)),
  intervals: controlTable(v.array(interval)),
  rise: interval,
  lift: interval,
  liftPositions: v.array(count),
  outcomes: controlTable(v.array(v.array(real))),
  seconds: real,
}) satisfies v.GenericSchema<unknown, EvaluationRecord>;

const conditionSchema = v.variant('kind', [
  v.object({ kind: v.literal('no-readers'), coverage: real, iteration: count }),
  v.object({ kind: v.literal('visible-lift'), iteration: count, lift: interval }),
]);

export const eventSchema = v.variant('type', [
  v.object({ type: v.literal('started'), run: v.string(), recipe: recipeSchema, ...trainedBy }),
  v.object({ type: v.literal('resumed'), run: v.string(), iteration: count, ...trainedBy }),
  v.object({ type: v.literal('iteration'), record: iterationSchema }),
  v.object({ type: v.literal('life'), record: lifeSchema }),
  v.object({ type: v.literal('evaluation'), record: evaluationSchema }),
  v.object({ type: v.literal('condition'), condition: conditionSchema }),
  v.object({ type: v.literal('finished'), iterations: count }),
]) satisfies v.GenericSchema<unknown, RunEvent>;
