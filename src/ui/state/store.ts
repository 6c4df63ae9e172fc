/** Holds the page's state and tells whoever listens that it has changed. */

import type { AppState } from './app-state.ts';
import type { Message } from './messages.ts';
import { reduce } from './reduce.ts';

export class Store {
  #state: AppState;
  readonly #listeners = new Set<() => void>();

  constructor(state: AppState) {
    this.#state = state;
  }

  get state(): AppState {
    return this.#state;
  }

  dispatch(message: Message): void {
    const next = reduce(this.#state, message);
    if (next === this.#state) return;
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }

  /** Calls the listener after every change; gives the function that ends it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
