/** Tells the page which phase of an iteration is going on, but not more often than anybody could read it. */

import type { WorkerMessage, WorkerStatus } from './protocol.ts';

export type Phase = Extract<WorkerStatus, { state: 'training' }>['phase'];

const SHORTEST_INTERVAL_MS = 200;

export class PhaseReport {
  readonly #post: (message: WorkerMessage) => void;
  readonly #now: () => number;
  #posted = -Infinity;

  /** `now` in milliseconds. */
  constructor(post: (message: WorkerMessage) => void, now: () => number) {
    this.#post = post;
    this.#now = now;
  }

  /** A phase has begun; told unless the last one was told only just now. */
  begin(run: string, phase: Phase): void {
    const now = this.#now();
    if (now - this.#posted < SHORTEST_INTERVAL_MS) return;
    this.#posted = now;
    this.#post({ type: 'status', status: { state: 'training', run, phase } });
  }
}
