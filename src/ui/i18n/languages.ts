/** The languages of the page: their codes, their own names, their plural forms, and which of them a visitor wants. */

/** Plural categories as `Intl.PluralRules` names them, in the order in which forms are written. */
export type PluralCategory = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/** Everything the page can speak. `en-XA` is English with accents and brackets, for tests: nobody is offered it. */
export const LANGUAGE_CODES = ['en', 'zh-Hans', 'zh-Hant', 'ru', 'es', 'en-XA'] as const;
export type LanguageCode = (typeof LANGUAGE_CODES)[number];

export interface Language {
  readonly code: LanguageCode;
  /** What its speakers call it. */
  readonly name: string;
}

/** The languages that visitors choose from. */
export const LANGUAGES: readonly Language[] = [
  { code: 'en', name: 'English' },
  { code: 'es', name: 'Español' },
  { code: 'ru', name: 'Русский' },
  { code: 'zh-Hans', name: '简体中文' },
  { code: 'zh-Hant', name: '繁體中文' },
];

/**
 * The plural forms that messages have in each language. Written down rather than asked of `Intl.PluralRules`, because
 * browsers of different years know different ones and the messages are the same for all.
 */
export const PLURAL_FORMS: Readonly<Record<LanguageCode, readonly PluralCategory[]>> = {
  en: ['one', 'other'],
  'zh-Hans': ['other'],
  'zh-Hant': ['other'],
  ru: ['one', 'few', 'many', 'other'],
  es: ['one', 'many', 'other'],
  'en-XA': ['one', 'other'],
};

/** Places where Chinese is written in traditional characters. */
const TRADITIONAL_REGIONS: ReadonlySet<string | undefined> = new Set(['TW', 'HK', 'MO']);

export function isLanguageCode(code: string | null | undefined): code is LanguageCode {
  return LANGUAGE_CODES.some((known) => known === code);
}

function parseTag(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    return null;
  }
}

/** The language for one tag of the browser's list, such as `zh-HK` or `es-419`; null where the page has none. */
function languageFor(tag: string): LanguageCode | null {
  const locale = parseTag(tag);
  if (locale === null) return null;
  if (locale.language === 'zh') {
    const traditional = locale.script === 'Hant' || (!locale.script && TRADITIONAL_REGIONS.has(locale.region));
    return traditional ? 'zh-Hant' : 'zh-Hans';
  }
  return LANGUAGES.find(({ code }) => code === locale.language)?.code ?? null;
}

/** The first of the browser's languages that the page speaks, or else English. */
export function bestLanguage(wanted: readonly string[]): LanguageCode {
  for (const tag of wanted) {
    const code = languageFor(tag);
    if (code !== null) return code;
  }
  return 'en';
}
