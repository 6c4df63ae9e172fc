/** What follows from a claim: which checks there are, how long they take, whether it can be kept or trained by. Pure. */

import { COMPUTATION, RECEIPT_BLOCK, RECEIPT_PACKS, type Receipt } from '../../learning/receipt.ts';
import type { Recipe } from '../../learning/recipe.ts';
import type { CannotCheck, CheckDepth, Verdict } from '../../runs/check/verdict.ts';
import type { Claim } from '../../worker/share-protocol.ts';
import type { OpenState } from './open-state.ts';

/**
 * Seconds of the portable engine on one core of a server; elsewhere they are a matter of the machine. A receipt's
 * evaluation for each pack, training for each task of a life.
 */
const SECONDS_PER_PACK = 0.3;
const SECONDS_PER_TRAINED_TASK = 0.02;
/** Loading the base model and the engine. */
const OPENING_SECONDS = 2;

export function recipeOf(claim: Claim): Recipe {
  return claim.kind === 'file' ? claim.summary.recipe : claim.receipt.recipe;
}

export function iterationsOf(claim: Claim): number {
  return claim.kind === 'file' ? claim.summary.iteration : claim.receipt.iterations;
}

/** Iterations that were not trained by the recipe but inherited in a fork. */
export function inheritedOf(claim: Claim): number {
  return claim.kind === 'file' ? claim.summary.inherited : claim.receipt.inherited;
}

/** Why it cannot be checked, as far as that can be seen without computing anything. */
export function obstacleOf(claim: Claim): CannotCheck | null {
  const { receipt } = claim;
  if (receipt === null) return { why: 'no-receipt' };
  if (receipt.computation !== COMPUTATION) {
    return { why: 'computation', claimed: receipt.computation, here: COMPUTATION };
  }
  // The agent itself is missing, and without what it began from it cannot be made again.
  if (claim.kind === 'receipt' && receipt.inherited > 0) return { why: 'inherited', inherited: receipt.inherited };
  return null;
}

/** Whether training again gives the same bits: it was trained on the engine that computes alike everywhere. */
export function trainsAgainExactly({ origin, inherited }: Receipt): boolean {
  return origin === 'onnx-wasm' && inherited === 0;
}

/** The checks that there are, the quicker one first. */
export function checkDepths(claim: Claim): readonly CheckDepth[] {
  if (obstacleOf(claim) !== null) return [];
  return claim.kind === 'receipt' ? ['full'] : ['quick', 'full'];
}

function trainsAgain(claim: Claim): boolean {
  if (claim.kind === 'receipt') return true;
  return claim.kind === 'file' && claim.receipt !== null && claim.lives && trainsAgainExactly(claim.receipt);
}

/** What a check can find; that it cannot be made is always possible. */
export function possibleVerdicts(claim: Claim): readonly Verdict['kind'][] {
  const { receipt } = claim;
  if (receipt === null || obstacleOf(claim) !== null) return [];
  const best = claim.kind === 'receipt' && !trainsAgainExactly(receipt) ? 'agrees' : 'identical';
  return [best, 'differs', 'cannot-check'];
}

/** About how long a check takes, in seconds. */
export function checkSeconds(claim: Claim, depth: CheckDepth): number {
  const { packs, groupSize, tasks } = recipeOf(claim);
  const evaluated = (depth === 'quick' ? RECEIPT_BLOCK : RECEIPT_PACKS) * SECONDS_PER_PACK;
  const again = depth === 'full' && trainsAgain(claim);
  const training = again ? iterationsOf(claim) * packs * groupSize * tasks * SECONDS_PER_TRAINED_TASK : 0;
  return OPENING_SECONDS + evaluated + training;
}

/** Whether there is an agent in it that the library could keep. */
export function canBeKept(claim: Claim): boolean {
  return claim.kind !== 'receipt';
}

/** What a check has found, or what can be said without one. Null while nothing can. */
export function presentVerdict({ claim, check }: OpenState): Verdict | null {
  if (check.state === 'checked') return check.verdict;
  const reason = claim === null ? null : obstacleOf(claim);
  return reason === null ? null : { kind: 'cannot-check', reason };
}

/** Whether the claim may be drawn in ink: every bit that was looked at is as claimed. */
export function isInked(state: OpenState): boolean {
  return presentVerdict(state)?.kind === 'identical';
}
