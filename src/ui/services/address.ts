/** The address bar: the fragment that says where the visitor is. */

import { parseRoute, type Route } from '../state/route.ts';

export function presentRoute(): Route {
  return parseRoute(location.hash);
}

/** Shows a fragment as the page's address, as following a link would. */
export function showAddress(fragment: string): void {
  location.hash = fragment;
}

/** Calls the listener whenever the address leads somewhere else. */
export function watchAddress(listener: (route: Route) => void): void {
  addEventListener('hashchange', () => listener(presentRoute()));
}
