/**
 * Named files in one zip and out again. What a zip says of itself is checked before anything is unpacked, and what
 * comes out is limited while it is being unpacked, not afterwards.
 */

import { zipSync } from 'fflate';
import { inflateExactly } from '../core/inflate.ts';
import { ArchiveError } from './archive-error.ts';
import { type PackedFile, readDirectory } from './zip-directory.ts';

export type Files = ReadonlyMap<string, Uint8Array>;

export interface ZipLimits {
  readonly packedBytes: number;
  /** Of all files together. */
  readonly unpackedBytes: number;
  readonly files: number;
}

/** The same files give the same zip whenever it is made. Zips know no earlier time. */
const TIME = new Date(1980, 0, 1);

/** Texts of runs shrink to a tenth. What shrinks more than this is made to fill somebody's memory. */
const LARGEST_RATIO = 250;
/** Up to here a file may be as empty as it likes. */
const HARMLESS_BYTES = 2 ** 20;

export function packFiles(files: Files): Uint8Array {
  return zipSync(Object.fromEntries(files), { level: 6, mtime: TIME });
}

/**
 * The files of a zip, whatever their names, still packed. Throws `ArchiveError`: `too-large` where one of the limits is
 * passed, `damaged` for anything that is no plain zip or holds a name twice.
 */
export function openZip(zip: Uint8Array, limits: ZipLimits): ReadonlyMap<string, PackedFile> {
  if (zip.length > limits.packedBytes) throw tooLarge(limits.packedBytes);
  const files = readDirectory(zip, limits.files);
  let unpacked = 0;
  for (const { bytes, packed } of files.values()) {
    unpacked += bytes;
    if (unpacked > limits.unpackedBytes) throw tooLarge(limits.unpackedBytes);
    if (bytes > HARMLESS_BYTES && bytes > LARGEST_RATIO * packed.length) {
      throw new ArchiveError('too-large', `The file would unpack to more than ${LARGEST_RATIO} times its size.`);
    }
  }
  return files;
}

/** A file of a zip. Throws `ArchiveError` (`damaged`) where it is not as long as the zip says. */
export function unpackFile({ name, bytes, packed, isDeflated }: PackedFile): Uint8Array {
  // A copy, because a view would keep the whole zip alive, and be stored with it.
  if (!isDeflated) return packed.slice();
  try {
    return inflateExactly(packed, bytes);
  } catch (cause) {
    throw new ArchiveError('damaged', `The file is damaged: its ${name} cannot be unpacked.`, { cause });
  }
}

/** All files of a zip. Throws `ArchiveError` as `openZip` and `unpackFile` do. */
export function unpackFiles(zip: Uint8Array, limits: ZipLimits): Files {
  return new Map([...openZip(zip, limits)].map(([name, file]) => [name, unpackFile(file)]));
}

function tooLarge(bytes: number): ArchiveError {
  return new ArchiveError('too-large', `The file is larger than any run: more than ${Math.round(bytes / 2 ** 20)} MB.`);
}
