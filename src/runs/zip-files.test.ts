/**
 * Protects against zips made to do harm: each is refused by name, at once, whatever it claims of itself; and shows that
 * what is packed here is a zip for other programs too.
 */

import { unzipSync, zipSync, type Zippable } from 'fflate';
import { describe, expect, test } from 'vitest';
import { cpuMilliseconds } from '../../test/cpu-time.ts';
import { openZip, packFiles, unpackFiles, type ZipLimits } from './zip-files.ts';

const LIMITS: ZipLimits = { packedBytes: 2 ** 20, unpackedBytes: 64 * 2 ** 20, files: 10 };

const text = (words: string): Uint8Array => new TextEncoder().encode(words);

const FILES = new Map([
  ['manifest.json', text('{"format": "none"}'.repeat(20))],
  ['lives/000001.json', text('[]')],
  ['state.bin', Uint8Array.from({ length: 5000 }, (_, index) => (index * index) % 251)],
]);

/** 60 MB of nothing. */
const BOMB = zipSync({ 'manifest.json': new Uint8Array(60 * 2 ** 20) });

const damaged = expect.objectContaining({ kind: 'bad-file', problem: 'damaged' }) as Error;
const tooLarge = expect.objectContaining({ kind: 'bad-file', problem: 'too-large' }) as Error;

/** Offsets in the entries of the directory, of a local header, and in the end of the directory (APPNOTE 4.3). */
const ENTRY = {
  signature: 0x02014b50,
  flags: 8,
  method: 10,
  packed: 20,
  bytes: 24,
  attributes: 38,
  local: 42,
} as const;
const END_FROM_LAST_BYTE = 22;

/** A zip with some of its bytes changed; `entry` is where the directory's entry of the file with that index begins. */
function changed(
  zip: Uint8Array,
  index: number,
  change: (view: DataView, entry: number, end: number) => void,
): Uint8Array {
  const copy = zip.slice();
  const view = new DataView(copy.buffer);
  const entries = Array.from({ length: copy.length - 4 }, (_, at) => at).filter(
    (at) => view.getUint32(at, true) === ENTRY.signature,
  );
  change(view, entries[index], copy.length - END_FROM_LAST_BYTE);
  return copy;
}

const unpack = (zip: Uint8Array, limits: Partial<ZipLimits> = {}) => unpackFiles(zip, { ...LIMITS, ...limits });

describe('files in a zip', () => {
  test('come out as they went in, here and by another unzipper', () => {
    const zip = packFiles(FILES);
    expect(unpack(zip)).toEqual(FILES);
    expect(new Map(Object.entries(unzipSync(zip)))).toEqual(FILES);
  });

  test('come out of zips of other programs: with folders, stored, dated, with a comment', () => {
    const nested: Zippable = { lives: { '000001.json': [text('[]'), { level: 0 }] }, 'a.json': text('{}') };
    const zip = zipSync({ 'lives/': new Uint8Array(), ...nested }, { comment: 'packed again', mtime: '2020-02-02' });
    expect(unpack(zip)).toEqual(
      new Map([
        ['lives/000001.json', text('[]')],
        ['a.json', text('{}')],
      ]),
    );
  });

  test('lie in memory of their own', () => {
    const zip = zipSync({ 'a.bin': [Uint8Array.of(1, 2, 3), { level: 0 }] });
    expect(unpack(zip).get('a.bin')?.buffer.byteLength).toBe(3);
  });
});

describe('a hostile zip is refused:', () => {
  test.each<[string, string]>([
    ['a way out', '../escape.json'],
    ['a way out in the middle', 'lives/../../escape.json'],
    ['an absolute path', '/etc/passwd'],
    ['another system', 'C:\\evil.json'],
    ['an empty folder name', 'lives//a.json'],
    ['a control character', 'a\u0000.json'],
    ['letters that look like others', 'm\u0430nifest.json'],
    ['an endless name', 'a'.repeat(500)],
  ])('%s', (_, name) => {
    expect(() => unpack(zipSync({ [name]: text('{}') }))).toThrow(damaged);
  });

  test('one name twice', () => {
    const zip = zipSync({ 'a.json': text('{}'), 'b.json': text('{}') });
    const latin = Array.from(zip, (byte) => String.fromCharCode(byte)).join('');
    const twice = Uint8Array.from(latin.replaceAll('b.json', 'a.json'), (character) => character.charCodeAt(0));
    expect(() => unpack(twice)).toThrow(damaged);
  });

  test('links, locked files, and files packed in unknown ways', () => {
    const zip = packFiles(FILES);
    const link = changed(zip, 1, (view, entry) => view.setUint32(entry + ENTRY.attributes, 0xa1ff0000, true));
    const locked = changed(zip, 1, (view, entry) => view.setUint16(entry + ENTRY.flags, 1, true));
    const unknown = changed(zip, 1, (view, entry) => view.setUint16(entry + ENTRY.method, 93, true));
    expect(() => unpack(link)).toThrow('a link');
    expect(() => unpack(locked)).toThrow('a password');
    expect(() => unpack(unknown)).toThrow('unknown way');
  });

  test('sizes and places that are lies, those of 64 bits too', () => {
    const zip = packFiles(FILES);
    const lies = [
      changed(zip, 2, (view, entry) => view.setUint32(entry + ENTRY.bytes, 4999, true)),
      changed(zip, 2, (view, entry) => view.setUint32(entry + ENTRY.bytes, 5001, true)),
      changed(zip, 2, (view, entry) => view.setUint32(entry + ENTRY.packed, 0xffffffff, true)),
      changed(zip, 2, (view, entry) => view.setUint32(entry + ENTRY.packed, 10, true)),
      changed(zip, 2, (view, entry) => view.setUint32(entry + ENTRY.local, 0xffffffff, true)),
      changed(zip, 2, (view, entry) => view.setUint32(entry + ENTRY.local, 0, true)),
      changed(zip, 2, (view, _, end) => view.setUint32(end + 16, 0xffffffff, true)),
      changed(zip, 2, (view, _, end) => view.setUint16(end + 10, 2, true)),
      changed(zip, 2, (view, _, end) => view.setUint16(end + 4, 1, true)),
    ];
    for (const lie of lies) expect(() => unpack(lie)).toThrow(damaged);
    const most = changed(zip, 2, (view, entry) => view.setUint32(entry + ENTRY.bytes, 0xffffffff, true));
    expect(() => unpack(most)).toThrow(tooLarge);
  });

  test('more than is allowed, before anything is unpacked', () => {
    const many = zipSync(Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`${index}.json`, text('{}')])));
    const milliseconds = cpuMilliseconds(() => {
      expect(() => openZip(BOMB, LIMITS)).toThrow(tooLarge);
      expect(() => openZip(many, LIMITS)).toThrow(tooLarge);
      expect(() => openZip(packFiles(FILES), { ...LIMITS, packedBytes: 100 })).toThrow(tooLarge);
      expect(() => openZip(packFiles(FILES), { ...LIMITS, unpackedBytes: 5000 })).toThrow(tooLarge);
    });
    expect(milliseconds).toBeLessThan(100);
  });

  test('a bomb that calls itself small, after its first few megabytes', () => {
    const modest = changed(BOMB, 0, (view, entry) => view.setUint32(entry + ENTRY.bytes, 2 ** 20, true));
    expect(cpuMilliseconds(() => expect(() => unpack(modest)).toThrow(damaged))).toBeLessThan(100);
  });
});
