import { describe, expect, it } from 'vitest';
import { decodeJson, decodeText, encodeJson, encodeText } from './bytes.ts';
import { sha256 } from './hash.ts';

describe('text and JSON', () => {
  it('survive the way through bytes', () => {
    expect(decodeText(encodeText('lake – 湖'), 'x')).toBe('lake – 湖');
    expect(decodeJson(encodeJson({ a: [1, null, 'é'] }), 'x')).toEqual({ a: [1, null, 'é'] });
  });

  it('are written for people, ending in a newline', () => {
    expect(decodeText(encodeJson({ a: 1 }), 'x')).toBe('{\n  "a": 1\n}\n');
  });

  it('name the file that is damaged', () => {
    expect(() => decodeText(Uint8Array.of(0xff), 'config.json')).toThrow(
      expect.objectContaining({ kind: 'bad-file', message: 'config.json: not UTF-8 text.' }),
    );
    expect(() => decodeJson(encodeText('{"a":'), 'config.json')).toThrow(
      expect.objectContaining({ kind: 'bad-file', message: 'config.json: not JSON.' }),
    );
  });
});

describe('sha256', () => {
  // FIPS 180-4 examples.
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ])('gives the published hash of %j', async (text, hash) => {
    expect(await sha256(encodeText(text))).toBe(hash);
  });

  it('hashes the view, not the buffer under it', async () => {
    expect(await sha256(encodeText('xabcx').subarray(1, 4))).toBe(await sha256(encodeText('abc')));
  });
});
