/** What the choices of a setting are called: a few words for a sentence, and a line for a list to choose from. */

import { msg } from '@lit/localize';
import type { RecipeKey } from '../../learning/recipe.ts';

export interface ChoiceWords {
  readonly short: () => string;
  readonly long: () => string;
}

type Choices = Readonly<Record<string, ChoiceWords>>;

/** A choice whose line in the list says nothing that its name does not. */
function same(name: () => string): ChoiceWords {
  return { short: name, long: name };
}

const ENVIRONMENTS: Choices = {
  'code-lake/4x4': same(() => msg('code lake, 4 by 4')),
  'code-lake/5x5': same(() => msg('code lake, 5 by 5')),
  'code-lake/6x6': same(() => msg('code lake, 6 by 6')),
  'text-house/8x8': same(() => msg('text house, 3 looks')),
  'text-house/8x8-long': same(() => msg('text house, 4 looks')),
  'alchemy/4x6': same(() => msg('alchemy, 2 tries')),
  'alchemy/4x6-long': same(() => msg('alchemy, 3 tries')),
};

const CREDIT: Choices = {
  'per-episode': {
    short: () => msg('every note before it'),
    long: () => msg('Every note and move before it'),
  },
  'per-task': {
    short: () => msg('only its own task'),
    long: () => msg('Only its own task, and the note after'),
  },
  'per-life': {
    short: () => msg('the whole life'),
    long: () => msg('The whole life, even what came later'),
  },
};

const LOSS: Choices = {
  ppo: { short: () => msg('ppo'), long: () => msg('ppo: the ratio of probabilities, clipped') },
  rec: { short: () => msg('rec'), long: () => msg('rec: plain log-probability, words beyond the clip left out') },
  'rec-is': { short: () => msg('rec-is'), long: () => msg('rec-is: the ratio, words beyond the clip left out') },
};

const TRAINING_NOTES: Choices = {
  kept: { short: () => msg('kept'), long: () => msg('Kept: its own') },
  erased: { short: () => msg('erased'), long: () => msg('Erased: none at all') },
  shuffled: { short: () => msg('swapped'), long: () => msg('Swapped: those of a life in another world') },
};

const NOTE_RULE: Choices = {
  'lenient-cut': { short: () => msg('rarely'), long: () => msg('Rarely: long notes are cut') },
  lenient: { short: () => msg('when too long'), long: () => msg('When too long') },
  paper: { short: () => msg('when too long or empty'), long: () => msg('When too long or empty, and it costs 0.1') },
};

const RETURNS: Choices = {
  sum: same(() => msg('added')),
  mean: same(() => msg('averaged')),
};

const BASELINE: Choices = {
  'group-mean': { short: () => msg('group mean'), long: () => msg('The mean of its group') },
  'group-standardised': {
    short: () => msg('group mean and spread'),
    long: () => msg('The mean of its group, divided by the spread (GRPO)'),
  },
  'leave-one-out': {
    short: () => msg('the others’ mean'),
    long: () => msg('The mean of the others in its group (RLOO)'),
  },
  'batch-standardised': {
    short: () => msg('mean and spread of all'),
    long: () => msg('The mean of all lives, divided by the spread (REINFORCE++)'),
  },
};

const SCHEDULE: Choices = {
  constant: same(() => msg('stays')),
  linear: same(() => msg('falls to nothing')),
};

const SWITCH_WORDS: Choices = {
  true: same(() => msg('on')),
  false: same(() => msg('off')),
};

/** By setting and value; settings that are not chosen from a list are absent. */
export const CHOICE_WORDS: Readonly<Partial<Record<RecipeKey, Choices>>> = {
  environment: ENVIRONMENTS,
  credit: CREDIT,
  loss: LOSS,
  trainingNotes: TRAINING_NOTES,
  noteRule: NOTE_RULE,
  returns: RETURNS,
  baseline: BASELINE,
  learningRateSchedule: SCHEDULE,
  redWeight: SWITCH_WORDS,
};
