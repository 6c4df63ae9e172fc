/** Protects what every static host does: right types, caching that notices changes, and nothing outside the folder. */

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStaticServer, relativeFile } from './static-server.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'waymark-serve-'));
const root = path.join(folder, 'dist');
let server: Server;

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends the path as it is written: `fetch` would tidy `..` away before the server sees it. */
function ask(url: string, method = 'GET', headers: Record<string, string> = {}): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: url, method, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode, headers: response.headers, body });
      });
    })
      .on('error', reject)
      .end();
  });
}

beforeAll(async () => {
  mkdirSync(path.join(root, 'assets'), { recursive: true });
  writeFileSync(path.join(root, 'index.html'), '<p>home</p>');
  writeFileSync(path.join(root, 'assets', 'engine.wasm'), 'wasm');
  writeFileSync(path.join(root, 'assets', 'glue.mjs'), 'export {}');
  writeFileSync(path.join(folder, 'secret.txt'), 'secret');
  symlinkSync(path.join(folder, 'secret.txt'), path.join(root, 'leak.txt'));
  server = createStaticServer({ root, base: '/waymark/' });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

describe('createStaticServer', () => {
  it('serves the page at the base, with or without its last slash', async () => {
    expect((await ask('/waymark/')).body).toBe('<p>home</p>');
    expect((await ask('/waymark/?seed=1')).body).toBe('<p>home</p>');
    expect((await ask('/waymark')).headers.location).toBe('/waymark/');
  });

  it('compresses text for those who take it, and only text', async () => {
    const gzip = { 'accept-encoding': 'gzip, br' };
    expect((await ask('/waymark/', 'GET', gzip)).headers['content-encoding']).toBe('gzip');
    expect((await ask('/waymark/')).headers['content-encoding']).toBeUndefined();
    expect((await ask('/waymark/assets/engine.wasm', 'GET', gzip)).headers['content-encoding']).toBeUndefined();
  });

  it('sends the policy with everything, since workers obey only what they are sent with', async () => {
    for (const file of ['', 'assets/glue.mjs', 'assets/engine.wasm']) {
      expect((await ask(`/waymark/${file}`)).headers['content-security-policy']).toContain("default-src 'none'");
    }
  });

  it('names the types that browsers insist on', async () => {
    expect((await ask('/waymark/')).headers['content-type']).toBe('text/html; charset=utf-8');
    expect((await ask('/waymark/assets/engine.wasm')).headers['content-type']).toBe('application/wasm');
    expect((await ask('/waymark/assets/glue.mjs')).headers['content-type']).toBe('text/javascript; charset=utf-8');
  });

  it('spares an unchanged file its body, and sends a changed one', async () => {
    const file = path.join(root, 'assets', 'engine.wasm');
    const etag = (await ask('/waymark/assets/engine.wasm')).headers.etag ?? '';
    expect(await ask('/waymark/assets/engine.wasm', 'GET', { 'if-none-match': etag })).toMatchObject({
      status: 304,
      body: '',
    });
    utimesSync(file, 1, 1);
    expect((await ask('/waymark/assets/engine.wasm', 'GET', { 'if-none-match': etag })).status).toBe(200);
  });

  it('answers HEAD without a body and refuses to be written to', async () => {
    expect(await ask('/waymark/', 'HEAD')).toMatchObject({ status: 200, body: '' });
    expect((await ask('/waymark/', 'POST')).status).toBe(405);
  });

  it.each([
    '/',
    '/secret.txt',
    '/waymark/../secret.txt',
    '/waymark/%2e%2e/secret.txt',
    '/waymark/assets/..%2f..%2f..%2fsecret.txt',
    '/waymark/..%5csecret.txt',
    '/waymark/leak.txt',
    '/waymark/assets',
    '/waymark/index.html%00.txt',
    '/waymark/%E0%A4%A',
  ])('does not serve %s', async (url) => {
    const { status, body } = await ask(url);
    expect(status).toBe(404);
    expect(body).not.toContain('secret');
  });
});

describe('relativeFile', () => {
  it('decodes names once only', () => {
    expect(relativeFile('/', '/a%20b.txt')).toBe('a b.txt');
    expect(relativeFile('/', '/%252e%252e/secret')).toBe('%2e%2e/secret');
  });
});
