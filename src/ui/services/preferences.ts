/** What this browser remembers of the visitor's taste: light or dark, and whether single keys are shortcuts. */

import { THEMES, USUAL_PREFERENCES, type PageStore, type Preferences } from '../state/page-state.ts';

const THEME_KEY = 'waymark-theme';
const SHORTCUTS_KEY = 'waymark-shortcuts';

/** Storage may be forbidden; then preferences last as long as the page. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Nothing to do: the choice still holds for this page.
  }
}

export function storedPreferences(): Preferences {
  const theme = recall(THEME_KEY);
  return {
    theme: THEMES.find((one) => one === theme) ?? USUAL_PREFERENCES.theme,
    shortcuts: recall(SHORTCUTS_KEY) !== 'off',
  };
}

/** Remembers every change from now on. */
export function rememberPreferences(store: PageStore): void {
  let known = store.state.preferences;
  store.subscribe(() => {
    const { preferences } = store.state;
    if (preferences.theme !== known.theme) remember(THEME_KEY, preferences.theme);
    if (preferences.shortcuts !== known.shortcuts) remember(SHORTCUTS_KEY, preferences.shortcuts ? 'on' : 'off');
    known = preferences;
  });
}
