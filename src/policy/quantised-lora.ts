/** Adapters in few bits, for links. */

import type { LoraSettings } from './lora.ts';

/** Bits per value that links offer, fewest first. */
export const LINK_BITS = [2, 3, 4, 6, 8] as const;
export type LinkBits = (typeof LINK_BITS)[number];

/**
 * An adapter in few bits: every row of A, and every column of B (both run along one component of the rank), is whole
 * numbers of `bits` bits times one scale.
 */
export interface QuantisedAdapter {
  readonly settings: LoraSettings;
  readonly bits: LinkBits;
  /** IEEE half-precision bits, one per row of A and column of B, in the order of the layout. */
  readonly scales: Uint16Array;
  /** From -(2^(bits-1) - 1) to 2^(bits-1) - 1; in the order of the rows and columns. */
  readonly values: Int8Array;
}
