/** The built site, served on this machine for as long as something is done with it. */

import { existsSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import { WaymarkError } from '../../src/core/errors.ts';
import { createStaticServer } from '../static-server.ts';

const ROOT = fileURLToPath(new URL('../../dist/', import.meta.url));

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return (server.address() as AddressInfo).port;
}

/** Serves the built site and calls `use` with its address. Throws `not-found` where nothing is built. */
export async function withBuiltSite<Result>(use: (address: string) => Promise<Result>): Promise<Result> {
  if (!existsSync(ROOT)) throw new WaymarkError('not-found', 'There is no built site.', 'Run "npm run build" first.');
  return withSite(ROOT, use);
}

/** Serves the files of a folder and calls `use` with their address. */
export async function withSite<Result>(root: string, use: (address: string) => Promise<Result>): Promise<Result> {
  const server = createStaticServer({ root, base: '/' });
  const port = await listen(server);
  try {
    return await use(`http://localhost:${port}/`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
