/**
 * Lets words out no more often than can be listened to. What comes in between is dropped; the latest is always said in
 * the end.
 */

import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class Pacing implements ReactiveController {
  /** What has been said last. */
  said = '';
  readonly #host: ReactiveControllerHost;
  readonly #pauseMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastSaid = -Infinity;

  constructor(host: ReactiveControllerHost, pauseMs: number) {
    this.#host = host;
    this.#pauseMs = pauseMs;
    host.addController(this);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
  }

  /** `prompt` for an answer that somebody waits for. */
  offer(words: string, prompt: boolean): void {
    clearTimeout(this.#timer);
    const wait = prompt ? 0 : Math.max(0, this.#lastSaid + this.#pauseMs - performance.now());
    if (wait === 0) this.#say(words);
    else this.#timer = setTimeout(() => this.#say(words), wait);
  }

  #say(words: string): void {
    this.#lastSaid = performance.now();
    this.said = words;
    this.#host.requestUpdate();
  }
}
