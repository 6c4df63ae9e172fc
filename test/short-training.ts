/** Short training of the reference base on the lake, on any engine, and what must come of it. */

import { expect } from 'vitest';
import type { Engine } from '../src/engines/engine.ts';
import { findPreset } from '../src/learning/presets.ts';
import { changeRecipe, type Recipe } from '../src/learning/recipe.ts';
import type { IterationRecord } from '../src/learning/records.ts';
import { Trainer } from '../src/learning/trainer.ts';
import type { WordTokenizer } from '../src/policy/tokenizer.ts';

/**
 * Short lives, so that few tokens are needed: one update, and one task that can profit from it. Seeds differ in when
 * notes take off; with this one they do so early.
 */
export const SHORT = changeRecipe(findPreset('code-lake').recipe, { tasks: 2, iterations: 11, evaluationPacks: 0 });

/** Fewer iterations, for where processors play graphics devices: success has begun to rise, and so have true notes. */
export const SHORTER = changeRecipe(SHORT, { iterations: 7 });

/** The same, learning nothing. */
export const STILL = changeRecipe(SHORT, { learningRate: 0, iterations: 2 });

/** Carries a recipe out; the engine has an adapter of its shape. */
export async function train(
  recipe: Recipe,
  engine: Engine,
  tokenizer: WordTokenizer,
): Promise<readonly IterationRecord[]> {
  const trainer = await Trainer.create(recipe, { engine, tokenizer });
  const records: IterationRecord[] = [];
  while (!trainer.finished) {
    for await (const event of trainer.iterate()) if (event.type === 'iteration') records.push(event.record);
  }
  return records;
}

/** Mean over the iterations of the share of facts that stand in the notes. */
export function coverage(records: readonly IterationRecord[]): number {
  return records.reduce((sum, record) => sum + record.coverage[0], 0) / records.length;
}

/** Mean over the iterations of success at a position. */
export function success(records: readonly IterationRecord[], position: number): number {
  return records.reduce((sum, record) => sum + record.success[position], 0) / records.length;
}

/** After `SHORT`: 384 lives each. The base solves about one task in seven and notes an eighth of the facts. */
export function expectLearning(records: readonly IterationRecord[]): void {
  expect(success(records.slice(0, 3), 0)).toBeLessThan(0.22);
  expect(success(records.slice(-3), 0)).toBeGreaterThan(0.22);
  expect(success(records.slice(-3), 1)).toBeGreaterThan(success(records.slice(-3), 0) + 0.05);
  expect(coverage(records.slice(0, 3))).toBeLessThan(0.2);
  expect(coverage(records.slice(-3))).toBeGreaterThan(0.3);
}

/** After `SHORTER`: 768 tasks in the last three iterations. Without learning, .15 of tasks and .13 of facts. */
export function expectFirstLearning(records: readonly IterationRecord[]): void {
  const last = records.slice(-3);
  expect((success(last, 0) + success(last, 1)) / 2).toBeGreaterThan(0.21);
  expect(coverage(last)).toBeGreaterThan(0.2);
}

/** After `STILL`. */
export function expectNoLearning(records: readonly IterationRecord[]): void {
  expect(success(records, 1)).toBeLessThan(0.22);
  expect(coverage(records)).toBeLessThan(0.2);
}
