/**
 * Tabs for tests: training services that share storage, locks and a channel as the tabs of one browser do, with an
 * engine that really learns and is quick. Nothing of a closed tab is left but what it stored.
 */

import type { EngineDescription } from '../../src/engines/engine.ts';
import type { Recipe } from '../../src/learning/recipe.ts';
import { changeRecipe } from '../../src/learning/recipe.ts';
import { findPreset } from '../../src/learning/presets.ts';
import { testBase } from '../../src/learning/testing/test-base.ts';
import { TableEngine } from '../../src/learning/testing/table-engine.ts';
import { TABLE_ADAPTER } from '../../src/learning/testing/test-config.ts';
import type { Storage } from '../../src/runs/browser-storage.ts';
import { MemoryAgentStore } from '../../src/runs/memory-agent-store.ts';
import { MemoryStore } from '../../src/runs/memory-store.ts';
import type { Announcement, RunChannel } from '../../src/runs/run-channel.ts';
import type { Lease, RunLocks } from '../../src/runs/run-locks.ts';
import { EngineSupply, type OpenEngine } from '../../src/engines/engine-supply.ts';
import type { PlayerSource } from '../../src/worker/players.ts';
import type { Command, WorkerMessage, WorkerStatus } from '../../src/worker/protocol.ts';
import { type ServiceParts, TrainingService } from '../../src/worker/training-service.ts';
import { loadRecordedTable } from './recorded-table.ts';

export const RECIPE: Recipe = changeRecipe(findPreset('alchemy').recipe, {
  ...TABLE_ADAPTER,
  packs: 2,
  groupSize: 2,
  tasks: 2,
  iterations: 8,
  learningRate: 0.1,
  evaluationPacks: 0,
});

export const HABIT = { fire: 4, water: 4, earth: 4, air: 4, '<end>': 3 };

type Listener = (announcement: Announcement) => void;

/** What is another in a tab: parts of the service, or a graphics device that it has. */
export interface TabParts extends Partial<ServiceParts> {
  readonly openDevice?: OpenEngine | null;
  /** What the portable engine says it is. */
  readonly portable?: EngineDescription['name'];
}

interface Held {
  readonly tab: Tab;
  readonly lose: () => void;
}

/** What the tabs of one browser share. */
export class Browser {
  readonly storage: Storage = { runs: new MemoryStore(), agents: new MemoryAgentStore(), blocked: null };
  readonly #held = new Map<string, Held>();
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly listeners = new Map<Listener, Tab>();

  openTab(parts: TabParts = {}): Tab {
    return new Tab(this, parts);
  }

  locksFor(tab: Tab): RunLocks {
    const hold = (run: string): Lease => {
      let lose: () => void = () => undefined;
      const lost = new Promise<void>((resolve) => {
        lose = resolve;
      });
      const held = { tab, lose };
      this.#held.set(run, held);
      return {
        lost,
        release: () => {
          if (this.#held.get(run) === held) this.#release(run);
        },
      };
    };
    return {
      tryAcquire: async (run) => (tab.closed || this.#held.has(run) ? null : hold(run)),
      takeOver: async (run) => {
        this.#held.get(run)?.lose();
        return hold(run);
      },
      held: async () => new Set(this.#held.keys()),
      whenFree: (run) =>
        new Promise((resolve) => {
          if (!this.#held.has(run)) resolve();
          else this.#waiting.set(run, [...(this.#waiting.get(run) ?? []), resolve]);
        }),
    };
  }

  channelFor(tab: Tab): RunChannel {
    return {
      announce: (announcement) => {
        for (const [listener, listening] of this.listeners)
          if (listening !== tab) listener(structuredClone(announcement));
      },
      listen: (listener) => {
        this.listeners.set(listener, tab);
        return () => this.listeners.delete(listener);
      },
      close: () => undefined,
    };
  }

  /** Ends a tab as a browser does: its locks are free and it is heard of no more. */
  forget(tab: Tab): void {
    for (const [run, holder] of this.#held) if (holder.tab === tab) this.#release(run);
    for (const [listener, listening] of this.listeners) if (listening === tab) this.listeners.delete(listener);
  }

  #release(run: string): void {
    this.#held.delete(run);
    for (const resolve of this.#waiting.get(run) ?? []) resolve();
    this.#waiting.delete(run);
  }
}

export class Tab {
  readonly messages: WorkerMessage[] = [];
  closed = false;
  killEngine: (error: Error) => void = () => undefined;
  readonly #browser: Browser;
  readonly #service: TrainingService;
  #waiting: (() => void)[] = [];

  constructor(browser: Browser, { openDevice = null, portable: name = 'onnx-native', ...parts }: TabParts) {
    this.#browser = browser;
    const openPortable = async () => ({
      engine: Object.assign(new TableEngine(HABIT), { description: { name, detail: 'a table' } }),
      paths: [],
      death: new Promise<never>((_, reject) => {
        this.killEngine = reject;
      }),
    });
    const source: PlayerSource = {
      loadBase: async (name) => ({ ...testBase, name }),
      engines: new EngineSupply({ openDevice, openPortable, deviceRequired: false }),
    };
    this.#service = new TrainingService({
      post: (message) => {
        // Nobody hears a closed tab.
        if (this.closed) return;
        this.messages.push(structuredClone(message));
        for (const wake of this.#waiting.splice(0)) wake();
      },
      openStorage: () => Promise.resolve(browser.storage),
      source,
      loadRecorded: loadRecordedTable(RECIPE),
      locks: browser.locksFor(this),
      channel: browser.channelFor(this),
      clock: {
        now: () => 0,
        breathe: () =>
          new Promise((resolve) => {
            // A closed tab does nothing any more.
            if (!this.closed) setImmediate(resolve);
          }),
        rest: () => new Promise((resolve) => setImmediate(resolve)),
      },
      draw: () => 0,
      ...parts,
    });
  }

  send(command: Command): void {
    this.#service.receive(command);
  }

  close(): void {
    this.closed = true;
    this.#browser.forget(this);
  }

  get statuses(): readonly WorkerStatus[] {
    return this.messages.flatMap((message) => (message.type === 'status' ? [message.status] : []));
  }

  /** The first message from number `from` on that fits, when it comes. */
  async until(fits: (message: WorkerMessage) => boolean, from = 0): Promise<WorkerMessage> {
    for (;;) {
      const found = this.messages.slice(from).find(fits);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** The next status of this kind, from the present moment on. */
  async untilStatus<State extends WorkerStatus['state']>(
    state: State,
    from = this.messages.length,
  ): Promise<Extract<WorkerStatus, { state: State }>> {
    const message = await this.until((one) => one.type === 'status' && one.status.state === state, from);
    if (message.type !== 'status') throw new Error('not a status');
    return message.status as Extract<WorkerStatus, { state: State }>;
  }

  /** Waits until so many iterations have been told in all. */
  async untilIteration(iteration: number): Promise<void> {
    await this.until(
      (one) => one.type === 'run' && one.event.type === 'iteration' && one.event.record.iteration === iteration,
    );
  }
}
