/**
 * One part of the page's state: a value that only its reducer changes. Elements that read it are drawn again when it
 * changes (it is a signal); services may listen.
 */

import { Signal } from 'signal-polyfill';

export class Store<State, Message> {
  readonly #signal: Signal.State<State>;
  readonly #reduce: (state: State, message: Message) => State;
  readonly #listeners = new Set<() => void>();

  constructor(state: State, reduce: (state: State, message: Message) => State) {
    this.#signal = new Signal.State(state);
    this.#reduce = reduce;
  }

  get state(): State {
    return this.#signal.get();
  }

  dispatch(message: Message): void {
    const { state } = this;
    const next = this.#reduce(state, message);
    if (next === state) return;
    this.#signal.set(next);
    for (const listener of this.#listeners) listener();
  }

  /** Calls the listener after every change; gives the function that ends it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
