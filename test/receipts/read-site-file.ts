/** Reads what the site serves, in Node. */

import { readFile } from 'node:fs/promises';

/** The bytes of one file, by its path in `public/`. */
export async function readSiteFile(path: string): Promise<Uint8Array> {
  return new Uint8Array(await readFile(new URL(`../../public/${path}`, import.meta.url)));
}
