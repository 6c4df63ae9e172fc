/** What this browser remembers of the visitor's taste: light or dark, and whether single keys are shortcuts. */

export type Theme = 'light' | 'dark';

const THEME_KEY = 'waymark-theme';
const SHORTCUTS_KEY = 'waymark-shortcuts';

/** Storage may be forbidden; then preferences last as long as the page. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Nothing to do: the choice still holds for this page.
  }
}

/** The theme on screen: the visitor's choice, or the system's. */
function presentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Puts the remembered choice, if there is one, back on the page. */
export function applyStoredTheme(): void {
  const stored = read(THEME_KEY);
  if (stored === 'light' || stored === 'dark') document.documentElement.dataset.theme = stored;
}

export function switchTheme(): void {
  const theme: Theme = presentTheme() === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme;
  write(THEME_KEY, theme);
}

export function shortcutsOn(): boolean {
  return read(SHORTCUTS_KEY) !== 'off';
}

export function switchShortcuts(on: boolean): void {
  write(SHORTCUTS_KEY, on ? 'on' : 'off');
}
