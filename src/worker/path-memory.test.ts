import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openPathMemory } from './path-memory.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the memory of paths', () => {
  it('outlives the tab', async () => {
    const first = openPathMemory('paths');
    expect(await first.load('device a')).toBeNull();
    await first.save('device a', 'wide');
    await first.save('device a', 'tiled');
    const second = openPathMemory('paths');
    expect(await second.load('device a')).toBe('tiled');
    expect(await second.load('device b')).toBeNull();
  });

  it('remembers nothing, and breaks nothing, where the browser keeps nothing', async () => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
    const memory = openPathMemory('paths');
    await memory.save('device a', 'wide');
    expect(await memory.load('device a')).toBeNull();
  });
});
