/** What the page knows about itself: where the visitor is and how it is shown. Pure. */

import { HOME, type Route } from './route.ts';
import { Store } from './store.ts';

export interface PageState {
  readonly route: Route;
  /** Large type, high contrast, few controls: for a room. */
  readonly projector: boolean;
}

export type PageMessage =
  | { readonly type: 'went'; readonly route: Route }
  | { readonly type: 'projector-switched'; readonly projector: boolean };

export const FIRST_PAGE: PageState = { route: HOME, projector: false };

export function reducePage(state: PageState, message: PageMessage): PageState {
  switch (message.type) {
    case 'went':
      return { ...state, route: message.route };
    case 'projector-switched':
      return { ...state, projector: message.projector };
  }
}

export type PageStore = Store<PageState, PageMessage>;

export function createPageStore(): PageStore {
  return new Store(FIRST_PAGE, reducePage);
}
