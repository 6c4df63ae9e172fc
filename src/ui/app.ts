/** The page put together: its stores, and the actions that change them. Elements get it by context. */

import { createContext } from '@lit/context';
import { LabActions } from './actions/lab-actions.ts';
import { LanguageActions, type Speech } from './actions/language-actions.ts';
import { LessonActions } from './actions/lesson-actions.ts';
import { PageActions, type Address, type LoadScreen } from './actions/page-actions.ts';
import { RunActions } from './actions/run-actions.ts';
import type { WorkerClient } from './services/worker-client.ts';
import { createLanguageStore, type LanguageStore } from './state/language-state.ts';
import { createLabStore, type LabStore } from './state/lab-state.ts';
import { createLessonStore, type LessonStore } from './state/lesson-state.ts';
import { createPageStore, type PageStore, type Preferences } from './state/page-state.ts';
import { createRunStore, type RunStore } from './state/run-reducer.ts';

export interface App {
  readonly language: LanguageStore;
  readonly lab: LabStore;
  readonly lesson: LessonStore;
  readonly page: PageStore;
  readonly run: RunStore;
  readonly actions: {
    readonly lab: LabActions;
    readonly language: LanguageActions;
    readonly lesson: LessonActions;
    readonly page: PageActions;
    readonly run: RunActions;
  };
}

/** What the page stands on; tests put others in their place. */
export interface AppParts {
  readonly client: WorkerClient;
  readonly address: Address;
  readonly loadScreen: LoadScreen;
  readonly speech: Speech;
  /** Opens the browser's print dialog. */
  readonly print: () => void;
  /** As this browser remembers them. */
  readonly preferences: Preferences;
  /** The visitor wants no motion: nothing plays by itself. */
  readonly still: boolean;
}

export function createApp({ client, address, loadScreen, speech, print, preferences, still }: AppParts): App {
  const page = createPageStore(preferences);
  const run = createRunStore(still);
  const language = createLanguageStore();
  const lab = createLabStore();
  const lesson = createLessonStore();
  return {
    lab,
    language,
    lesson,
    page,
    run,
    actions: {
      lab: new LabActions(client, lab, run),
      language: new LanguageActions(language, page, address, speech),
      lesson: new LessonActions(lesson, { loadScreen, print }),
      page: new PageActions(page, address, loadScreen),
      run: new RunActions(client, run),
    },
  };
}

export const appContext = createContext<App>(Symbol('app'));
