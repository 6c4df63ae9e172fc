/**
 * A tab as the durability tests use it: it can be killed as a process, it tells Node at once what the page was told, and
 * its runs are small, so that many iterations fit into a test.
 */

import { type BrowserContext, expect, type Page } from '@playwright/test';

/**
 * How a tab can end: its process killed; closed; left for another page; or the workers ended under it, as a system short
 * of memory does.
 */
export const ENDS = ['crash', 'close', 'leave', 'workers'] as const;
export type End = (typeof ENDS)[number];

/** What makes an iteration take about a second on a slow machine. */
const SMALL_RUN = { packs: 2, groupSize: 4, tasks: 2, evaluationPacks: 0 };

/** What the tests read of the messages to the page; worker/protocol.ts in full. */
export interface ToldMessage {
  readonly type: string;
  readonly status?: {
    readonly state: string;
    readonly agent?: string;
    readonly latestRun?: { readonly iteration: number; readonly finished: boolean } | null;
  };
  readonly event?: ToldEvent;
  /** All of a run's log. */
  readonly events?: readonly ToldEvent[];
  readonly agent?: AgentMessage;
  readonly lived?: { readonly task: number };
  readonly rescue?: { readonly onto: string; readonly work: { readonly iteration?: number } | null };
}

interface ToldEvent {
  readonly type: string;
  readonly record?: { readonly iteration: number };
}

export interface AgentMessage {
  readonly lived: number;
  readonly versions: readonly {
    readonly version: number;
    readonly words: readonly string[];
    readonly origin: string;
    readonly restoredFrom?: number;
  }[];
}

export class DurabilityTab {
  readonly page: Page;
  /** Everything the page was told, in order. */
  readonly told: ToldMessage[] = [];
  /** When iterations were told, in milliseconds. */
  readonly #moments: number[] = [];

  private constructor(page: Page) {
    this.page = page;
  }

  /** Opens the site; `iterations` is how long runs started here are. */
  static async open(context: BrowserContext, iterations: number): Promise<DurabilityTab> {
    const page = await context.newPage();
    const tab = new DurabilityTab(page);
    await page.exposeFunction('reportToTest', (message: ToldMessage) => {
      tab.told.push(message);
      if (message.event?.type === 'iteration') tab.#moments.push(Date.now());
    });
    await page.addInitScript(wrapWorkers, { ...SMALL_RUN, iterations });
    await page.goto('./');
    return tab;
  }

  /** Ends the tab in the given way, without a word to it. */
  async end(end: End): Promise<void> {
    if (end === 'crash') return this.kill();
    if (end === 'workers') await this.page.evaluate(() => dispatchEvent(new Event('end-workers')));
    if (end !== 'close') await this.page.goto('about:blank');
    return this.page.close();
  }

  /** Ends the tab's process without warning, workers and all, as a crash or the system does. */
  async kill(): Promise<void> {
    const crashed = this.page.waitForEvent('crash');
    const session = await this.page.context().newCDPSession(this.page);
    // Never answered: whoever should answer is dead.
    void session.send('Page.crash').catch(() => undefined);
    await crashed;
    await this.page.close();
  }

  async until(description: string, fits: (message: ToldMessage) => boolean, from = 0): Promise<ToldMessage> {
    let found: ToldMessage | undefined;
    await expect
      .poll(
        () => {
          found = this.told.slice(from).find(fits);
          return found !== undefined || this.failure() !== null;
        },
        { message: description, timeout: 300_000, intervals: [20] },
      )
      .toBe(true);
    expect(this.failure()).toBeNull();
    if (found === undefined) throw new Error(description);
    return found;
  }

  untilState(state: string, from = 0): Promise<ToldMessage> {
    return this.until(`the worker is ${state}`, (message) => message.status?.state === state, from);
  }

  /** The states that the page was told of, in order. */
  states(): readonly string[] {
    return this.told.flatMap(({ status }) => (status ? [status.state] : []));
  }

  /** The iterations of the run on the page as the page was told of them, in order. */
  iterations(): readonly number[] {
    const from = this.told.findLastIndex(({ type }) => type === 'history');
    return this.told
      .slice(Math.max(0, from))
      .flatMap(({ event, events = [] }) => (event ? [event] : events))
      .flatMap(({ type, record }) => (type === 'iteration' ? [record?.iteration ?? 0] : []));
  }

