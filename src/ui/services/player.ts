/** Turns the pages of the life on screen: waits as long as a still takes to read, then goes on. */

import type { RunStore } from '../state/run-reducer.ts';
import type { Still } from '../replay/still.ts';

const READING_MS = { opening: 1600, move: 1900, writing: 2600 } as const;
const ENDING_MS = 700;
const WORD_MS = 70;

/** How long a still is shown at speed 1, in milliseconds. */
export function readingTime(still: Still): number {
  const words = still.kind === 'writing' ? still.update.notes.length : 0;
  const ending = still.kind === 'move' && still.ending ? ENDING_MS : 0;
  return READING_MS[still.kind] + words * WORD_MS + ending;
}

/** Plays while the state says so and the page is visible. */
export class Player {
  readonly #store: RunStore;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #awaited: Still | null = null;
  #awaitedSpeed = 0;

  constructor(store: RunStore) {
    this.#store = store;
    store.subscribe(() => this.#arrange());
    document.addEventListener('visibilitychange', () => this.#arrange());
    this.#arrange();
  }

  #arrange(): void {
    const { playback, replaying, speed } = this.#store.state;
    const still = replaying && !document.hidden ? (playback?.stills[playback.index] ?? null) : null;
    if (still === this.#awaited && speed === this.#awaitedSpeed) return;
    clearTimeout(this.#timer);
    this.#awaited = still;
    this.#awaitedSpeed = speed;
    if (!still) return;
    this.#timer = setTimeout(
      () => {
        this.#awaited = null;
        this.#store.dispatch({ type: 'replay-advanced' });
      },
      readingTime(still) / speed,
    );
  }
}
