/** The time of day, and a reminder that some of it has passed. */

export interface WallClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls the listener again and again, as long as the page is open. */
  every(seconds: number, listener: () => void): void;
}

export const wallClock: WallClock = {
  now: () => Date.now(),
  every: (seconds, listener) => void setInterval(listener, seconds * 1000),
};
