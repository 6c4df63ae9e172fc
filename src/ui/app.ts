/** The page put together: its stores, and the actions that change them. Elements get it by context. */

import { createContext } from '@lit/context';
import { BenchActions } from './actions/bench-actions.ts';
import { ClassLinkActions } from './actions/class-link-actions.ts';
import { HandOverActions } from './actions/hand-over-actions.ts';
import { LabActions } from './actions/lab-actions.ts';
import { ConditionActions, type ConditionServices } from './actions/condition-actions.ts';
import { LanguageActions } from './actions/language-actions.ts';
import { LessonActions } from './actions/lesson-actions.ts';
import { LibraryActions } from './actions/library-actions.ts';
import { OpenActions } from './actions/open-actions.ts';
import { PageActions } from './actions/page-actions.ts';
import { RunActions } from './actions/run-actions.ts';
import { ShareActions } from './actions/share-actions.ts';
import type { BenchServices } from './services/bench-run.ts';
import type { Address } from './services/address.ts';
import type { CopyText } from './services/clipboard.ts';
import type { Speech } from './services/language.ts';
import type { LibraryServices } from './services/library-services.ts';
import type { ShareServices } from './services/share-services.ts';
import type { SharedLinks } from './services/shared-links.ts';
import { TrainActions } from './actions/train-actions.ts';
import { WatchActions, type Recordings } from './actions/watch-actions.ts';
import type { WallClock } from './services/clock.ts';
import type { WorkerClient } from './services/worker-client.ts';
import { createClassLinkStore, type ClassLinkStore } from './state/class-link-state.ts';
import { createBenchStore, type BenchStore } from './state/bench-state.ts';
import { createConditionsStore, type Condition, type ConditionsStore } from './state/conditions-state.ts';
import { createLanguageStore, type LanguageStore } from './state/language-state.ts';
import { createLabStore, type LabStore } from './state/lab-state.ts';
import { createLessonStore, type LessonStore } from './state/lesson-state.ts';
import { createLibraryStore, type LibraryStore } from './state/library-state.ts';
import { createOpenStore, type OpenStore } from './state/open-state.ts';
import { createPageStore, type PageStore, type Preferences } from './state/page-state.ts';
import type { LoadScreen } from './state/route.ts';
import { createShareStore, type ShareStore } from './state/share-state.ts';
import { createTrainStore, type TrainStore } from './state/train-state.ts';
import { createRunStore, type RunStore } from './state/run-reducer.ts';

export interface App {
  readonly bench: BenchStore;
  readonly classLink: ClassLinkStore;
  readonly conditions: ConditionsStore;
  readonly language: LanguageStore;
  readonly lab: LabStore;
  readonly lesson: LessonStore;
  readonly library: LibraryStore;
  readonly open: OpenStore;
  readonly page: PageStore;
  readonly run: RunStore;
  readonly share: ShareStore;
  readonly train: TrainStore;
  readonly actions: {
    readonly bench: BenchActions;
    readonly classLink: ClassLinkActions;
    readonly conditions: ConditionActions;
    readonly handOver: HandOverActions;
    readonly lab: LabActions;
    readonly language: LanguageActions;
    readonly lesson: LessonActions;
    readonly library: LibraryActions;
    readonly open: OpenActions;
    readonly page: PageActions;
    readonly run: RunActions;
    readonly share: ShareActions;
    readonly train: TrainActions;
    readonly watch: WatchActions;
  };
}

/** What the page stands on; tests put others in their place. */
export interface AppParts {
  readonly bench: BenchServices;
  readonly client: WorkerClient;
  readonly address: Address;
  readonly copy: CopyText;
  readonly library: LibraryServices;
  readonly links: SharedLinks;
  readonly loadScreen: LoadScreen;
  readonly recordings: Recordings;
  readonly share: ShareServices;
  readonly speech: Speech;
  readonly conditions: ConditionServices;
  /** What the visitor was told earlier in this visit. */
  readonly told: readonly Condition[];
  readonly clock: WallClock;
  /** A whole number from 0, another each time; services/draw.ts in the product. */
  readonly draw: () => number;
  /** Opens the browser's print dialog. */
  readonly print: () => void;
  /** As this browser remembers them. */
  readonly preferences: Preferences;
  /** The visitor wants no motion: nothing plays by itself. */
  readonly still: boolean;
}

export function createApp(parts: AppParts): App {
  const { client, address, loadScreen, speech, print, preferences, still } = parts;
  const page = createPageStore(preferences);
  const run = createRunStore(still);
  const classLink = createClassLinkStore();
  const conditions = createConditionsStore(parts.told);
  const language = createLanguageStore();
  const lab = createLabStore();
  const lesson = createLessonStore();
  const library = createLibraryStore();
  const open = createOpenStore();
  const share = createShareStore();
  const train = createTrainStore();
  const bench = createBenchStore();
  return {
    bench,
    classLink,
    conditions,
    lab,
    language,
    lesson,
    library,
    open,
    page,
    run,
    share,
    train,
    actions: {
      bench: new BenchActions(bench, parts.bench),
      classLink: new ClassLinkActions(classLink, address, parts.copy),
      conditions: new ConditionActions(client, conditions, run, parts.conditions),
      handOver: new HandOverActions({ share, address, copy: parts.copy, services: parts.share }),
      lab: new LabActions({ client, lab, run, recordings: parts.recordings }),
      language: new LanguageActions(language, page, address, speech),
      lesson: new LessonActions(lesson, { loadScreen, print }),
      library: new LibraryActions({ client, library, services: parts.library }),
      open: new OpenActions({
        client,
        open,
        page,
        run,
        address,
        links: parts.links,
        files: parts.library,
        draw: parts.draw,
      }),
      page: new PageActions(page, address, loadScreen),
      run: new RunActions(client, run),
      share: new ShareActions({ client, share, page, run, links: parts.links, services: parts.share }),
      train: new TrainActions({ client, train, run, page, clock: parts.clock, draw: parts.draw }),
      watch: new WatchActions(client, run, parts.recordings),
    },
  };
}

export const appContext = createContext<App>(Symbol('app'));
