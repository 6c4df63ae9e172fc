/** The page put together: its stores, and the actions that change them. Elements get it by context. */

import { createContext } from '@lit/context';
import { PageActions, type Address } from './actions/page-actions.ts';
import { RunActions } from './actions/run-actions.ts';
import type { WorkerClient } from './services/worker-client.ts';
import { createPageStore, type PageStore } from './state/page-state.ts';
import { createRunStore, type RunStore } from './state/run-reducer.ts';

export interface App {
  readonly page: PageStore;
  readonly run: RunStore;
  readonly actions: {
    readonly page: PageActions;
    readonly run: RunActions;
  };
}

/** What the page stands on; tests put others in their place. */
export interface AppParts {
  readonly client: WorkerClient;
  readonly address: Address;
  /** The visitor wants no motion: nothing plays by itself. */
  readonly still: boolean;
}

export function createApp({ client, address, still }: AppParts): App {
  const page = createPageStore();
  const run = createRunStore(still);
  return { page, run, actions: { page: new PageActions(page, address), run: new RunActions(client, run) } };
}

export const appContext = createContext<App>(Symbol('app'));
