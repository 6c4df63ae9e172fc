/** Tells the page about a run: once everything that is stored of it, then only what is new. */

import type { Announcement } from '../runs/run-channel.ts';
import type { Damage, RunStore } from '../runs/store.ts';
import type { WorkerMessage } from './protocol.ts';
import { withLives } from './views.ts';

export class Teller {
  readonly #post: (message: WorkerMessage) => void;
  /** The run on the page, and how much of its log the page knows. */
  #told: { readonly run: string; readonly events: number } | null = null;

  constructor(post: (message: WorkerMessage) => void) {
    this.#post = post;
  }

  /** The run on the page. */
  get run(): string | null {
    return this.#told?.run ?? null;
  }

  /** There is no run on the page any more. */
  forget(): void {
    this.#told = null;
  }

  /** Tells all that is stored of a run, and what of it could not be read. */
  async tellAll(store: RunStore, run: string): Promise<void> {
    const { events: length } = await store.readRun(run);
    const events = await store.readEvents(run);
    const lives = await store.readLives(run);
    // Another tab may have stored more in between; what was lost from the log still counts.
    this.#told = { run, events: Math.max(length, events.items.length + events.damaged.length) };
    this.#post({ type: 'history', run, events: withLives(events.items, lives.items) });
    this.tellDamage([...events.damaged, ...lives.damaged]);
  }

  /** As `tellAll`, unless the page knows the run up to its present end. */
  async tellMissing(store: RunStore, run: string): Promise<void> {
    const { events } = await store.readRun(run);
    if (this.#told?.run !== run || this.#told.events !== events) await this.tellAll(store, run);
  }

  /**
   * Passes a commit on if it follows on from what the page knows; one that it knows already is left out. False when
   * something in between is missing.
   */
  tell({ run, after, until, events }: Announcement): boolean {
    const known = this.#told?.run === run ? this.#told.events : 0;
    if (known >= until) return true;
    if (known !== after) return false;
    this.#told = { run, events: until };
    for (const event of events) this.#post({ type: 'run', event });
    return true;
  }

  /** Names what could not be read. The rest is there. */
  tellDamage(damaged: readonly Damage[]): void {
    if (damaged.length === 0) return;
    const { error } = damaged[0];
    const others = damaged.length === 1 ? '' : ` And ${damaged.length - 1} more.`;
    this.#post({ type: 'damaged', message: `${error.message}${others}`, remedy: error.remedy });
  }
}
