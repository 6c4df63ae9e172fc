/**
 * How the tab that trains a run tells the others: what it has just committed, with its place in the log, so that a
 * watcher knows whether it has seen all that came before.
 */

import * as v from 'valibot';
import type { RunEvent } from '../learning/records.ts';
import { eventSchema } from './event-schema.ts';

/** What was committed. */
export interface Announcement {
  readonly run: string;
  /** Events in the log before these. */
  readonly after: number;
  /** Events in the log now. */
  readonly until: number;
  /** In the order in which they happened, the stored lives among them. */
  readonly events: readonly RunEvent[];
}

const announcementSchema = v.object({
  run: v.string(),
  after: v.number(),
  until: v.number(),
  events: v.array(eventSchema),
}) satisfies v.GenericSchema<unknown, Announcement>;

export interface RunChannel {
  announce(announcement: Announcement): void;
  /** Hears what other tabs announce until the returned function is called. */
  listen(listener: (announcement: Announcement) => void): () => void;
  close(): void;
}

/** A channel to the other tabs of this browser. Messages of a Waymark that speaks differently are left alone. */
export function openRunChannel(name: string): RunChannel {
  const channel = new BroadcastChannel(name);
  return {
    announce: (announcement) => channel.postMessage(announcement),
    listen: (listener) => {
      const receive = (message: MessageEvent<unknown>): void => {
        const announcement = v.safeParse(announcementSchema, message.data);
        if (announcement.success) listener(announcement.output);
      };
      channel.addEventListener('message', receive);
      return () => channel.removeEventListener('message', receive);
    },
    close: () => channel.close(),
  };
}
