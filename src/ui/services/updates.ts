/** The service worker, as the page sees it: registered late, asked for new versions now and then, taken up on request. */

import { TAKE_OVER } from './update-message.ts';

/** A lesson may stay open for hours; browsers themselves look only when a page is opened. */
const LOOK_AGAIN_MS = 60 * 60_000;

export interface UpdateListener {
  /** The whole site is kept: it works without a network from now on. */
  readonly onKept: () => void;
  /** A newer version is there; nothing changes before `takeUp`. */
  readonly onReady: () => void;
}

/** Null where there can be none: an insecure connection, a private window. The site then works as long as the network. */
async function register(): Promise<ServiceWorkerRegistration | null> {
  const address = new URL('service-worker.js', document.baseURI);
  try {
    // Never from the HTTP cache: an old copy would hide every newer version.
    await navigator.serviceWorker.register(address, { updateViaCache: 'none' });
    return (await navigator.serviceWorker.getRegistration(address)) ?? null;
  } catch {
    return null;
  }
}

export class Updates {
  readonly #listener: UpdateListener;
  #registration: ServiceWorkerRegistration | null = null;

  constructor(listener: UpdateListener) {
    this.#listener = listener;
  }

  /**
   * Registers the service worker, which then fetches the whole site: to be called when nothing on screen waits for the
   * network. The development server has none.
   */
  async start(): Promise<void> {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const { onKept, onReady } = this.#listener;
    const registration = await register();
    if (registration === null) return;
    this.#registration = registration;
    if (registration.waiting) onReady();
    const follow = (): void => {
      const { installing } = registration;
      installing?.addEventListener('statechange', () => {
        // On a first visit there is no version before it, and it does not wait.
        if (installing.state === 'installed' && registration.active) onReady();
      });
    };
    follow();
    registration.addEventListener('updatefound', follow);
    // Another tab has taken up a newer version: this one goes on with its own until it is reloaded.
    let isControlled = navigator.serviceWorker.controller !== null;
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      if (isControlled) onReady();
      isControlled = true;
    });
    void navigator.serviceWorker.ready.then(onKept);
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
}
