import { readFile } from 'node:fs/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { fetchBaseModel } from './site-base.ts';

const FIXTURE = new URL('../../test/fixtures/reference/base/', import.meta.url);

afterEach(() => vi.unstubAllGlobals());

function answerWith(answer: (address: string) => Response | Promise<Response>): void {
  vi.stubGlobal('fetch', (address: URL) => Promise.resolve(answer(address.href)));
}

test('a base is fetched from beside the page, wherever the site lies', async () => {
  const asked: string[] = [];
  answerWith(async (address) => {
    asked.push(address);
    return new Response(new Uint8Array(await readFile(new URL(address.split('/').at(-1) ?? '', FIXTURE))));
  });
  const base = await fetchBaseModel('https://example.org/some/where/', 'waymark-153b5e8f');
  expect(base.name).toBe('waymark-153b5e8f');
  expect(asked.sort()).toEqual(
    ['config.json', 'model.safetensors', 'tokenizer.json', 'tokenizer_config.json'].map(
      (file) => `https://example.org/some/where/models/waymark-153b5e8f/${file}`,
    ),
  );
});

test('a base that the site does not have is named', async () => {
  answerWith(() => new Response('', { status: 404 }));
  await expect(fetchBaseModel('https://example.org/', 'waymark-00000000')).rejects.toMatchObject({
    kind: 'no-build',
    message: expect.stringContaining('waymark-00000000') as string,
  });
});

test('without a connection the message says so', async () => {
  answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(fetchBaseModel('https://example.org/', 'waymark-153b5e8f')).rejects.toMatchObject({
    kind: 'not-found',
    remedy: expect.stringContaining('connection') as string,
  });
});
