/** Files as the site serves them, wherever it lies. */

import { WaymarkError } from '../core/errors.ts';

/** What a file is part of, for people, and what to say where the site does not have it. */
export interface SiteFile {
  /** `The base model` */
  readonly what: string;
  /** From the folder that the page lies in. */
  readonly path: string;
  readonly missing: (status: number) => WaymarkError;
}

/** The bytes of a file. `site` is the address of the folder that the page lies in. Throws `not-found` where it cannot be reached. */
export async function fetchSiteFile(site: string, { what, path, missing }: SiteFile): Promise<Uint8Array> {
  let answer: Response;
  try {
    answer = await fetch(new URL(path, site));
  } catch (cause) {
    const message = `${what} could not be fetched.`;
    throw new WaymarkError('not-found', message, 'Check the connection and try again.', { cause });
  }
  if (!answer.ok) throw missing(answer.status);
  return new Uint8Array(await answer.arrayBuffer());
}
