/** SHA-256, by which files, recipes and logs are named and compared. */

import { hexOfBytes } from './hex.ts';

/** The hash of some bytes as 64 hexadecimal digits. Browsers offer it to secure contexts only (HTTPS, localhost). */
export async function sha256(bytes: Uint8Array): Promise<string> {
  // A copy, because the bytes may stand in shared memory, which is not accepted.
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));
  return hexOfBytes(digest);
}
