/** Counted things in any language: the form that the language's plural rules ask for, with the number in it. */

import { presentLocale } from './locale.ts';

/** The order in which forms are written. Languages have two, one, or more of these categories. */
const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/**
 * `counted(3, msg('{n} task|{n} tasks'))` is `3 tasks`. Forms stand in the order of the language's own categories, as
 * `Intl.PluralRules` names them, separated by `|`: English has `one|other`, Russian `one|few|many|other`, Chinese
 * `other` alone. Throws a `RangeError` when there is another number of forms than the language has categories.
 */
export function counted(count: number, forms: string): string {
  const rules = new Intl.PluralRules(presentLocale());
  const { pluralCategories } = rules.resolvedOptions();
  const known = CATEGORIES.filter((category) => pluralCategories.includes(category));
  const written = forms.split('|');
  if (written.length !== known.length) {
    throw new RangeError(`"${forms}" has ${written.length} forms; ${presentLocale()} has ${known.length}.`);
  }
  const form = written[known.indexOf(rules.select(count) as (typeof CATEGORIES)[number])];
  return form.replaceAll('{n}', new Intl.NumberFormat(presentLocale()).format(count));
}
