/** Protects that codes hold the link that they were made of, as an independent reader sees it. */

import { describe, expect, it } from 'vitest';
import { readQr } from '../../../test/runs/read-qr.ts';
import { linkOf } from './link-text.ts';
import { MOST_QR_BYTES, qrOf } from './qr.ts';

const SITE = 'https://example.org/waymark/';

/** A link of so many characters. */
function linkOfLength(length: number): string {
  return linkOf(SITE, 'AQg-_zZ'.repeat(length).slice(0, length - linkOf(SITE, '').length));
}

describe('qrOf', () => {
  it.each([60, 200, 400, 1500, MOST_QR_BYTES])('is read back from its picture: a link of %i bytes', (length) => {
    const link = linkOfLength(length);
    const code = qrOf(link);
    expect(code).not.toBeNull();
    if (code === null) return;
    expect(code.modules).toHaveLength(17 + 4 * code.version);
    expect(code.modules.every((row) => row.length === code.modules.length)).toBe(true);
    expect(readQr(code)).toEqual({ text: link, version: code.version });
  });

  it('is null beyond the largest code', () => {
    expect(qrOf(linkOfLength(MOST_QR_BYTES))?.version).toBe(40);
    expect(qrOf(linkOfLength(MOST_QR_BYTES + 1))).toBeNull();
    // Two bytes in UTF-8.
    expect(qrOf('é'.repeat(MOST_QR_BYTES / 2 + 1))).toBeNull();
  });

  it('is the smallest that carries the link, with as much correction as that size leaves room for', () => {
    // The standard's table of capacities in bytes: version 1 at L 17; version 2 at Q 20, M 26, L 32.
    expect(
      [17, 20, 26, 32].map((length) => qrOf('a'.repeat(length))).map((code) => [code?.version, levelOf(code)]),
    ).toEqual([
      [1, 'L'],
      [2, 'Q'],
      [2, 'M'],
      [2, 'L'],
    ]);
  });
});

/** The level of error correction, from the first two bits of the format, which the standard masks with 10. */
function levelOf(code: ReturnType<typeof qrOf>): string {
  const bits = [0, 1].map((column) => (code?.modules[8][column] ? 1 : 0));
  return ['M', 'L', 'H', 'Q'][(bits[0] ^ 1) * 2 + bits[1]];
}
