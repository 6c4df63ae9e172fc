/** Values of settings in words: as a slot of the sentence shows them, what may be entered, what is wrong with one. */

import { msg, str } from '@lit/localize';
import { settingRange, type Recipe, type RecipeKey } from '../../learning/recipe.ts';
import { counted } from '../i18n/counted.ts';
import { perLocale } from '../i18n/locale.ts';
import { CHOICE_WORDS, type ChoiceWords } from './train-choices.ts';
import { SETTING_WORDS } from './train-settings.ts';

const figures = perLocale(
  (locale) => new Intl.NumberFormat(locale, { maximumSignificantDigits: 9, useGrouping: false }),
);

/** A number of any size as people write it: `0.01`, `16`. */
export function figure(value: number): string {
  return figures().format(value);
}

/** What a choice is called; the name itself where it has none. */
export function choiceWords(key: RecipeKey, value: string): ChoiceWords {
  return CHOICE_WORDS[key]?.[value] ?? { short: () => value, long: () => value };
}

/** Settings that the sentence counts, so that their noun follows the number. */
const COUNTED: Readonly<Partial<Record<RecipeKey, () => string>>> = {
  packs: () => msg('{n} pack|{n} packs'),
  tasks: () => msg('{n} task|{n} tasks'),
  groupSize: () => msg('{n} life|{n} lives'),
  iterations: () => msg('{n} iteration|{n} iterations'),
};

/** A value in a few words: `16 packs`, `every note before it`, `0.01`. */
export function valueWords(key: RecipeKey, value: Recipe[RecipeKey]): string {
  if (typeof value !== 'number') return choiceWords(key, String(value)).short();
  const forms = COUNTED[key];
  return forms ? counted(value, forms()) : figure(value);
}

/** A value without its noun, for tables and lists of changes. */
export function bareValue(key: RecipeKey, value: Recipe[RecipeKey]): string {
  return typeof value === 'number' ? figure(value) : choiceWords(key, String(value)).short();
}

/** What may be entered: `Any whole number from 1 to 256.`; empty where one chooses from a list. */
export function rangeWords(key: RecipeKey): string {
  const range = settingRange(key);
  switch (range.kind) {
    case 'whole':
      return msg(str`Any whole number from ${figure(range.low)} to ${figure(range.high)}.`);
    case 'real':
      return msg(str`Any number from ${figure(range.low)} to ${figure(range.high)}.`);
    case 'text':
      return msg('Names of matrices, each once, separated by commas.');
    case 'choice':
    case 'switch':
      return '';
  }
}

/** Why a value was not taken, and what would be: for the field that it stays in. */
export function refusalWords(key: RecipeKey, text: string): string {
  const label = SETTING_WORDS[key].label();
  return msg(str`“${text}” cannot be the value of “${label}”. ${rangeWords(key)}`);
}
