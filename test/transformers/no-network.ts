/** Transformers.js without a network: whatever it asks for must lie in a folder. In Node. */

import { Socket } from 'node:net';
import { env } from '@xenova/transformers';
import { vi } from 'vitest';

/** Every attempt to reach a network throws from here on. */
export function refuseNetwork(): void {
  env.allowRemoteModels = false;
  env.useFSCache = false;
  const refuse = (): never => {
    throw new Error('There is no network in this test.');
  };
  env.fetch = refuse;
  vi.stubGlobal('fetch', refuse);
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(refuse);
}

export function restoreNetwork(): void {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
}
