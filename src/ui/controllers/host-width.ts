/** The width of an element, for pictures that are drawn anew at every width: text in them never shrinks. */

import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Draws its element again when its width changes. */
export class HostWidth implements ReactiveController {
  /** In whole pixels; until the element has been laid out, a guess. */
  value: number;
  readonly #host: ReactiveControllerHost & Element;
  readonly #observer: ResizeObserver;

  constructor(host: ReactiveControllerHost & Element, guess: number) {
    this.#host = host;
    this.value = guess;
    this.#observer = new ResizeObserver(([entry]) => {
      const width = Math.round(entry.contentRect.width) || guess;
      if (width === this.value) return;
      this.value = width;
      host.requestUpdate();
    });
    host.addController(this);
  }

  hostConnected(): void {
    this.#observer.observe(this.#host);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
  }
}
