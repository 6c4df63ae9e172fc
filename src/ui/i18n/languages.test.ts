import { describe, expect, it } from 'vitest';
import config from '../../../lit-localize.json' with { type: 'json' };
import { bestLanguage, isLanguageCode, LANGUAGE_CODES, LANGUAGES, PLURAL_FORMS } from './languages.ts';

describe('the language for a visitor', () => {
  it.each([
    [['de-DE', 'es-419', 'en'], 'es'],
    [['ru-RU'], 'ru'],
    [['zh-CN'], 'zh-Hans'],
    [['zh'], 'zh-Hans'],
    [['zh-SG'], 'zh-Hans'],
    [['zh-TW'], 'zh-Hant'],
    [['zh-HK'], 'zh-Hant'],
    [['zh-Hant-CN'], 'zh-Hant'],
    [['zh-Hans-TW'], 'zh-Hans'],
    [['en-GB', 'ru'], 'en'],
    [['de', 'fr'], 'en'],
    [[], 'en'],
    [['not a tag!', 'es'], 'es'],
  ])('of %j is %s', (wanted, code) => {
    expect(bestLanguage(wanted)).toBe(code);
  });
});

describe('the languages', () => {
  it('are those that messages are translated into, the pseudo-locale aside', () => {
    expect([...LANGUAGE_CODES].sort()).toEqual([config.sourceLocale, ...config.targetLocales, 'en-XA'].sort());
    expect(LANGUAGES.map(({ code }) => code).sort()).toEqual([config.sourceLocale, ...config.targetLocales].sort());
    expect(isLanguageCode('en-XA')).toBe(true);
    expect(isLanguageCode('de')).toBe(false);
  });

  it('have the plural forms that their own rules ask for', () => {
    for (const code of LANGUAGE_CODES) {
      const { pluralCategories } = new Intl.PluralRules(code).resolvedOptions();
      expect([...PLURAL_FORMS[code]].sort(), code).toEqual([...pluralCategories].sort());
    }
  });
});
