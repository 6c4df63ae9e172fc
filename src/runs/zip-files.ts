/** Named files in one zip and out again. What comes out is limited while it is being unpacked, not afterwards. */

import { Unzip, UnzipInflate, UnzipPassThrough, zipSync } from 'fflate';
import { ArchiveError } from './archive-error.ts';

export type Files = ReadonlyMap<string, Uint8Array>;

export interface ZipLimits {
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  readonly files: number;
}

/** The same files give the same zip whenever it is made. Zips know no earlier time. */
const TIME = new Date(1980, 0, 1);

/** Unpacked at most a thousand times as much: a zip that lies about its sizes is found out after a few megabytes. */
const STEP_BYTES = 16 * 1024;

export function packFiles(files: Files): Uint8Array {
  return zipSync(Object.fromEntries(files), { level: 6, mtime: TIME });
}

/**
 * The files of a zip, whatever their names. Throws `ArchiveError`: `too-large` as soon as a limit is passed, `damaged`
 * for anything that is no zip or holds a name twice.
 */
export function unpackFiles(zip: Uint8Array, limits: ZipLimits): Files {
  if (zip.length > limits.packedBytes) throw tooLarge(limits.packedBytes);
  const chunks = new Map<string, Uint8Array[]>();
  const finished = new Set<string>();
  let problem: ArchiveError | null = null;
  let unpacked = 0;
  const unzip = new Unzip((file) => {
    if (chunks.has(file.name)) problem ??= new ArchiveError('damaged', `The file holds ${file.name} twice.`);
    if (chunks.size >= limits.files) problem ??= tooLarge(limits.unpackedBytes);
    if (problem) return;
    const parts: Uint8Array[] = [];
    chunks.set(file.name, parts);
    file.ondata = (error, chunk, isLast) => {
      if (error) problem ??= noZip(error);
      else {
        unpacked += chunk.length;
        if (unpacked > limits.unpackedBytes) problem ??= tooLarge(limits.unpackedBytes);
        else parts.push(chunk);
        if (isLast) finished.add(file.name);
      }
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  unzip.register(UnzipPassThrough);
  try {
    for (let start = 0; start < zip.length && !problem; start += STEP_BYTES) {
      const end = Math.min(start + STEP_BYTES, zip.length);
      unzip.push(zip.subarray(start, end), end === zip.length);
    }
  } catch (cause) {
    problem ??= noZip(cause);
  }
  if (problem !== null) throw problem;
  for (const name of chunks.keys()) {
    if (!finished.has(name)) throw new ArchiveError('damaged', `The file ends in the middle of ${name}.`);
  }
  return new Map([...chunks].map(([name, parts]) => [name, joined(parts)]));
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function tooLarge(bytes: number): ArchiveError {
  return new ArchiveError('too-large', `The file is larger than any run: more than ${Math.round(bytes / 2 ** 20)} MB.`);
}

function noZip(cause: unknown): ArchiveError {
  return new ArchiveError('damaged', 'The file cannot be unpacked.', { cause });
}
