/** Writing files so that they are there whole or not at all, whenever the program or the machine stops. */

import { open, readdir, readFile, rename, rm, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { asStorageError, StorageError } from './storage-error.ts';

/** Ends the names of what is not whole: not written to its end, or being removed. */
export const UNFINISHED = '.unfinished';

/** Replaces or creates a file in one step; it is on the disk when this resolves. */
export async function writeFileDurably(path: string, content: Uint8Array | string): Promise<void> {
  const unfinished = `${path}${UNFINISHED}`;
  await withFile(unfinished, 'w', async (file) => {
    await file.writeFile(content);
    await file.sync();
  });
  await rename(unfinished, path);
  await syncDirectory(dirname(path));
}

/** Creates a directory with its files in one step. One of the same name is replaced. */
export async function writeDirectoryDurably(
  path: string,
  files: ReadonlyMap<string, Uint8Array | string>,
): Promise<void> {
  const unfinished = `${path}${UNFINISHED}`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  for (const [name, content] of files) await writeFileDurably(join(unfinished, name), content);
  await rm(path, { recursive: true, force: true });
  await rename(unfinished, path);
  await syncDirectory(dirname(path));
}

/**
 * Writes at byte `offset` of a file and cuts off whatever lay behind; on the disk when this resolves. Throws
 * `StorageError` (`damaged`) for a file that is shorter than `offset`.
 */
export async function writeTailDurably(path: string, offset: number, content: Uint8Array): Promise<void> {
  await withFile(path, offset === 0 ? 'w' : 'r+', async (file) => {
    const { size } = await file.stat();
    if (size < offset) {
      throw new StorageError('damaged', `${path} has ${size} bytes, ${offset - size} fewer than were written.`);
    }
    await file.truncate(offset);
    await file.write(content, 0, content.length, offset);
    await file.sync();
  });
}

/** Names in a directory that were written whole; none for a directory that does not exist. */
export async function listFinished(path: string): Promise<readonly string[]> {
  try {
    return (await readdir(path)).filter((name) => !name.endsWith(UNFINISHED)).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** A file's bytes, or null when there is none. */
export async function readIfPresent(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Turns what the file system throws into `StorageError`. */
export async function onDisk<Result>(body: () => Promise<Result>): Promise<Result> {
  try {
    return await body();
  } catch (error) {
    if (hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT')) {
      throw new StorageError('full', 'The disk has no room left for this run.', { cause: error });
    }
    throw asStorageError(error);
  }
}

function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR');
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

type FileHandle = Awaited<ReturnType<typeof open>>;

async function withFile(path: string, flags: string, body: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, flags);
  try {
    await body(file);
  } finally {
    await file.close();
  }
}

/** A rename is durable once its directory is. */
async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open directories; its file systems keep renames in order by themselves.
  if (process.platform === 'win32') return;
  await withFile(path, 'r', (file) => file.sync());
}
