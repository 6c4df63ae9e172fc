/** Which language the page speaks now. Texts are `msg()` of @lit/localize; this is for numbers and plurals. */

/** Set once before anything is drawn, and again with another language. */
let present = 'en';

export function presentLocale(): string {
  return present;
}

export function setPresentLocale(locale: string): void {
  present = locale;
}
