/** One thing at a time: jobs are carried out in the order of their arrival, and a running one can be asked to stop. */

/** What a job can see of whether it should go on. */
export interface Stopping {
  readonly stopped: boolean;
  /** Resolves when the job is asked to stop. */
  readonly whenStopped: Promise<void>;
}

export interface Job {
  /** Asks the job to stop as soon as it can do so without losing anything. */
  stop(): void;
  /** Resolves when the job has ended. */
  readonly ended: Promise<void>;
}

export class JobQueue {
  #last: Promise<void> = Promise.resolve();

  /** `body` begins when all earlier jobs have ended, and must not reject. */
  add(body: (stopping: Stopping) => Promise<void>): Job {
    const abort = new AbortController();
    const { signal } = abort;
    const stopping: Stopping = {
      get stopped() {
        return signal.aborted;
      },
      whenStopped: new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
    };
    this.#last = this.#last.then(() => body(stopping));
    return { stop: () => abort.abort(), ended: this.#last };
  }
}
