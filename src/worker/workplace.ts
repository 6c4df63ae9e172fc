/** What the training worker works with, so that tests can put a workplace of their own together. */

import type { Storage } from '../runs/browser-storage.ts';
import type { RunChannel } from '../runs/run-channel.ts';
import type { RunLocks } from '../runs/run-locks.ts';
import type { Players } from './players.ts';
import type { WorkerMessage } from './protocol.ts';
import type { Teller } from './teller.ts';

export interface Workplace {
  readonly post: (message: WorkerMessage) => void;
  readonly storage: Storage;
  readonly teller: Teller;
  readonly players: Players;
  readonly locks: RunLocks;
  readonly channel: RunChannel;
  readonly clock: Clock;
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Lets messages that have arrived be handled. Not a timer: browsers slow timers down in hidden tabs. */
  breathe(): Promise<void>;
  /** A pause for spectators. May take longer in a hidden tab, where nobody is watching. */
  rest(milliseconds: number): Promise<void>;
}
