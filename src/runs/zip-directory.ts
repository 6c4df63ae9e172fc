/**
 * The directory at the end of a zip (PKWARE's APPNOTE 6.3, sections 4.3 and 4.4): what files there are and where. Only
 * plain zips are read: one part, 32-bit sizes, files stored or deflated, nothing encrypted, no links, no name that leads
 * anywhere else.
 */

import { ArchiveError } from './archive-error.ts';

/** A file of a zip, not yet unpacked. */
export interface PackedFile {
  readonly name: string;
  /** Bytes that the zip says it unpacks to. */
  readonly bytes: number;
  /** As it lies in the zip. */
  readonly packed: Uint8Array;
  /** False: `packed` is the file itself. */
  readonly isDeflated: boolean;
}

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
/** A comment of this length may follow the end of the directory. */
const LONGEST_COMMENT = 0xffff;

const STORED = 0;
const DEFLATED = 8;
/** Encrypted; strongly encrypted; directory encrypted. */
const LOCKED_FLAGS = 0x0001 | 0x0040 | 0x2000;
/** Unix file types in the upper half of the external attributes; 0 where the writer was no Unix. */
const TYPE_MASK = 0xf000;
const PLAIN_FILE = 0x8000;
const DIRECTORY = 0x4000;

/** Folders and a name, of plain letters, and never `.` or `..`: such a name is harmless on every system. */
const PLAIN_NAME = /^(?!.*(^|\/)\.{1,2}(\/|$))[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/;
const LONGEST_NAME = 200;

/** Files by name; entries for folders are left out. Throws `ArchiveError`. */
export function readDirectory(zip: Uint8Array, mostFiles: number): ReadonlyMap<string, PackedFile> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = findEnd(view);
  const entries = view.getUint16(end + 10, true);
  const size = view.getUint32(end + 12, true);
  const start = view.getUint32(end + 16, true);
  const isWhole =
    view.getUint32(end + 4, true) === 0 && view.getUint16(end + 8, true) === entries && start + size === end;
  if (!isWhole) throw noZip('its parts do not fit together');
  if (entries > mostFiles) {
    throw new ArchiveError('too-large', `The file holds ${entries} files, more than any run.`);
  }
  const files = new Map<string, PackedFile>();
  const taken: (readonly [from: number, to: number])[] = [];
  let at = start;
  for (let index = 0; index < entries; index++) {
    if (at + ENTRY_BYTES > end || view.getUint32(at, true) !== ENTRY_SIGNATURE) throw noZip('its directory is damaged');
    const nameBytes = view.getUint16(at + 28, true);
    const next = at + ENTRY_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > end) throw noZip('its directory is damaged');
    const name = latin(zip.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes));
    const file = readEntry(zip, view, { at, name, start });
    if (file !== null) {
      if (files.has(name)) throw new ArchiveError('damaged', `The file holds ${name} twice.`);
      files.set(name, file);
      taken.push([view.getUint32(at + 42, true), file.packed.byteOffset - zip.byteOffset + file.packed.length]);
    }
    at = next;
  }
  if (at !== end) throw noZip('its directory is damaged');
  taken.sort(([a], [b]) => a - b);
  const overlaps = taken.some(([from], index) => index > 0 && from < taken[index - 1][1]);
  if (overlaps) throw noZip('its files overlap');
  return files;
}

/** Where the end of the directory begins: a zip ends with it, and with a comment of the length it gives. */
function findEnd(view: DataView): number {
  const earliest = Math.max(0, view.byteLength - END_BYTES - LONGEST_COMMENT);
  for (let at = view.byteLength - END_BYTES; at >= earliest; at--) {
    const isEnd = view.getUint32(at, true) === END_SIGNATURE;
    if (isEnd && at + END_BYTES + view.getUint16(at + 20, true) === view.byteLength) return at;
  }
  throw noZip('it is no zip, or not all of it');
}

interface Entry {
  /** Where its entry in the directory begins. */
  readonly at: number;
  readonly name: string;
  /** Where the directory begins: files lie before it. */
  readonly start: number;
}

/** Null for a folder. */
function readEntry(zip: Uint8Array, view: DataView, { at, name, start }: Entry): PackedFile | null {
  const flags = view.getUint16(at + 8, true);
  const method = view.getUint16(at + 10, true);
  const packedBytes = view.getUint32(at + 20, true);
  const bytes = view.getUint32(at + 24, true);
  const type = (view.getUint32(at + 38, true) >>> 16) & TYPE_MASK;
  const local = view.getUint32(at + 42, true);
  const isFolder = name.endsWith('/') && bytes === 0 && (type === 0 || type === DIRECTORY);
  const plain = isFolder ? name.slice(0, -1) : name;
  if (plain.length > LONGEST_NAME || !PLAIN_NAME.test(plain)) {
    throw new ArchiveError('damaged', `The file holds a name that no run has: ${printable(name)}`);
  }
  if (isFolder) return null;
  if ((flags & LOCKED_FLAGS) !== 0) throw new ArchiveError('damaged', `The file is locked with a password: ${name}`);
  if (type !== 0 && type !== PLAIN_FILE) throw new ArchiveError('damaged', `The file holds a link: ${name}`);
  if (method !== STORED && method !== DEFLATED) throw noZip(`${name} is packed in an unknown way`);
  if (method === STORED && bytes !== packedBytes) throw noZip(`the sizes of ${name} do not fit together`);
  if (local + LOCAL_BYTES > start || view.getUint32(local, true) !== LOCAL_SIGNATURE)
    throw noZip(`${name} is not there`);
  const nameEnd = local + LOCAL_BYTES + view.getUint16(local + 26, true);
  const from = nameEnd + view.getUint16(local + 28, true);
  const isSame =
    view.getUint16(local + 8, true) === method && latin(zip.subarray(local + LOCAL_BYTES, nameEnd)) === name;
  if (!isSame) throw noZip(`${name} goes by two names`);
  if (from + packedBytes > start) throw noZip(`${name} is not all there`);
  return { name, bytes, packed: zip.subarray(from, from + packedBytes), isDeflated: method === DEFLATED };
}

/** Each byte as the character of that number, so that no two names are taken for one. */
function latin(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

/** A name from elsewhere, fit to be shown. */
function printable(name: string): string {
  return name.slice(0, 60).replaceAll(/[^ -~]/g, '?');
}

function noZip(defect: string): ArchiveError {
  return new ArchiveError('damaged', `The file cannot be unpacked: ${defect}.`);
}
