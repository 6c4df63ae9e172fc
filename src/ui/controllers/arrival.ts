/**
 * What happens when the visitor comes to another screen: the focus goes to its heading, so that screen readers say
 * where they are, and the page is scrolled to where it was left.
 */

import type { ReactiveController, ReactiveControllerHost } from 'lit';

type Host = ReactiveControllerHost & { readonly renderRoot: HTMLElement | DocumentFragment };

export class Arrival implements ReactiveController {
  readonly #host: Host;
  readonly #place: () => string;
  readonly #left = new Map<string, number>();
  #shown: string | null = null;

  /** `place` names the screen on show. The host draws it inside an element of the class `screen`. */
  constructor(host: Host, place: () => string) {
    this.#host = host;
    this.#place = place;
    host.addController(this);
  }

  hostConnected(): void {
    // Otherwise the browser would scroll for the screen that is leaving.
    history.scrollRestoration = 'manual';
  }

  hostUpdate(): void {
    if (this.#shown !== null && this.#place() !== this.#shown) this.#left.set(this.#shown, scrollY);
  }

  hostUpdated(): void {
    const place = this.#place();
    if (place === this.#shown) return;
    const isFirst = this.#shown === null;
    this.#shown = place;
    // The page's first screen takes no focus: the visitor begins at the top.
    if (!isFirst) void this.#enter(place);
  }

  /** The heading of the screen on show, or what holds everything. */
  async goToContent(): Promise<void> {
    const heading = await this.#heading();
    heading?.focus();
  }

  async #enter(place: string): Promise<void> {
    const heading = await this.#heading();
    if (place !== this.#shown) return;
    heading?.focus({ preventScroll: true });
    scrollTo(0, this.#left.get(place) ?? 0);
  }

  async #heading(): Promise<HTMLElement | null> {
    const screen = this.#host.renderRoot.querySelector<Element & Partial<ReactiveControllerHost>>('.screen > *');
    await screen?.updateComplete;
    const root = screen?.shadowRoot;
    const heading = root?.querySelector('h1') ?? root?.querySelector('main') ?? (screen as HTMLElement | null);
    heading?.setAttribute('tabindex', '-1');
    return heading;
  }
}
