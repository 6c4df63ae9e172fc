/** Protects the text of links: that of the standard, and no second text for the same bytes. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase64url, encodeBase64url } from './base64url.ts';

describe('base64url', () => {
  it('is the one of the standard, without padding', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64url');
        expect(encodeBase64url(bytes)).toBe(text);
        expect(decodeBase64url(text)).toEqual(bytes);
      }),
    );
  });

  it('refuses every text that it does not write', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12, unit: fc.constantFrom(...Array.from('AQgwz019-_+/= é')) }), (text) => {
        const isWritten = Buffer.from(text, 'base64url').toString('base64url') === text;
        const decode = () => decodeBase64url(text);
        if (isWritten) expect(decode()).toEqual(Uint8Array.from(Buffer.from(text, 'base64url')));
        else expect(decode).toThrow(expect.objectContaining({ kind: 'link-damaged' }));
      }),
      { numRuns: 2000 },
    );
  });
});
