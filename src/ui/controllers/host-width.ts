/** The width of an element, for pictures that are drawn anew at every width: text in them never shrinks. */

import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Narrower than this nothing is seen, as while the element is hidden. */
const LEAST_WIDTH = 80;

/** Draws its element again when its width changes. In projector mode it asks for a narrower drawing, shown larger. */
export class HostWidth implements ReactiveController {
  /** In the drawing's own units, of which one is a pixel outside projector mode. Until there is a layout, a guess. */
  value: number;
  /** How many pixels a unit is: 1, and more in projector mode. */
  zoom = 1;
  readonly #host: ReactiveControllerHost & Element;
  readonly #guess: number;
  readonly #size: ResizeObserver;
  readonly #projector: MutationObserver;
  #pixels = 0;

  constructor(host: ReactiveControllerHost & Element, guess: number) {
    this.#host = host;
    this.#guess = guess;
    this.value = guess;
    this.#size = new ResizeObserver(([entry]) => {
      this.#pixels = entry.contentRect.width;
      this.#measure();
    });
    this.#projector = new MutationObserver(() => this.#measure());
    host.addController(this);
  }

  hostConnected(): void {
    this.#size.observe(this.#host);
    this.#projector.observe(document.documentElement, { attributeFilter: ['data-projector'] });
  }

  hostDisconnected(): void {
    this.#size.disconnect();
    this.#projector.disconnect();
  }

  /** How high a picture of this height is to be drawn: lower for a room, since all of it is shown larger. */
  drawnHeight(height: number): number {
    return Math.round(height / Math.sqrt(this.zoom));
  }

  #measure(): void {
    const zoom = Number(getComputedStyle(this.#host).getPropertyValue('--zoom')) || 1;
    const present = Math.round(this.#pixels / zoom);
    const width = present < LEAST_WIDTH ? this.#guess : present;
    if (width === this.value && zoom === this.zoom) return;
    this.value = width;
    this.zoom = zoom;
    this.#host.requestUpdate();
  }
}
