/** The list of an archive's files with the size and hash of each: what is read must be exactly what was written. */

import * as v from 'valibot';
import { encodeJson } from '../core/bytes.ts';
import { sha256 } from '../core/hash.ts';
import { ArchiveError } from './archive-error.ts';
import { mostBytesOf } from './archive-files.ts';
import { archiveJson } from './archive-json.ts';
import type { PackedFile } from './zip-directory.ts';
import { type Files, unpackFile } from './zip-files.ts';

/** Raised when older readers can no longer make sense of what is written. */
const ARCHIVE_VERSION = 2;

export const MANIFEST = 'manifest.json';
/** Twenty thousand files. */
const MOST_MANIFEST_BYTES = 4 * 2 ** 20;

const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const formatSchema = v.object({ format: v.literal('waymark-archive'), version: v.pipe(wholeNumber, v.minValue(1)) });
const manifestSchema = v.object({
  ...formatSchema.entries,
  files: v.array(v.object({ path: v.string(), bytes: wholeNumber, sha256: v.pipe(v.string(), v.length(64)) })),
});

type Manifest = v.InferOutput<typeof manifestSchema>;

/** The manifest of these files. */
export async function writeManifest(files: Files): Promise<Uint8Array> {
  const listed = await Promise.all(
    [...files].map(async ([path, bytes]) => ({ path, bytes: bytes.length, sha256: await sha256(bytes) })),
  );
  return encodeJson({ format: 'waymark-archive', version: ARCHIVE_VERSION, files: listed } satisfies Manifest);
}

/** What the manifest says of itself: read first, so that what does not belong is never unpacked. */
export function readManifest(packed: ReadonlyMap<string, PackedFile>): Manifest {
  const file = packed.get(MANIFEST);
  if (file === undefined) throw new ArchiveError('damaged', 'This is not the file of a run.');
  if (file.bytes > MOST_MANIFEST_BYTES) throw tooLarge(MANIFEST);
  const json = archiveJson(unpackFile(file), MANIFEST);
  const format = v.safeParse(formatSchema, json);
  if (!format.success) throw new ArchiveError('damaged', 'This is not the file of a run.');
  if (format.output.version > ARCHIVE_VERSION) throw new ArchiveError('newer', 'A newer Waymark wrote this file.');
  const manifest = v.safeParse(manifestSchema, json);
  if (!manifest.success) throw new ArchiveError('damaged', `Its ${MANIFEST} is damaged: ${manifest.issues[0].message}`);
  checkListed(manifest.output, packed);
  return manifest.output;
}

/** The directory of the zip must list the same files, of the same sizes, and none that is too large for its kind. */
function checkListed({ version, files }: Manifest, packed: ReadonlyMap<string, PackedFile>): void {
  const listed = new Map(files.map((file) => [file.path, file]));
  for (const { name, bytes } of packed.values()) {
    if (name === MANIFEST) continue;
    const file = listed.get(name);
    const mostBytes = mostBytesOf(name, version);
    if (file === undefined || mostBytes === null) {
      throw new ArchiveError('damaged', `It holds a file that does not belong to a run: ${name}`);
    }
    if (file.bytes !== bytes) throw notAsWritten(name);
    if (bytes > mostBytes) throw tooLarge(name);
  }
  for (const { path } of files) {
    if (!packed.has(path)) throw new ArchiveError('damaged', `Something is missing: ${path.slice(0, 60)}`);
  }
  if (listed.size !== files.length) throw new ArchiveError('damaged', `Its ${MANIFEST} lists a file twice.`);
}

/** All files but the manifest, unpacked. Throws `ArchiveError` (`damaged`) for one that is not what was written. */
export async function unpackListed({ files }: Manifest, packed: ReadonlyMap<string, PackedFile>): Promise<Files> {
  const unpacked = new Map<string, Uint8Array>();
  for (const { path, sha256: expected } of files) {
    const file = packed.get(path);
    if (file === undefined) continue;
    const bytes = unpackFile(file);
    if ((await sha256(bytes)) !== expected) throw notAsWritten(path);
    unpacked.set(path, bytes);
  }
  return unpacked;
}

function notAsWritten(path: string): ArchiveError {
  return new ArchiveError('damaged', `Its ${path} is not what was written.`);
}

function tooLarge(path: string): ArchiveError {
  return new ArchiveError('too-large', `Its ${path} is larger than that of any run.`);
}
