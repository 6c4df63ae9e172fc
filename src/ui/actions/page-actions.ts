/** What the visitor can do with the page itself: go to a screen, project it. */

import type { PageStore } from '../state/page-state.ts';
import { formatRoute, type Route, type ScreenName } from '../state/route.ts';

export class PageActions {
  readonly #store: PageStore;
  readonly #address: Address;

  constructor(store: PageStore, address: Address) {
    this.#store = store;
    this.#address = address;
  }

  /** Goes to a screen; the address says so, and the browser's Back leads back. Settings of the address stay. */
  go(screen: ScreenName, item: string | null = null): void {
    const { settings } = this.#store.state.route;
    this.#address.show(formatRoute({ screen, item, settings }));
  }

  /** Where a link to a screen leads, for `href`. */
  linkTo(screen: ScreenName, item: string | null = null): string {
    return formatRoute({ screen, item, settings: this.#store.state.route.settings }) || '#watch';
  }

  /** The address has changed. */
  arrive(route: Route): void {
    this.#store.dispatch({ type: 'went', route });
  }

  switchProjector(): void {
    this.#store.dispatch({ type: 'projector-switched', projector: !this.#store.state.projector });
  }
}

/** The address bar; services/address.ts in the product. */
export interface Address {
  show(fragment: string): void;
}