  /** None was left out, and none was trained twice. */
  expectEveryIteration(): void {
    const iterations = this.iterations();
    expect(iterations).toEqual(iterations.map((_, index) => iterations[0] + index));
  }

  /** The last iteration the page was told of; 0 before any. */
  lastIteration(): number {
    return Math.max(0, ...this.iterations());
  }

  /** How long the last iteration took, in milliseconds; a guess before there have been two. */
  iterationTime(): number {
    const [before, last] = this.#moments.slice(-2);
    return last === undefined ? 500 : last - before;
  }

  /** How many iterations this tab has trained. */
  get trained(): number {
    return this.#moments.length;
  }

  failure(): string | null {
    const failed = this.told.find(({ status }) => status?.state === 'failed');
    return failed === undefined ? null : JSON.stringify(failed);
  }
}

/** Runs in the page: shrinks the runs that it starts and passes on what its training worker says. */
function wrapWorkers(changes: object): void {
  const report = (window as unknown as { reportToTest: (message: unknown) => void }).reportToTest;
  window.Worker = class extends Worker {
    constructor(address: string | URL, options?: WorkerOptions) {
      super(address, options);
      this.addEventListener('message', ({ data }: MessageEvent<unknown>) => report(data));
      addEventListener('end-workers', () => this.terminate());
    }

    override postMessage(message: unknown): void {
      const command = message as { type: string; recipe?: object };
      super.postMessage(command.type === 'start' ? { ...command, recipe: { ...command.recipe, ...changes } } : command);
    }
  };
}

interface CheckpointRow {
  readonly checkpoint: {
    readonly iteration: number;
    readonly trainable: Readonly<Record<'adapter' | 'firstMoment' | 'secondMoment', Float32Array>> & {
      readonly steps: number;
    };
    readonly monitors: unknown;
  };
}

/** What a browser has stored of its only run: all that must not depend on how often the tab was killed. */
export interface StoredRun {
  readonly events: readonly unknown[];
  readonly lives: readonly unknown[];
  readonly checkpoints: readonly unknown[];
  /** Of every iteration, the hash of the log of its lives. */
  readonly lifeLogs: readonly string[];
}

/**
 * Reads the database itself, past all of the product's code. Durations are left out, and whatever says that the run was
 * resumed, how long it was to be, and whether that has been reached.
 */
export function readStoredRun(page: Page): Promise<StoredRun> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('waymark');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error(String(request.error)));
    });
    const all = (store: string): Promise<unknown[]> =>
      new Promise((resolve, reject) => {
        const request = database.transaction(store).objectStore(store).getAll();
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error(String(request.error)));
      });
    const neutral = (row: unknown): unknown =>
      JSON.parse(
        JSON.stringify(row, (key, value: unknown) => {
          if (key === 'rolloutSeconds' || key === 'trainingSeconds' || key === 'seconds') return 0;
          if (key === 'iterations') return 0;
          // The names of runs are drawn.
          if (key === 'run') return 'run';
          return value;
        }),
      );
    // To the bit, in a form whose differences are quickly shown.
    const hash = async (vector: Float32Array): Promise<string> =>
      String(new Uint32Array(await crypto.subtle.digest('SHA-256', new Float32Array(vector))));
    const digest = async (row: unknown): Promise<unknown> => {
      const { iteration, trainable, monitors } = (row as CheckpointRow).checkpoint;
      const { adapter, firstMoment, secondMoment, steps } = trainable;
      return [iteration, steps, monitors, await Promise.all([adapter, firstMoment, secondMoment].map(hash))];
    };
    // Hashed from the bytes that are stored, so that it shows whether they are still what was lived.
    const logHash = async (row: unknown): Promise<string> => {
      const { bytes } = row as { bytes: Uint8Array<ArrayBuffer> };
      const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
      const digest = await crypto.subtle.digest('SHA-256', await new Response(inflated).arrayBuffer());
      return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
    };
    const events = (await all('events')).filter((event) => {
      return !['resumed', 'finished'].includes((event as { type: string }).type);
    });
    const stored = {
      events: events.map(neutral),
      lives: (await all('lives')).map(neutral),
      checkpoints: await Promise.all((await all('checkpoints')).map(digest)),
      lifeLogs: await Promise.all((await all('lifeLogs')).map(logHash)),
    };
    database.close();
    return stored;
  });
}
