/** Which language the page speaks, and which it could not learn to speak. Pure. */

import type { LanguageCode } from '../i18n/languages.ts';
import { Store } from './store.ts';

export interface LanguageState {
  readonly language: LanguageCode;
  /** A language whose texts could not be fetched; the one before stays. */
  readonly missing: LanguageCode | null;
}

export type LanguageMessage =
  | { readonly type: 'language-spoken'; readonly language: LanguageCode }
  | { readonly type: 'language-missing'; readonly language: LanguageCode };

function reduceLanguage(state: LanguageState, message: LanguageMessage): LanguageState {
  switch (message.type) {
    case 'language-spoken':
      return { language: message.language, missing: null };
    case 'language-missing':
      return { ...state, missing: message.language };
  }
}

export type LanguageStore = Store<LanguageState, LanguageMessage>;

export function createLanguageStore(): LanguageStore {
  return new Store<LanguageState, LanguageMessage>({ language: 'en', missing: null }, reduceLanguage);
}
