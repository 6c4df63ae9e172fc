/** Recipes to start from, each as a sentence that says what it shows. The last ones are ablations, all of them real. */

import { msg } from '@lit/localize';
import type { Recipe } from '../../learning/recipe.ts';

export interface Start {
  readonly preset: string;
  /** What differs from the preset. */
  readonly changes: Partial<Recipe>;
  readonly sentence: () => string;
}

export const STARTS: readonly Start[] = [
  {
    preset: 'code-lake-light',
    changes: {},
    sentence: () => msg('The lake, light: a few minutes in a tab'),
  },
  { preset: 'code-lake', changes: {}, sentence: () => msg('The lake, in full: twice the lives') },
  { preset: 'text-house', changes: {}, sentence: () => msg('The house: where does everything belong?') },
  { preset: 'alchemy', changes: {}, sentence: () => msg('Alchemy: which pair makes what?') },
  {
    preset: 'code-lake-light',
    changes: { trainingNotes: 'shuffled' },
    sentence: () => msg('Strangers: everyone reads another world’s notes'),
  },
  {
    preset: 'code-lake-light',
    changes: { trainingNotes: 'erased' },
    sentence: () => msg('No readers: notes are erased while it trains'),
  },
  {
    preset: 'code-lake-light',
    changes: { credit: 'per-task' },
    sentence: () => msg('No patience: each task is paid for by itself'),
  },
];
