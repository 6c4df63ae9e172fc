/** The service worker, as the page sees it: registered late, asked for new versions now and then, taken up on request. */

import { TAKE_OVER } from './update-message.ts';

/** A lesson may stay open for hours; browsers themselves look only when a page is opened. */
const LOOK_AGAIN_MS = 60 * 60_000;

export interface UpdateListener {
  /** The whole site is kept: it works without a network from now on. */
  readonly onKept: () => void;
  /** A newer version is there and waits; nothing changes before `takeUp`. */
  readonly onReady: () => void;
}

export class Updates {
  readonly #listener: UpdateListener;
  #registration: ServiceWorkerRegistration | null = null;

  constructor(listener: UpdateListener) {
    this.#listener = listener;
  }

  /**
   * Registers the service worker, which then fetches the whole site: to be called when nothing on screen waits for the
   * network. Where there can be none (an insecure connection, a private window, the development server), the site works
   * as long as the network does.
   */
  async start(): Promise<void> {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const address = new URL('service-worker.js', document.baseURI);
    try {
      // Never from the HTTP cache: an old copy would hide every newer version.
      this.#registration = await navigator.serviceWorker.register(address, { updateViaCache: 'none' });
    } catch {
      return;
    }
    const registration = this.#registration;
    // Null on a first visit: what is installed then is no update.
    if (registration.waiting && registration.active) this.#listener.onReady();
    registration.addEventListener('updatefound', () => this.#follow(registration));
    this.#follow(registration);
    // Another tab has taken up a newer version: this one goes on with its own until it is reloaded.
    const controlled = navigator.serviceWorker.controller !== null;
    let known = controlled;
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      if (known) this.#listener.onReady();
      known = true;
    });
    void navigator.serviceWorker.ready.then(() => this.#listener.onKept());
    setInterval(() => void registration.update().catch(() => undefined), LOOK_AGAIN_MS);
  }

  /** Reloads the page with the newest version. Other tabs keep theirs. */
  takeUp(): void {
    const waiting = this.#registration?.waiting;
    if (!waiting) {
      location.reload();
      return;
    }
    waiting.addEventListener('statechange', () => {
      if (waiting.state === 'activated') location.reload();
    });
    waiting.postMessage(TAKE_OVER);
  }

  #follow({ installing, active }: ServiceWorkerRegistration): void {
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && active) this.#listener.onReady();
    });
  }
}
