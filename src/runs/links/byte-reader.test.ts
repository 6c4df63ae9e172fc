/** Protects how the parts of links are read: as they were written, in one way only, and never beyond the end. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { readReal, writeReal } from './real-numbers.ts';

const DAMAGED = expect.objectContaining({ kind: 'link-damaged' });

function written(write: (writer: ByteWriter) => void): Uint8Array {
  const writer = new ByteWriter();
  write(writer);
  return writer.finish();
}

describe('whole numbers', () => {
  it('come back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffffff }), fc.integer({ min: 0, max: 0xffffffff }), (one, other) => {
        const bytes = written((writer) => {
          writer.whole(one);
          writer.whole(other);
        });
        const reader = new ByteReader(bytes);
        expect([reader.whole(0xffffffff, 'number'), reader.whole(0xffffffff, 'number')]).toEqual([one, other]);
        reader.end();
      }),
    );
  });

  it('are refused above what is allowed, padded, or cut short', () => {
    const read = (largest: number, ...bytes: number[]) => new ByteReader(Uint8Array.from(bytes)).whole(largest, 'seed');
    expect(read(300, 0xac, 0x02)).toBe(300);
    expect(() => read(299, 0xac, 0x02)).toThrow('The seed in this link cannot be read: it is over 299.');
    expect(() => read(300, 0xac, 0x82, 0x00)).toThrow(DAMAGED);
    expect(() => read(300, 0xac)).toThrow(DAMAGED);
  });
});

describe('texts', () => {
  it('come back, and are refused where they are too long or no text', () => {
    const bytes = written((writer) => writer.text('größer'));
    expect(new ByteReader(bytes).text(8, 'name')).toBe('größer');
    expect(() => new ByteReader(bytes).text(7, 'name')).toThrow(
      'The length of the name in this link cannot be read: it is over 7.',
    );
    expect(() => new ByteReader(Uint8Array.of(2, 0xc3, 0x28)).text(8, 'name')).toThrow(
      'The name in this link is no text.',
    );
    expect(() => new ByteReader(Uint8Array.of(5, 65)).text(8, 'name')).toThrow('ends too early');
  });
});

describe('real numbers', () => {
  it('come back to the bit, whatever they are', () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        const positive = Object.is(value, -0) ? 0 : value;
        const bytes = written((writer) => writeReal(writer, positive));
        expect(bytes.length).toBeLessThanOrEqual(9);
        const reader = new ByteReader(bytes);
        expect(readReal(reader, 'rate')).toBe(positive);
        reader.end();
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    [0, 2],
    [1, 2],
    [0.01, 2],
    [1e-8, 2],
    [0.9999, 3],
    [1024, 3],
    [1.23456789, 5],
    [1.234567891, 9],
    [0.1 + 0.2, 9],
    [Math.PI, 9],
    [Number.MIN_VALUE, 9],
  ])('takes few bytes for people’s numbers: %d in %i', (value, length) => {
    expect(written((writer) => writeReal(writer, value))).toHaveLength(length);
  });
});

describe('the end', () => {
  it('is where the last byte has been read', () => {
    const reader = new ByteReader(Uint8Array.of(1, 2, 3));
    reader.bytes(2);
    expect(() => reader.end()).toThrow('1 bytes too many');
    expect(reader.byte()).toBe(3);
    reader.end();
    expect(() => reader.byte()).toThrow(DAMAGED);
  });
});
