/** Counted things in any language: the form that the language's plural rules ask for, with the number in it. */

import { PLURAL_FORMS } from './languages.ts';
import { perLocale, presentLocale } from './locale.ts';

const rules = perLocale((locale) => new Intl.PluralRules(locale));
const figures = perLocale((locale) => new Intl.NumberFormat(locale));

/**
 * `counted(3, msg('{n} task|{n} tasks'))` is `3 tasks`. Forms stand in the order of the language's own categories
 * (`PLURAL_FORMS`), separated by `|`: English has `one|other`, Russian `one|few|many|other`, Chinese `other` alone.
 * Throws a `RangeError` when there is another number of forms than the language has categories.
 */
export function counted(count: number, forms: string): string {
  const categories = PLURAL_FORMS[presentLocale()];
  const written = forms.split('|');
  if (written.length !== categories.length) {
    throw new RangeError(`"${forms}" has ${written.length} forms; ${presentLocale()} has ${categories.length}.`);
  }
  // A browser of another year may name a category that the messages do not have; `other`, the last, is never wrong.
  const place = categories.indexOf(rules().select(count));
  return (written[place] ?? written[written.length - 1]).replaceAll('{n}', figures().format(count));
}
