/** Which language the page speaks now. Texts are `msg()` of @lit/localize; this is for numbers, lists and plurals. */

import type { LanguageCode } from './languages.ts';

/** Set once before anything is drawn, and again with another language. */
let present: LanguageCode = 'en';

export function presentLocale(): LanguageCode {
  return present;
}

export function setPresentLocale(locale: LanguageCode): void {
  present = locale;
}

/** The locale to give to `Intl`: the page's English is British. */
function intlLocale(): string {
  return present === 'en' ? 'en-GB' : present;
}

/**
 * A formatter of `Intl` that is made once for each language: making one costs more than hundreds of uses of it.
 * `const whole = perLocale((locale) => new Intl.NumberFormat(locale))` and then `whole().format(3)`.
 */
export function perLocale<Formatter>(make: (locale: string) => Formatter): () => Formatter {
  const made = new Map<string, Formatter>();
  return () => {
    const locale = intlLocale();
    const known = made.get(locale) ?? make(locale);
    made.set(locale, known);
    return known;
  };
}
