/**
 * Serves the built site on this machine: `npm start`, or `tsx tools/serve.ts [--port N] [--base /path/]`. Without a
 * port it takes 5180, or any free one where that is taken.
 */

import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { WaymarkError } from '../src/core/errors.ts';
import { runTool, wholeNumber } from './cli/run-tool.ts';
import { createStaticServer } from './static-server.ts';

const USUAL_PORT = 5180;
const ROOT = fileURLToPath(new URL('../dist/', import.meta.url));

interface ServeOptions {
  /** Null leaves the choice to us. */
  readonly port: number | null;
  readonly base: string;
}

function readOptions(): ServeOptions {
  const { values } = parseArgs({ options: { port: { type: 'string' }, base: { type: 'string', default: '/' } } });
  if (!/^\/(.*\/)?$/.test(values.base)) {
    throw new WaymarkError('bad-request', `--base ${values.base}:`, 'give a path that begins and ends with a slash.');
  }
  return { port: values.port === undefined ? null : wholeNumber('port', values.port, 0, 65535), base: values.base };
}

function listen({ port, base }: ServeOptions): void {
  const server = createStaticServer({ root: ROOT, base });
  server.once('listening', () => {
    const { port: actual } = server.address() as AddressInfo;
    console.log(`Waymark is at http://localhost:${actual}${base} (Ctrl-C ends it).`);
  });
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE' && port === null) server.listen(0, 'localhost');
    else {
      console.error(error.code === 'EADDRINUSE' ? `Port ${port ?? ''} is taken: give another with --port.` : error);
      process.exitCode = 1;
    }
  });
  server.listen(port ?? USUAL_PORT, 'localhost');
}

await runTool(async () => {
  const options = readOptions();
  if (!existsSync(path.join(ROOT, 'index.html'))) {
    throw new WaymarkError('not-found', 'There is no built site in dist.', 'Run "npm run build" first.');
  }
  listen(options);
});
