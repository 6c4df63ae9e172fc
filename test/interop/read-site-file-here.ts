/** Reads what the site serves wherever a test runs, in a browser or in Node. */

/** The bytes of one file, by its path in `public/`. */
export async function readSiteFileHere(path: string): Promise<Uint8Array> {
  if (!('document' in globalThis)) return (await import('../receipts/read-site-file.ts')).readSiteFile(path);
  const response = await fetch(`/${path}`);
  if (!response.ok) throw new Error(`The server has no ${path}.`);
  return new Uint8Array(await response.arrayBuffer());
}
