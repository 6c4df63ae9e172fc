/** Runs as folders on the command line: `runs/code-lake-seed-1` is run `code-lake-seed-1` of the store in `runs`. */

import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Recipe } from '../../src/learning/recipe.ts';
import { loraOf } from '../../src/learning/recipe.ts';
import { writeAdapter } from '../../src/policy/peft.ts';
import type { BaseModel } from '../../src/policy/model.ts';
import { DirectoryStore } from '../../src/runs/directory-store.ts';

/** Where runs go when nothing is said. */
const RUNS = 'runs';

export interface RunFolder {
  readonly folder: string;
  /** The store's root. */
  readonly root: string;
  /** The run's id in it. */
  readonly run: string;
}

export function runFolder(folder: string): RunFolder {
  const path = resolve(folder);
  return { folder, root: dirname(path), run: basename(path) };
}

/** A folder for a new run that is not taken yet: `runs/code-lake-seed-1`, `runs/code-lake-seed-1-2`, ... */
export function newRunFolder(preset: string, seed: number, taken: (folder: string) => boolean = existsSync): string {
  const name = join(RUNS, `${preset}-seed-${seed}`);
  if (!taken(name)) return name;
  let number = 2;
  while (taken(`${name}-${number}`)) number++;
  return `${name}-${number}`;
}

/** The store of a run's folder, to read it. */
export function openForReading({ root }: RunFolder): DirectoryStore {
  return new DirectoryStore({ root, adapterFiles: () => new Map() });
}

/** The store of a run's folder, to train: beside each checkpoint lies its adapter in PEFT layout. */
export function openForTraining({ root }: RunFolder, base: BaseModel): DirectoryStore {
  const adapterFiles = (recipe: Recipe, values: Float32Array): ReadonlyMap<string, Uint8Array> =>
    new Map(Object.entries(writeAdapter({ settings: loraOf(recipe), values }, base.config, base.name)));
  return new DirectoryStore({ root, adapterFiles });
}
