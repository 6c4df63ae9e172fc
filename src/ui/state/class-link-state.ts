/** What a teacher has chosen for a class link: where it leads, which run it proposes, and which controls it takes away. Pure. */

import { findPreset } from '../../learning/presets.ts';
import { changeRecipe, type Recipe } from '../../learning/recipe.ts';
import { formatRoute, type Route } from './route.ts';
import { formatSettings } from './settings-link.ts';
import { Store } from './store.ts';

/** Where a class may begin: a screen, or a lesson by its name. */
export interface Start {
  readonly screen: Extract<Route['screen'], 'watch' | 'train' | 'lab' | 'lesson'>;
  readonly item: string | null;
}

export interface ProposedRun {
  readonly preset: string;
  /** What differs from the preset. */
  readonly changes: Partial<Recipe>;
  readonly seed: number;
}

export interface ClassLinkState {
  readonly start: Start;
  /** The run that training begins with; null leaves the choice to the page. */
  readonly run: ProposedRun | null;
  /** Names of the controls that are taken away. */
  readonly hidden: ReadonlySet<string>;
  /** What became of the last wish to copy; null after every change. */
  readonly copied: 'done' | 'refused' | null;
}

export type ClassLinkMessage =
  | { readonly type: 'start-chosen'; readonly start: Start }
  | { readonly type: 'run-chosen'; readonly run: ClassLinkState['run'] }
  | { readonly type: 'control-ticked'; readonly name: string; readonly stays: boolean }
  | { readonly type: 'copied'; readonly copied: 'done' | 'refused' };

export const FIRST_CLASS_LINK: ClassLinkState = {
  start: { screen: 'watch', item: null },
  run: null,
  hidden: new Set(),
  copied: null,
};

export function reduceClassLink(state: ClassLinkState, message: ClassLinkMessage): ClassLinkState {
  switch (message.type) {
    case 'start-chosen':
      return { ...state, start: message.start, copied: null };
    case 'run-chosen':
      return { ...state, run: message.run, copied: null };
    case 'control-ticked': {
      const others = [...state.hidden].filter((name) => name !== message.name);
      return { ...state, hidden: new Set(message.stays ? others : [...others, message.name]), copied: null };
    }
    case 'copied':
      return { ...state, copied: message.copied };
  }
}

function settingsOf({ run, hidden }: ClassLinkState): ReadonlyMap<string, string> {
  const names = [...hidden];
  if (!run) return new Map(names.length === 0 ? [] : [['hide', names.join(',')]]);
  const { recipe } = findPreset(run.preset);
  const proposed = changeRecipe(recipe, { ...run.changes, seed: run.seed });
  return new Map(new URLSearchParams(formatSettings(run.preset, proposed, names)));
}

/** The fragment of the link: `#lesson=notes-help&hide=seed,rank`. */
export function classLinkFragment(state: ClassLinkState): string {
  const fragment = formatRoute({ ...state.start, settings: settingsOf(state) });
  return fragment === '' ? '#watch' : fragment;
}

export type ClassLinkStore = Store<ClassLinkState, ClassLinkMessage>;

export function createClassLinkStore(): ClassLinkStore {
  return new Store(FIRST_CLASS_LINK, reduceClassLink);
}
