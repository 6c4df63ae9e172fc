/** Entry of the training worker: puts the service together from what a browser has. client.ts speaks to it. */

import { openBrowserStorage } from '../runs/browser-storage.ts';
import { openRunChannel } from '../runs/run-channel.ts';
import { createWebLocks } from '../runs/run-locks.ts';
import type { WorkerRequest } from './client.ts';
import type { WorkerMessage } from './protocol.ts';
import { fetchBaseModel } from './site-base.ts';
import { fetchRecordedAgent } from './site-recording.ts';
import { TrainingService } from './training-service.ts';
import { webEngines } from './web-engine.ts';
import type { Clock } from './workplace.ts';

/** One name for the database, and for the channel on which tabs tell each other what they store in it. */
const STORAGE_NAME = 'waymark';

/** What was measured on this device; no loss if it is cleared. */
const PATHS_NAME = 'waymark-paths';

const clock: Clock = {
  now: () => Date.now(),
  breathe: () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(null);
    }),
  rest: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

function openService(site: string): TrainingService {
  return new TrainingService({
    post: (message: WorkerMessage) => self.postMessage(message),
    openStorage: (onClosed) => openBrowserStorage({ name: STORAGE_NAME, onClosed }),
    source: { loadBase: (name) => fetchBaseModel(site, name), engines: webEngines(PATHS_NAME) },
    loadRecorded: (recording) => fetchRecordedAgent(site, recording),
    // Undefined without a secure connection, although its type does not say so.
    locks: createWebLocks(navigator.locks),
    channel: openRunChannel(STORAGE_NAME),
    clock,
    draw: () => crypto.getRandomValues(new Uint32Array(1))[0],
  });
}

let service: TrainingService | null = null;

self.addEventListener('message', ({ data: request }: MessageEvent<WorkerRequest>) => {
  if (request.type === 'boot') service = openService(request.site);
  else service?.receive(request);
});
