import { readFile } from 'node:fs/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { fetchRecordedAgent } from './site-recording.ts';

const PUBLIC = new URL('../../public/', import.meta.url);

afterEach(() => vi.unstubAllGlobals());

test('a recorded agent is fetched from beside the page, wherever the site lies', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: URL) => {
    asked.push(address.href);
    const path = address.href.replace('https://example.org/some/where/', '');
    return new Response(new Uint8Array(await readFile(new URL(path, PUBLIC))));
  });
  const { recording } = await fetchRecordedAgent('https://example.org/some/where/', 'code-lake');
  expect(recording.recipe.environment).toBe('code-lake/4x4');
  expect(asked.sort()).toEqual(
    ['adapter_config.json', 'adapter_model.safetensors', 'recording.json'].map(
      (file) => `https://example.org/some/where/recorded/code-lake/${file}`,
    ),
  );
});

test('one that the site does not have is named, and a name is never an address', async () => {
  const fetched = vi.fn(() => Promise.resolve(new Response('', { status: 404 })));
  vi.stubGlobal('fetch', fetched);
  await expect(fetchRecordedAgent('https://example.org/', 'atlantis')).rejects.toMatchObject({
    kind: 'not-found',
    message: expect.stringContaining('atlantis') as string,
  });
  fetched.mockClear();
  await expect(fetchRecordedAgent('https://example.org/', '../models')).rejects.toMatchObject({ kind: 'not-found' });
  expect(fetched).not.toHaveBeenCalled();
});
