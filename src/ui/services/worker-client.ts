/** The worker as the page knows it; worker/client.ts in the product. */

import type { Command, WorkerMessage } from '../../worker/protocol.ts';

export interface WorkerClient {
  send(command: Command): void;
  subscribe(listener: (message: WorkerMessage) => void): () => void;
}
