/** What a teacher does to make a class link. */

import type { Address } from '../services/address.ts';
import type { CopyText } from '../services/clipboard.ts';
import { classLinkFragment, type ClassLinkState, type ClassLinkStore, type Start } from '../state/class-link-state.ts';

export class ClassLinkActions {
  readonly #store: ClassLinkStore;
  readonly #address: Address;
  readonly #copy: CopyText;

  constructor(store: ClassLinkStore, address: Address, copy: CopyText) {
    this.#store = store;
    this.#address = address;
    this.#copy = copy;
  }

  startAt(start: Start): void {
    this.#store.dispatch({ type: 'start-chosen', start });
  }

  propose(run: ClassLinkState['run']): void {
    this.#store.dispatch({ type: 'run-chosen', run });
  }

  tick(name: string, stays: boolean): void {
    this.#store.dispatch({ type: 'control-ticked', name, stays });
  }

  /** The link as it stands. */
  link(): string {
    return this.#address.whole(classLinkFragment(this.#store.state));
  }

  async copy(): Promise<void> {
    try {
      await this.#copy(this.link());
      this.#store.dispatch({ type: 'copied', copied: 'done' });
    } catch {
      this.#store.dispatch({ type: 'copied', copied: 'refused' });
    }
  }
}
