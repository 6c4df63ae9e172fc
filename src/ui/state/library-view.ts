/** The stored runs as the library lists them: forks under what they were forked from, the site's own run last. Pure. */

import type { EvaluationRecord } from '../../learning/records.ts';
import type { Recipe } from '../../learning/recipe.ts';
import type { Recording } from '../../runs/recording.ts';
import type { LibraryRun } from '../../worker/library-protocol.ts';
import { RECORDED, type LibraryState } from './library-state.ts';

export interface LibraryEntry {
  /** A run's id, or `RECORDED`. */
  readonly key: string;
  /** Null for the run that the site ships: it can be compared with and nothing else. */
  readonly run: LibraryRun | null;
  readonly recipe: Recipe;
  readonly iteration: number;
  readonly evaluation: EvaluationRecord | null;
  /** How deep in the tree of forks: 0 for a run that was not forked from one in the list. */
  readonly depth: number;
  readonly parent: LibraryRun | null;
}

/** A fork stands under its parent; among themselves, runs stand as they are given. */
function inTree(runs: readonly LibraryRun[]): readonly LibraryEntry[] {
  const ids = new Map(runs.map((run) => [run.run, run]));
  const entries: LibraryEntry[] = [];
  const add = (run: LibraryRun, parent: LibraryRun | null, depth: number): void => {
    const { recipe, iteration, evaluation } = run;
    entries.push({ key: run.run, run, recipe, iteration, evaluation, depth, parent });
    for (const child of runs) if (child.parent === run.run) add(child, run, depth + 1);
  };
  for (const run of runs) if (run.parent === null || !ids.has(run.parent)) add(run, null, 0);
  return entries;
}

export function libraryEntries({ runs }: LibraryState, recording: Recording | null): readonly LibraryEntry[] {
  const stored = inTree(runs ?? []);
  if (!recording) return stored;
  const { recipe, iterations: iteration, evaluation } = recording;
  return [...stored, { key: RECORDED, run: null, recipe, iteration, evaluation, depth: 0, parent: null }];
}

/** The entries that are compared, in the order in which they were chosen. */
export function comparedEntries({ compared }: LibraryState, entries: readonly LibraryEntry[]): readonly LibraryEntry[] {
  return compared.flatMap((key) => entries.find((entry) => entry.key === key) ?? []);
}
