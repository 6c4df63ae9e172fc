/**
 * Where the visitor is, as the address's fragment says it: the screen, then settings, as in `#lesson=notes-help&hide=seed`.
 * Nothing after the `#` is ever sent anywhere. Pure.
 */

export const SCREENS = ['watch', 'train', 'lab', 'library', 'lesson', 'bench', 'open'] as const;
export type ScreenName = (typeof SCREENS)[number];

/** Loads the code of a screen. Resolves when it can be shown, rejects where its code cannot be fetched. */
export type LoadScreen = (screen: ScreenName) => Promise<void>;

export interface Route {
  readonly screen: ScreenName;
  /** What is shown on it, where it can show several things: the name of a lesson, or what a shared link carries. */
  readonly item: string | null;
  /** The other entries of the fragment, for whoever knows them. */
  readonly settings: ReadonlyMap<string, string>;
}

export const HOME: Route = { screen: 'watch', item: null, settings: new Map() };

function isScreen(name: string): name is ScreenName {
  return SCREENS.some((screen) => screen === name);
}

/** The route of a fragment, `#` and all. A fragment that names no screen leads home, with its settings. */
export function parseRoute(fragment: string): Route {
  const entries = [...new URLSearchParams(fragment.replace(/^#/, ''))];
  const [first] = entries;
  if (!first || !isScreen(first[0])) return { ...HOME, settings: new Map(entries) };
  const [screen, item] = first;
  return { screen, item: item === '' ? null : item, settings: new Map(entries.slice(1)) };
}

/** The fragment of a route: `#train`, `#lesson=credit`. Home without settings has an empty one. */
export function formatRoute({ screen, item, settings }: Route): string {
  const rest = new URLSearchParams([...settings]).toString();
  if (screen === 'watch' && rest === '') return '';
  const head = item === null ? screen : `${screen}=${encodeURIComponent(item)}`;
  return `#${head}${rest === '' ? '' : `&${rest}`}`;
}
