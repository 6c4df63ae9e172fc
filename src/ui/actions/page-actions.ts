/** What the visitor can do with the page itself: go to a screen, project it, choose light or dark, open a sheet. */

import type { Address } from '../services/address.ts';
import { colourScheme, type PageStore, type Sheet, type Theme } from '../state/page-state.ts';
import { formatRoute, type Route, type ScreenName, type LoadScreen } from '../state/route.ts';

export class PageActions {
  readonly #store: PageStore;
  readonly #address: Address;
  readonly #loadScreen: LoadScreen;
  /** Counts arrivals: of several that are under way, only the last one counts. */
  #arrivals = 0;

  constructor(store: PageStore, address: Address, loadScreen: LoadScreen) {
    this.#store = store;
    this.#address = address;
    this.#loadScreen = loadScreen;
  }

  /** Goes to a screen; the address says so, and the browser's Back leads back. Settings of the address stay. */
  go(screen: ScreenName, item: string | null = null): void {
    this.#address.show(this.linkTo(screen, item));
  }

  /** Where a link to a screen leads, for `href`. */
  linkTo(screen: ScreenName, item: string | null = null): string {
    return formatRoute({ screen, item, settings: this.#store.state.route.settings }) || '#watch';
  }

  /** The address has changed. The screen before stays until the code of the new one is there. */
  async arrive(route: Route): Promise<void> {
    const arrival = ++this.#arrivals;
    this.#store.dispatch({ type: 'coming', screen: route.screen });
    try {
      await this.#loadScreen(route.screen);
    } catch {
      if (arrival === this.#arrivals) this.#store.dispatch({ type: 'screen-missing', route });
      return;
    }
    if (arrival === this.#arrivals) this.#store.dispatch({ type: 'went', route });
  }

  /** Tries again to show a screen whose code could not be fetched; after that, only the browser can help. */
  tryAgain(): void {
    const { missing } = this.#store.state;
    if (!missing) return;
    if (missing.tries > 1) this.#address.reload();
    else void this.arrive(missing.route);
  }

  switchProjector(): void {
    this.#store.dispatch({ type: 'projector-switched', projector: !this.#store.state.projector });
  }

  leaveProjector(): void {
    this.#store.dispatch({ type: 'projector-switched', projector: false });
  }

  chooseTheme(theme: Theme): void {
    this.#store.dispatch({ type: 'theme-chosen', theme });
  }

  /** Light where it is dark now, dark where it is light. */
  switchTheme(): void {
    this.chooseTheme(colourScheme(this.#store.state) === 'dark' ? 'light' : 'dark');
  }

  switchShortcuts(on: boolean): void {
    this.#store.dispatch({ type: 'shortcuts-switched', on });
  }

  openSheet(sheet: Sheet): void {
    this.#store.dispatch({ type: 'sheet-opened', sheet });
  }

  closeSheet(sheet: Sheet): void {
    this.#store.dispatch({ type: 'sheet-closed', sheet });
  }
}
