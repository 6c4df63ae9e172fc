/**
 * Protects everything that reads what others have written: whatever it is given, it decodes it to what encodes to the
 * same again or refuses it by a named error, within 100 ms, without growing and without a word. `npm run fuzz` runs more.
 */

import { expect, it } from 'vitest';
import { runCases } from './run-cases.ts';
import { TARGETS } from './targets.ts';

const CASES = 100_000;
const SEED = 1;
const SHARES = TARGETS.reduce((sum, { share }) => sum + share, 0);
const TIMEOUT = 300_000;

it.each(TARGETS)(
  'decodes $name or refuses them by name',
  async (target) => {
    const to = Math.ceil((CASES * target.share) / SHARES);
    const { tally, failure } = await runCases(target, SEED, { from: 0, to });
    expect(failure).toBeNull();
    expect(tally.cases).toBe(to);
    // A target all of whose cases fall at the first hurdle would protect little.
    expect(tally.decoded).toBeGreaterThan(0);
    expect(tally.cases > tally.decoded).toBe(target.kinds.length > 0);
  },
  TIMEOUT,
);
