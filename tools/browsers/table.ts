/** What the browsers computed, side by side, and whether that will do. */

import { formatColumns } from '../test/summary.ts';

/** What one browser came to. */
export interface Comparison {
  readonly name: string;
  readonly isRequired: boolean;
  readonly isHere: boolean;
  /** As it says itself; null where it said nothing. */
  readonly version: string | null;
  readonly reference: { readonly hash: string; readonly seconds: number } | null;
  /** Why there is no reference. */
  readonly obstacle: string | null;
}

/** A browser that is not here fails only where it is required; one that is here must give the expected hash. */
function hasFailed({ isHere, isRequired, reference }: Comparison, expected: string): boolean {
  if (reference !== null) return reference.hash !== expected;
  return isRequired || isHere;
}

/** How many browsers gave the expected hash, and how many did not. */
export function verdictOf(
  comparisons: readonly Comparison[],
  expected: string,
): { readonly passed: number; readonly failed: number } {
  const passed = comparisons.filter(({ reference }) => reference?.hash === expected).length;
  const failed = comparisons.filter((comparison) => hasFailed(comparison, expected)).length;
  return { passed, failed };
}

export function formatComparison(comparisons: readonly Comparison[], expected: string): string {
  const rows = comparisons.map(({ name, version, reference, obstacle }) => [
    name,
    version ?? '',
    reference?.hash.slice(0, 16) ?? '',
    reference?.seconds.toFixed(1) ?? '',
    reference === null ? (obstacle ?? '') : reference.hash === expected ? 'identical' : 'differs',
  ]);
  const heads = ['browser', 'version', 'hash', 'seconds', 'bits'];
  return formatColumns([heads, ...rows], (column) => heads[column] === 'seconds');
}
