import { beforeEach, describe, expect, it } from 'vitest';
import type { LanguageCode } from '../i18n/languages.ts';
import type { Speech } from '../services/language.ts';
import { createLanguageStore, type LanguageStore } from '../state/language-state.ts';
import { createPageStore, type PageStore } from '../state/page-state.ts';
import { parseRoute } from '../state/route.ts';
import { LanguageActions } from './language-actions.ts';

let store: LanguageStore;
let page: PageStore;
let spoken: LanguageCode[];
let remembered: LanguageCode[];
let shown: string[];
let reachable: boolean;

function actions(preferred: LanguageCode = 'en'): LanguageActions {
  const speech: Speech = {
    preferred: () => preferred,
    remember: (language) => remembered.push(language),
    speak: (language) => {
      spoken.push(language);
      return reachable ? Promise.resolve() : Promise.reject(new Error('no network'));
    },
  };
  const address = {
    show: (fragment: string) => void shown.push(fragment),
    replace: (fragment: string) => void shown.push(fragment),
    whole: (fragment: string) => fragment,
    reload: () => undefined,
  };
  return new LanguageActions(store, page, address, speech);
}

beforeEach(() => {
  store = createLanguageStore();
  page = createPageStore();
  [spoken, remembered, shown] = [[], [], []];
  reachable = true;
});

describe('at the beginning', () => {
  it('the page speaks what the browser remembers or prefers, and fetches nothing for English', async () => {
    await actions('ru').begin(parseRoute('#train'));
    expect(store.state.language).toBe('ru');
    store = createLanguageStore();
    spoken = [];
    await actions('en').begin(parseRoute(''));
    expect(spoken).toEqual([]);
  });

  it('a link’s language goes before, and is not remembered', async () => {
    await actions('ru').begin(parseRoute('#lab&lang=es'));
    expect(store.state.language).toBe('es');
    expect(remembered).toEqual([]);
  });

  it('a language that nobody knows is passed over', async () => {
    await actions('ru').begin(parseRoute('#lab&lang=tlh'));
    expect(store.state.language).toBe('ru');
  });
});

describe('the visitor’s choice', () => {
  it('is remembered, and no longer contradicted by the address', async () => {
    const route = parseRoute('#lab&hide=seed&lang=es');
    page.dispatch({ type: 'went', route });
    const language = actions();
    await language.begin(route);
    await language.setLanguage('zh-Hant');
    expect(store.state.language).toBe('zh-Hant');
    expect(remembered).toEqual(['zh-Hant']);
    expect(shown).toEqual(['#lab&hide=seed']);
  });

  it('leaves the language as it is where the texts cannot be fetched, says so, and can be tried again', async () => {
    reachable = false;
    const language = actions();
    await language.setLanguage('ru');
    expect(store.state).toEqual({ language: 'en', missing: 'ru' });
    reachable = true;
    await language.setLanguage('ru');
    expect(store.state).toEqual({ language: 'ru', missing: null });
  });
});
