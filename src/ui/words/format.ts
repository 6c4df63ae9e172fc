/** How figures, lists and times are written in the language of the page, in one place. All by `Intl`. */

import { msg, str } from '@lit/localize';
import { perLocale, presentLocale } from '../i18n/locale.ts';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;
/** Up to here a span is told in the smaller unit: 90 seconds, 90 minutes. */
const SMALLER_UNIT_UP_TO = 1.5;

const plain = perLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));
const signed = perLocale(
  (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0, signDisplay: 'exceptZero' }),
);
const conjunction = perLocale((locale) => new Intl.ListFormat(locale, { type: 'conjunction' }));
const day = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }));
const spans = {
  second: perLocale((locale) => unitFormat(locale, 'second')),
  minute: perLocale((locale) => unitFormat(locale, 'minute')),
  hour: perLocale((locale) => unitFormat(locale, 'hour')),
} as const;

function unitFormat(locale: string, unit: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0 });
}

/** A whole number: `12,345`. */
export function whole(value: number): string {
  return plain().format(value);
}

/** `a`, `a and b`, `a, b and c`. Items that hold commas themselves are parted by semicolons. */
export function list(items: readonly string[], parting: 'comma' | 'semicolon' = 'comma'): string {
  if (items.length === 0) return msg('none');
  if (parting === 'comma') return conjunction().format(items);
  return conjunction()
    .formatToParts(items)
    .map(({ type, value }) => (type === 'literal' ? value.replace(',', ';').replace('、', '；') : value))
    .join('');
}

/** Sentences one after the other, with the gap between them that the language wants. */
export function inSequence(sentences: readonly string[]): string {
  return sentences.join(presentLocale().startsWith('zh') ? '' : ' ');
}

/** A share as a whole percentage, `31`, without its sign. */
export function percent(share: number): string {
  return plain().format(Math.round(share * 100));
}

/** A difference of shares in whole points with its sign: `+41`, `−2`, `0`. */
export function points(difference: number): string {
  // Adding 0 turns the negative zero of rounding into the plain one.
  return signed()
    .format(Math.round(difference * 100) + 0)
    .replace('-', '−');
}

/** A time span as far as one can rely on it: `about 40 secs`, `about 3 mins`. */
export function duration(seconds: number): string {
  const span = (unit: keyof typeof spans, value: number): string => spans[unit]().format(value);
  const about = (text: string): string => msg(str`about ${text}`);
  if (seconds < SMALLER_UNIT_UP_TO * MINUTE_SECONDS) {
    return about(span('second', Math.max(1, Math.round(seconds / 5) * 5)));
  }
  if (seconds < SMALLER_UNIT_UP_TO * HOUR_SECONDS) return about(span('minute', Math.round(seconds / MINUTE_SECONDS)));
  return about(span('hour', Math.round(seconds / HOUR_SECONDS)));
}

/** The day of a time in milliseconds since 1970: `30 Nov 2026`. */
export function date(milliseconds: number): string {
  return day().format(milliseconds);
}
