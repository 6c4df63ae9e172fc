/** The address bar: the fragment that says where the visitor is. */

import { parseRoute, type Route } from '../state/route.ts';

export interface Address {
  show(fragment: string): void;
  /** Shows a fragment in the place of the present one: Back does not lead to it. */
  replace(fragment: string): void;
  /** The whole address of a fragment of this page, to be handed to others. */
  whole(fragment: string): string;
  /** Fetches the whole page anew. */
  reload(): void;
}

export function presentRoute(): Route {
  return parseRoute(location.hash);
}

/** Shows a fragment as the page's address, as following a link would. */
export const addressBar: Address = {
  show(fragment) {
    location.hash = fragment;
  },
  replace(fragment) {
    location.replace(fragment);
  },
  whole(fragment) {
    // A query is no part of this page: it is left by whoever sent the visitor here, and would go on to others.
    return new URL(fragment, location.origin + location.pathname).href;
  },
  reload() {
    location.reload();
  },
};

/** Calls the listener whenever the address leads somewhere else. */
export function watchAddress(listener: (route: Route) => void): void {
  addEventListener('hashchange', () => listener(presentRoute()));
}
