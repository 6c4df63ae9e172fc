/** Links as QR codes. Only what is dark and what is light; drawing is the page's. */

import { encode } from 'uqr';

/** Bytes that the largest code carries at the lowest level of error correction. */
export const MOST_QR_BYTES = 2953;

export interface QrCode {
  /** From 1 to 40: 17 + 4 times as many modules a side. */
  readonly version: number;
  /** By row: whether a module is dark. Codes need 4 light modules around them, which are not part of it. */
  readonly modules: readonly (readonly boolean[])[];
}

/**
 * The code of a link: the smallest that carries it, with as much error correction as fits into that size. Null where no
 * code carries it.
 */
export function qrOf(link: string): QrCode | null {
  const bytes = [...new TextEncoder().encode(link)];
  if (bytes.length > MOST_QR_BYTES) return null;
  const { version, data } = encode(bytes, { ecc: 'L', boostEcc: true, border: 0 });
  return { version, modules: data };
}
