/**
 * Checks what is claimed of a run by computing it again, and comes to exactly one verdict. A match means that the run
 * computes again, not who made it.
 */

import { WaymarkError } from '../../core/errors.ts';
import { COMPUTATION, RECEIPT_BLOCK, type Receipt } from '../../learning/receipt.ts';
import { loraOf } from '../../learning/recipe.ts';
import type { BaseModel } from '../../policy/model.ts';
import { isHash } from '../receipt-of-run.ts';
import { checkAgent } from './check-agent.ts';
import { checkFile } from './check-file.ts';
import { checkReceipt } from './check-receipt.ts';
import { Findings } from './findings.ts';
import type { Check, Checkable, CheckOutcome, CheckRequest } from './parts.ts';
import type { CheckListener, CheckShop } from './shop.ts';
import type { CannotCheck, Checked, Verdict } from './verdict.ts';

/**
 * Rejects with `bad-request` for a quick check of a receipt's link, which has nothing to look at but all of it; with
 * `link-damaged` or `bad-file` for an agent that does not fit its base; and with whatever the listener throws.
 */
export async function check(
  claim: Checkable,
  request: CheckRequest,
  shop: CheckShop,
  listener: CheckListener,
): Promise<Verdict> {
  const start = listener.clock();
  const receipt = claim.kind === 'file' ? claim.content.receipt : claim.receipt;
  if (receipt === null) return { kind: 'cannot-check', reason: { why: 'no-receipt' } };
  await listener.onProgress('opening', 0, 1);
  const base = await openBase(claim, receipt, shop);
  if ('why' in base) return { kind: 'cannot-check', reason: base };
  const player = await shop.openPlayer(base, loraOf(receipt.recipe));
  const findings = new Findings();
  try {
    const outcome = await carryOut(claim, receipt, { ...request, base, player, findings, listener });
    const { blocks, lifts, iterations, episodes } = outcome;
    const seconds = listener.clock() - start;
    const checked = { depth: request.depth, iterations, episodes, packs: blocks * RECEIPT_BLOCK, seconds };
    return verdictOf(findings, checked, lifts);
  } finally {
    await player.close();
  }
}

function carryOut(claim: Checkable, receipt: Receipt, parts: Check): Promise<CheckOutcome> {
  switch (claim.kind) {
    case 'agent':
      return checkAgent(claim, parts);
    case 'receipt':
      return checkReceipt(receipt, parts);
    case 'file':
      return checkFile(claim.content, receipt, parts);
  }
}

/** The base that the claim rests on, or why it cannot be checked here. */
async function openBase(claim: Checkable, receipt: Receipt, shop: CheckShop): Promise<BaseModel | CannotCheck> {
  const { computation, inherited, recipe } = receipt;
  if (computation !== COMPUTATION) return { why: 'computation', claimed: computation, here: COMPUTATION };
  if (claim.kind === 'receipt' && inherited > 0) return { why: 'inherited', inherited };
  const missing: CannotCheck = { why: 'base', base: recipe.base };
  try {
    const base = await shop.loadBase(recipe.base);
    return isHash(base.hash, receipt.base) ? base : missing;
  } catch (error) {
    if (error instanceof WaymarkError && error.kind === 'no-build') return missing;
    throw error;
  }
}

function verdictOf(findings: Findings, checked: Checked, lifts: CheckOutcome['lifts']): Verdict {
  const { differences, total } = findings;
  if (lifts) {
    const overlap = lifts.found.low <= lifts.claimed.high && lifts.claimed.low <= lifts.found.high;
    return overlap ? { kind: 'agrees', checked, ...lifts } : { kind: 'differs', checked, differences, total, lifts };
  }
  if (total === 0) return { kind: 'identical', checked };
  return { kind: 'differs', checked, differences, total, lifts: null };
}
