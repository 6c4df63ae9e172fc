/** The page's end of the training worker: sends commands, hands on messages, and says so when the worker dies. */

import { askToKeep } from './ask-to-keep.ts';
import { meansOutOfMemory } from '../core/out-of-memory.ts';
import type { Command, WorkerMessage } from './protocol.ts';

/** The first message to a worker: `site` is the address of the folder that the page lies in. */
export interface Boot {
  readonly type: 'boot';
  readonly site: string;
}

export type WorkerRequest = Boot | Command;

/** What the client needs of a worker, so that tests can put another in its place. */
export type WorkerLike = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>;

export interface ClientOptions {
  readonly startWorker?: () => WorkerLike;
  /** The address of the folder that the page lies in. */
  readonly site?: string;
}

export class TrainingClient {
  readonly #startWorker: () => WorkerLike;
  readonly #site: string;
  readonly #listeners = new Set<(message: WorkerMessage) => void>();
  #worker: WorkerLike | null = null;

  constructor({ startWorker = startTrainingWorker, site = siteAddress() }: ClientOptions = {}) {
    this.#startWorker = startWorker;
    this.#site = site;
  }

  /** Sends a command; starts the worker with the first one, and a new one after a breakdown. */
  send(command: Command): void {
    this.#worker ??= this.#boot();
    // Only here, since workers cannot ask for it, and only now, when there is something worth keeping.
    if (command.type === 'start') void askToKeep();
    this.#worker.postMessage(command);
  }

  /** Hands every message to the listener until the returned function is called. */
  subscribe(listener: (message: WorkerMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #boot(): WorkerLike {
    const worker = this.#startWorker();
    worker.addEventListener('message', (event) => {
      if (worker === this.#worker) this.#tell((event as MessageEvent<WorkerMessage>).data);
    });
    worker.addEventListener('error', (event) => this.#bury(worker, event.message));
    worker.addEventListener('messageerror', () => this.#bury(worker, 'a message could not be read'));
    worker.postMessage({ type: 'boot', site: this.#site } satisfies WorkerRequest);
    return worker;
  }

  #bury(worker: WorkerLike, reason: string | undefined): void {
    if (worker !== this.#worker) return;
    worker.terminate();
    this.#worker = null;
    this.#tell({
      type: 'status',
      status: {
        state: 'failed',
        kind: meansOutOfMemory(reason) ? 'memory' : 'engine',
        message: `The training worker broke down${reason ? `: ${reason}` : ''}.`,
        remedy: 'Try again: everything up to the last iteration is stored.',
      },
    });
  }

  #tell(message: WorkerMessage): void {
    for (const listener of this.#listeners) listener(message);
  }
}

function startTrainingWorker(): Worker {
  return new Worker(new URL('./training-worker.ts', import.meta.url), { type: 'module', name: 'training' });
}

function siteAddress(): string {
  // The client is the worker's one part that runs on the page, and only the page knows where the site lies.
  // eslint-disable-next-line no-restricted-globals
  return new URL(import.meta.env.BASE_URL, document.baseURI).href;
}
