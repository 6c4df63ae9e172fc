/** Things that somebody might give the visitor, made up for tests: claims of each kind, and what checks of them find. */

import { COMPUTATION, RECEIPT_PACKS, type Receipt } from '../../learning/receipt.ts';
import { EVALUATION_WORLDS } from '../../environments/ids.ts';
import type { LifeRecord } from '../../learning/records.ts';
import type { Checked, Difference } from '../../runs/check/verdict.ts';
import type { Claim } from '../../worker/share-protocol.ts';
import { RECIPE, storedRun } from './run-messages.ts';
import { madeUpEvaluation, scriptedLife } from './scripted-lives.ts';

const KEPT = [0.31, 0.6, 0.7, 0.76, 0.77, 0.78, 0.78, 0.79];
const ERASED = [0.31, 0.3, 0.33, 0.3, 0.31, 0.32, 0.3, 0.31];

const {
  outcomes: { kept = [], erased = [] },
  lift,
} = madeUpEvaluation(KEPT, ERASED, RECEIPT_PACKS);

/** A receipt of a run of 60 iterations, trained where the bits are the same everywhere. */
export function madeUpReceipt(changes: Partial<Receipt> = {}): Receipt {
  return {
    version: 1,
    computation: COMPUTATION,
    recipe: { ...RECIPE, packs: 8, credit: 'per-task' },
    base: 'be43248c0123456789abcdef01234567',
    iterations: 60,
    inherited: 0,
    origin: 'onnx-wasm',
    lives: 'e9c1f0a7b25d0123456789abcdef0123',
    adapter: '47d03c8e91fa0123456789abcdef0123',
    evaluation: { kept, erased, lives: 'b61f08d277ce0123456789abcdef0123' },
    ...changes,
  };
}

export function receiptClaim(changes: Partial<Receipt> = {}): Extract<Claim, { kind: 'receipt' }> {
  return { kind: 'receipt', receipt: madeUpReceipt(changes), lift };
}

export function agentClaim(changes: Partial<Receipt> = {}): Extract<Claim, { kind: 'agent' }> {
  return { kind: 'agent', receipt: madeUpReceipt(changes), lift, bits: 4 };
}

/** A file with markup in every word that its sender could choose. */
export function fileClaim(changes: Partial<Extract<Claim, { kind: 'file' }>> = {}): Extract<Claim, { kind: 'file' }> {
  const receipt = madeUpReceipt();
  const summary = storedRun({ title: '<img src=x onerror=alert(1)> otter', recipe: receipt.recipe });
  const agents = [
    { agent: 'otter-7-1', world: 'code-lake/4x4:17', lived: 12, solved: 9, notes: ['b3', 'left', '<b>up</b>', 'b4'] },
    { agent: 'otter-7-2', world: 'code-lake/4x4:18', lived: 0, solved: 0, notes: [] },
  ];
  return { kind: 'file', summary, receipt, lift, lives: true, agents, ...changes };
}

export const QUICKLY: Checked = { depth: 'quick', iterations: 0, packs: 16, episodes: 0, seconds: 4 };
export const FULLY: Checked = { depth: 'full', iterations: 0, packs: 64, episodes: 0, seconds: 14 };

/** Two lives in one held-out pack: by a player that reads its notes, and by one that does not. */
export function twoLives(pack = 12): { readonly claimed: LifeRecord; readonly found: LifeRecord } {
  const id = `code-lake/4x4:${EVALUATION_WORLDS.first + pack}x8`;
  return { claimed: scriptedLife(id), found: scriptedLife(id, { actor: 'recall', noter: 'merge' }, 2) };
}

/** An outcome that differs, of a receipt whose packs are all there. */
export function outcomeDifference(
  changes: Partial<Extract<Difference, { part: 'outcome' }>> = {},
): Extract<Difference, { part: 'outcome' }> {
  return {
    part: 'outcome',
    control: 'kept',
    pack: 12,
    position: 5,
    claimed: 1,
    found: 0,
    claimedLife: null,
    foundLife: null,
    ...changes,
  };
}
