/** What happens to the page from outside a run, and what the visitor answers to it. */

import { WaymarkError } from '../../core/errors.ts';
import type { WorkerMessage } from '../../worker/protocol.ts';
import { errorView } from '../../worker/views.ts';
import type { StorageReport } from '../services/storage-state.ts';
import type { WorkerClient } from '../services/worker-client.ts';
import { TOLD_ONCE, type Condition, type ConditionsStore } from '../state/conditions-state.ts';
import { livesTrained } from '../state/lives-trained.ts';
import type { Route } from '../state/route.ts';
import type { RunStore } from '../state/run-reducer.ts';

/** Iterations between two looks at how full the storage is. */
const ITERATIONS_PER_LOOK = 10;

/** What the browser does for these actions; services in the product. */
export interface ConditionServices {
  /** Rejects with a `WaymarkError` where an address cannot be followed. */
  readonly checkLink: (route: Route) => Promise<void>;
  readonly reportStorage: () => Promise<StorageReport>;
  /** What was told and need not be told again in this visit. */
  readonly remember: (told: readonly Condition[]) => void;
  /** Begins to keep the whole site for use without a network. */
  readonly keepSite: () => void;
  /** Reloads the page with the newest version. */
  readonly takeUpUpdate: () => void;
}

export class ConditionActions {
  readonly #client: WorkerClient;
  readonly #conditions: ConditionsStore;
  readonly #run: RunStore;
  readonly #services: ConditionServices;
  #settled = false;

  constructor(client: WorkerClient, conditions: ConditionsStore, run: RunStore, services: ConditionServices) {
    this.#client = client;
    this.#conditions = conditions;
    this.#run = run;
    this.#services = services;
    client.subscribe((message) => this.#hear(message));
  }

  connectionChanged(online: boolean): void {
    this.#conditions.dispatch({ type: 'connection', online });
  }

  siteKept(): void {
    this.#conditions.dispatch({ type: 'site-kept' });
  }

  updateReady(): void {
    this.#conditions.dispatch({ type: 'update-ready' });
  }

  tabHidden(): void {
    const { run } = this.#run.state;
    if (run) this.#conditions.dispatch({ type: 'hidden', run: run.id, lives: livesTrained(run) });
  }

  tabShown(): void {
    const { run } = this.#run.state;
    this.#conditions.dispatch({ type: 'shown', run: run?.id ?? null, lives: run ? livesTrained(run) : 0 });
  }

  /** The address has changed: says what is wrong with it, if anything is. */
  async readLink(route: Route): Promise<void> {
    try {
      await this.#services.checkLink(route);
      this.#conditions.dispatch({ type: 'link', problem: null });
    } catch (error) {
      if (!(error instanceof WaymarkError)) throw error;
      this.#conditions.dispatch({ type: 'link', problem: errorView(error) });
    }
  }

  read(condition: Condition): void {
    this.#conditions.dispatch({ type: 'read', condition });
    const { read } = this.#conditions.state;
    this.#services.remember(TOLD_ONCE.filter((one) => read.has(one)));
  }

  takeUpUpdate(): void {
    this.#services.takeUpUpdate();
  }

  /** Goes on here with a run that another tab trains. */
  takeOver(run: string): void {
    this.#client.send({ type: 'take-over', run });
  }

  #hear(message: WorkerMessage): void {
    if (message.type === 'status' && message.status.state !== 'loading' && message.status.state !== 'training') {
      // Model and engine are there, so the network is free for the rest of the site.
      if (!this.#settled) this.#services.keepSite();
      this.#settled = true;
      void this.#lookAtStorage();
    }
    if (message.type === 'run' && message.event.type === 'iteration') {
      if (message.event.record.iteration % ITERATIONS_PER_LOOK === 0) void this.#lookAtStorage();
    }
  }

  async #lookAtStorage(): Promise<void> {
    const { space, persistent } = await this.#services.reportStorage();
    if (space) this.#conditions.dispatch({ type: 'space', space });
    if (persistent !== null) this.#conditions.dispatch({ type: 'persistence', persistent });
  }
}
