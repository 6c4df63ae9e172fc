/** The page without its worker: what it sends is written down, and the test says what is answered. */

import type { Command, WorkerMessage } from '../../worker/protocol.ts';
import { createApp, type App } from '../app.ts';
import { USUAL_PREFERENCES } from '../state/page-state.ts';

export interface TestApp extends App {
  /** Commands sent to the worker, oldest first. */
  readonly sent: Command[];
  /** The worker speaks. */
  readonly say: (...messages: readonly WorkerMessage[]) => void;
  /** Fragments that the address bar was given, and `reload`. */
  readonly shown: string[];
}

/** Nothing plays by itself. */
export function testApp(): TestApp {
  const sent: Command[] = [];
  const shown: string[] = [];
  const listeners = new Set<(message: WorkerMessage) => void>();
  const app = createApp({
    client: {
      send: (command) => void sent.push(command),
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    address: { show: (fragment) => void shown.push(fragment), reload: () => void shown.push('reload') },
    loadScreen: () => Promise.resolve(),
    speech: { preferred: () => 'en', remember: () => undefined, speak: () => Promise.resolve() },
    print: () => undefined,
    preferences: USUAL_PREFERENCES,
    still: true,
  });
  const say: TestApp['say'] = (...messages) => {
    for (const message of messages) for (const listener of listeners) listener(message);
  };
  return { ...app, sent, say, shown };
}
