/** What the page knows about itself: where the visitor is, how it is shown, and what is open over it. Pure. */

import { HOME, type Route, type ScreenName } from './route.ts';
import { Store } from './store.ts';

/** Light or dark as the visitor wants it, or as the system has it. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** What the browser remembers of the visitor's taste. */
export interface Preferences {
  readonly theme: Theme;
  /** Single keys are shortcuts. */
  readonly shortcuts: boolean;
}

export const USUAL_PREFERENCES: Preferences = { theme: 'system', shortcuts: true };

/** What can be opened over the page, one at a time. */
export type Sheet = 'keys' | 'class-link' | 'share';

/** A screen whose code could not be fetched. */
export interface MissingScreen {
  readonly route: Route;
  /** How often it was tried. */
  readonly tries: number;
}

export interface PageState {
  readonly route: Route;
  /** The screen being fetched; the one before stays in sight meanwhile. */
  readonly coming: ScreenName | null;
  /** Stands in the screen's place until another attempt succeeds. */
  readonly missing: MissingScreen | null;
  /** Names of the controls that the address takes away: see `hidden`. */
  readonly hiddenControls: ReadonlySet<string>;
  /** Large type, high contrast, few controls: for a room. Never remembered. */
  readonly projector: boolean;
  readonly preferences: Preferences;
  /** The system is set to dark. */
  readonly systemDark: boolean;
  readonly sheet: Sheet | null;
}

export type PageMessage =
  | { readonly type: 'coming'; readonly screen: ScreenName }
  | { readonly type: 'went'; readonly route: Route }
  | { readonly type: 'screen-missing'; readonly route: Route }
  | { readonly type: 'projector-switched'; readonly projector: boolean }
  | { readonly type: 'theme-chosen'; readonly theme: Theme }
  | { readonly type: 'system-scheme-changed'; readonly dark: boolean }
  | { readonly type: 'shortcuts-switched'; readonly on: boolean }
  | { readonly type: 'sheet-opened'; readonly sheet: Sheet }
  | { readonly type: 'sheet-closed'; readonly sheet: Sheet };

export function firstPage(preferences = USUAL_PREFERENCES): PageState {
  return {
    route: HOME,
    coming: null,
    missing: null,
    hiddenControls: new Set(),
    projector: false,
    preferences,
    systemDark: false,
    sheet: null,
  };
}

/** The controls that a route takes away: `hide=seed,rank`. Names that nobody knows are named by the link's check. */
function hiddenControls({ settings }: Route): ReadonlySet<string> {
  return new Set((settings.get('hide') ?? '').split(',').filter((name) => name !== ''));
}

export function reducePage(state: PageState, message: PageMessage): PageState {
  switch (message.type) {
    case 'coming':
      return { ...state, coming: message.screen };
    case 'went': {
      const { route } = message;
      return { ...state, route, coming: null, missing: null, hiddenControls: hiddenControls(route), sheet: null };
    }
    case 'screen-missing': {
      const { route } = message;
      const again = state.missing?.route.screen === route.screen ? state.missing.tries : 0;
      return { ...state, coming: null, missing: { route, tries: again + 1 }, sheet: null };
    }
    case 'projector-switched':
      return { ...state, projector: message.projector, sheet: null };
    case 'theme-chosen':
      return { ...state, preferences: { ...state.preferences, theme: message.theme } };
    case 'system-scheme-changed':
      return { ...state, systemDark: message.dark };
    case 'shortcuts-switched':
      return { ...state, preferences: { ...state.preferences, shortcuts: message.on } };
    case 'sheet-opened':
      return { ...state, sheet: message.sheet };
    case 'sheet-closed':
      // Another one may have been opened before the browser says that this one is gone.
      return state.sheet === message.sheet ? { ...state, sheet: null } : state;
  }
}

/** Light or dark, as it is on screen now. Read it in `render` to be drawn again with other colours. */
export function colourScheme({ preferences, systemDark }: PageState): 'light' | 'dark' {
  if (preferences.theme !== 'system') return preferences.theme;
  return systemDark ? 'dark' : 'light';
}

/**
 * Whether a class link has taken a control away. Every element asks this before it draws a control of the table in
 * controls.ts: `hidden(this.app.page.state, 'seed') ? nothing : …`. Names that nobody knows hide nothing.
 */
export function hidden(state: PageState, control: string): boolean {
  return state.hiddenControls.has(control);
}

/** The screen on which shortcuts act and which the tabs mark. */
export function presentScreen({ route, missing }: PageState): ScreenName {
  return missing?.route.screen ?? route.screen;
}

export type PageStore = Store<PageState, PageMessage>;

export function createPageStore(preferences?: Preferences): PageStore {
  return new Store(firstPage(preferences), reducePage);
}
