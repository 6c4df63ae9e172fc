/**
 * What the page sees of what the worker does: what goes on, or what rests where nothing does. While the engine answers a
 * question, what comes to rest in the meantime is told when the answer is there.
 */

import type { RunSummary } from '../runs/store.ts';
import type { WorkerMessage, WorkerStatus } from './protocol.ts';
import { errorView } from './views.ts';

export class StatusBoard {
  readonly #post: (message: WorkerMessage) => void;
  /** What the page sees when nothing is going on; null before there has been anything to see. */
  #resting: WorkerStatus | null = null;
  #isTesting = false;
  /** Whether whoever has the turn has begun what it is for. */
  #hasBegun = false;

  constructor(post: (message: WorkerMessage) => void) {
    this.#post = post;
  }

  /** Another command's or question's turn has come. */
  onTurn(): void {
    this.#hasBegun = false;
  }

  /** Tells what is being loaded. What is going on goes on, although its engine is another: then nothing. */
  load(what: Extract<WorkerStatus, { state: 'loading' }>['what']): void {
    if (!this.#hasBegun) this.#say({ state: 'loading', what });
  }

  /** The command whose turn it is has begun what it is for. */
  begin(status: WorkerStatus): void {
    this.#hasBegun = true;
    this.#say(status);
  }

  /** The engine answers a question from now on. */
  beginTest(): void {
    this.#isTesting = true;
    this.begin({ state: 'testing' });
  }

  /** The question was answered, whether or not the engine was asked. */
  endTest(): void {
    this.#isTesting = false;
    if (this.#resting !== null) this.#say(this.#resting);
  }

  /** Nothing goes on any more but this. */
  settle(status: WorkerStatus): void {
    this.#resting = status;
    if (!this.#isTesting) this.#say(status);
  }

  /** `isRestored`: the run was interrupted, and is as it was stored. */
  rest({ run, iteration, finished }: RunSummary, isRestored: boolean): void {
    this.settle(
      finished ? { state: 'finished', run, iteration } : { state: 'paused', run, iteration, restored: isRestored },
    );
  }

  fail(error: unknown): void {
    this.settle({ state: 'failed', ...errorView(error) });
  }

  /** What was asked for cannot be done; all is as it was. */
  refuse(error: unknown): void {
    this.#post({ type: 'refused', ...errorView(error) });
  }

  /** The command whose turn it is has failed: it is refused where the state before it still stands. */
  onFailure(error: unknown): void {
    if (this.#hasBegun || this.#resting === null) {
      this.fail(error);
    } else {
      this.refuse(error);
      this.#say(this.#resting);
    }
  }

  #say(status: WorkerStatus): void {
    this.#post({ type: 'status', status });
  }
}
