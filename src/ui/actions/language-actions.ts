/** What the visitor can do with the language of the page: choose it, here or by a link such as `#train&lang=es`. */

import { isLanguageCode, type LanguageCode } from '../i18n/languages.ts';
import type { Address } from '../services/address.ts';
import type { Speech } from '../services/language.ts';
import type { LanguageStore } from '../state/language-state.ts';
import type { PageStore } from '../state/page-state.ts';
import { formatRoute, type Route } from '../state/route.ts';

/** The entry of the address that names a language. It goes before what the browser remembers, and is not remembered. */
const SETTING = 'lang';

export class LanguageActions {
  readonly #store: LanguageStore;
  readonly #page: PageStore;
  readonly #address: Address;
  readonly #speech: Speech;

  constructor(store: LanguageStore, page: PageStore, address: Address, speech: Speech) {
    this.#store = store;
    this.#page = page;
    this.#address = address;
    this.#speech = speech;
  }

  /** Speaks what the address asks for, or else what the browser remembers or prefers. Before anything is drawn. */
  async begin({ settings }: Route): Promise<void> {
    const wanted = settings.get(SETTING);
    await this.#speak(isLanguageCode(wanted) ? wanted : this.#speech.preferred());
  }

  /** The address has changed, and may ask for another language. */
  async follow({ settings }: Route): Promise<void> {
    const wanted = settings.get(SETTING);
    if (isLanguageCode(wanted)) await this.#speak(wanted);
  }

  /** The visitor has chosen a language: it is remembered, and the address no longer asks for another. */
  async setLanguage(language: LanguageCode): Promise<void> {
    this.#speech.remember(language);
    await this.#speak(language);
    const { route } = this.#page.state;
    if (!route.settings.has(SETTING)) return;
    const settings = new Map([...route.settings].filter(([name]) => name !== SETTING));
    this.#address.show(formatRoute({ ...route, settings }));
  }

  async #speak(language: LanguageCode): Promise<void> {
    if (language === this.#store.state.language) return;
    try {
      await this.#speech.speak(language);
    } catch {
      this.#store.dispatch({ type: 'language-missing', language });
      return;
    }
    this.#store.dispatch({ type: 'language-spoken', language });
  }
}
