/** What lies outside every element and follows the page's state: theme, projector mode, and the title of the tab. */

import type { LanguageStore } from '../state/language-state.ts';
import type { PageState, PageStore } from '../state/page-state.ts';
import { pageTitle } from '../words/screen-names.ts';

/** Shows the state on the page now and whenever it changes, and tells the state what the system wants. */
export function showAppearance(store: PageStore, language: LanguageStore): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const tell = (): void => store.dispatch({ type: 'system-scheme-changed', dark: dark.matches });
  dark.addEventListener('change', tell);
  tell();
  const frame = new BrowserFrame();
  const show = (): void => {
    const { state } = store;
    showTheme(state);
    frame.colour(state.preferences.theme !== 'system');
    document.title = pageTitle(state);
  };
  store.subscribe(show);
  language.subscribe(show);
  show();
}

function showTheme({ preferences, projector }: PageState): void {
  const { dataset } = document.documentElement;
  if (preferences.theme === 'system') delete dataset.theme;
  else dataset.theme = preferences.theme;
  if (projector) dataset.projector = '';
  else delete dataset.projector;
}

/** The browser's own frame around the page, which takes the page's colour: one for light, one for dark. */
class BrowserFrame {
  readonly #metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
  readonly #own = this.#metas.map(({ content }) => content);

  /** `chosen`: the visitor's theme stands whatever the system says. */
  colour(chosen: boolean): void {
    const ground = getComputedStyle(document.documentElement).backgroundColor;
    for (const [index, meta] of this.#metas.entries()) meta.content = chosen ? ground : (this.#own[index] ?? '');
  }
}
