/** A small static file server over node:http, as plain as the hosts that Waymark is meant for. */

import { createHash } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { CONTENT_SECURITY_POLICY } from './content-security-policy.ts';

const MIME_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
/** Sent compressed to whoever takes it, as hosts do. The engine is left out: compressing it takes longer than sending it. */
const COMPRESSIBLE = new Set(['.css', '.html', '.js', '.json', '.mjs', '.svg', '.txt', '.webmanifest']);

const UNKNOWN_TYPE = 'application/octet-stream';

/** What a site is served from and where it appears. */
export interface StaticSite {
  /** The folder served. Nothing outside it can be reached, not even through a symbolic link. */
  readonly root: string;
  /** The path under which it appears, with a slash at both ends: `/` or `/waymark/`. */
  readonly base: string;
}

interface FoundFile {
  readonly file: string;
  readonly stats: Stats;
}

/** A server for the site, not yet listening. Answers GET and HEAD only, with an ETag that changes with the file. */
export function createStaticServer(site: StaticSite): Server {
  return createServer((request, response) => {
    answer(site, request, response).catch((error: unknown) => {
      // The visitor has gone, or the file vanished while it was read: nothing is left to say.
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
}

/** The file that a request's path stands for, relative to the root; null for a path that is malformed or outside. */
export function relativeFile(base: string, url: string): string | null {
  const pathname = url.split(/[?#]/, 1)[0];
  if (!pathname.startsWith(base)) return null;
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname.slice(base.length));
  } catch {
    return null;
  }
  const segments = decoded.split('/');
  if (/[\\\0]/.test(decoded) || segments.includes('..')) return null;
  return decoded === '' || decoded.endsWith('/') ? `${decoded}index.html` : decoded;
}

async function answer(site: StaticSite, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  const url = request.url ?? '/';
  if (url === site.base.slice(0, -1)) {
    response.writeHead(308, { location: site.base }).end();
    return;
  }
  const found = await findFile(site, url);
  if (found === null) {
    response.writeHead(404, { 'content-type': MIME_TYPES['.txt'] }).end('Not found\n');
    return;
  }
  const etag = entityTag(found.stats);
  const kind = path.extname(found.file).toLowerCase();
  const headers = {
    'content-type': MIME_TYPES[kind] ?? UNKNOWN_TYPE,
    vary: 'accept-encoding',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    // In the page as well, for hosts that set no headers; but workers obey only what they are sent with.
    'content-security-policy': CONTENT_SECURITY_POLICY,
    etag,
  };
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, headers).end();
    return;
  }
  const isCompressed = COMPRESSIBLE.has(kind) && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  const form = isCompressed ? { 'content-encoding': 'gzip' } : { 'content-length': found.stats.size };
  response.writeHead(200, { ...headers, ...form });
  if (request.method === 'HEAD') response.end();
  else if (isCompressed) await pipeline(createReadStream(found.file), createGzip(), response);
  else await pipeline(createReadStream(found.file), response);
}

async function findFile(site: StaticSite, url: string): Promise<FoundFile | null> {
  const relative = relativeFile(site.base, url);
  if (relative === null) return null;
  try {
    const root = await realpath(site.root);
    const file = await realpath(path.join(root, relative));
    if (!file.startsWith(root + path.sep)) return null;
    const stats = await stat(file);
    return stats.isFile() ? { file, stats } : null;
  } catch {
    return null;
  }
}

function entityTag(stats: Stats): string {
  const hash = createHash('sha256').update(`${stats.size} ${stats.mtimeMs} ${stats.ino}`).digest('hex');
  return `"${hash.slice(0, 16)}"`;
}
