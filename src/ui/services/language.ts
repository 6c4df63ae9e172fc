/** Makes the page speak a language: fetches its texts, which English does without, and tells the browser. */

import { configureLocalization, type LocaleModule } from '@lit/localize';
import { bestLanguage, isLanguageCode, LANGUAGE_CODES, type LanguageCode } from '../i18n/languages.ts';
import { setPresentLocale } from '../i18n/locale.ts';
import { recall, remember } from './preferences.ts';

/** How the page comes to speak a language; tests put another in its place. */
export interface Speech {
  /** What the browser remembers, or else the best of what it prefers. */
  preferred(): LanguageCode;
  remember(language: LanguageCode): void;
  /** Fetches the texts and puts them in use. Rejects where they cannot be fetched. */
  speak(language: LanguageCode): Promise<void>;
}

const LANGUAGE_KEY = 'waymark-language';
const SOURCE = 'en';

type Translated = Exclude<LanguageCode, typeof SOURCE>;

const FETCH: Readonly<Record<Translated, () => Promise<LocaleModule>>> = {
  'zh-Hans': () => import('../i18n/locales/zh-Hans.ts'),
  'zh-Hant': () => import('../i18n/locales/zh-Hant.ts'),
  ru: () => import('../i18n/locales/ru.ts'),
  es: () => import('../i18n/locales/es.ts'),
  'en-XA': () => import('../i18n/locales/en-XA.ts'),
};

const fetched = new Map<string, LocaleModule>();

const { setLocale } = configureLocalization({
  sourceLocale: SOURCE,
  targetLocales: LANGUAGE_CODES.filter((code) => code !== SOURCE),
  // Fetched beforehand, below: a fetch that fails in here could never be tried again.
  loadLocale: (code) => {
    const texts = fetched.get(code);
    return texts ? Promise.resolve(texts) : Promise.reject(new Error(`The texts of ${code} are not there.`));
  },
});

async function speak(language: LanguageCode): Promise<void> {
  if (language !== SOURCE && !fetched.has(language)) fetched.set(language, await FETCH[language]());
  await setLocale(language);
  setPresentLocale(language);
  document.documentElement.lang = language;
  document.documentElement.dir = 'ltr';
}

export const speech: Speech = {
  preferred: () => {
    const stored = recall(LANGUAGE_KEY);
    return isLanguageCode(stored) ? stored : bestLanguage(navigator.languages);
  },
  remember: (language) => remember(LANGUAGE_KEY, language),
  speak,
};
