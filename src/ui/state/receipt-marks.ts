/** What a check says of each part of a receipt: no more than was looked at. Pure. */

import { RECEIPT_PACKS } from '../../learning/receipt.ts';
import type { Verdict } from '../../runs/check/verdict.ts';
import type { Claim } from '../../worker/share-protocol.ts';

export type ReceiptPart = 'base' | 'lives' | 'adapter' | 'outcomes' | 'evaluation-lives';
export type ReceiptMark = 'same' | 'part' | 'differs' | 'unseen';

const PARTS: readonly ReceiptPart[] = ['base', 'lives', 'adapter', 'outcomes', 'evaluation-lives'];

/** No marks before anything was computed. */
export function receiptMarks(claim: Claim, verdict: Verdict | null): ReadonlyMap<ReceiptPart, ReceiptMark> {
  const marks = new Map<ReceiptPart, ReceiptMark>();
  if (verdict?.kind === 'identical') {
    for (const part of PARTS) marks.set(part, 'unseen');
    const { checked } = verdict;
    const all = checked.packs >= RECEIPT_PACKS;
    marks.set('base', 'same');
    // An agent brings its adapter, which is hashed; without it, it was trained again.
    marks.set('adapter', 'same');
    marks.set('outcomes', all ? 'same' : 'part');
    // A file brings the lives of its evaluation; of links there is only their hash, which needs all of them.
    if (all) marks.set('evaluation-lives', 'same');
    else if (claim.kind === 'file') marks.set('evaluation-lives', 'part');
    if (checked.iterations > 0) marks.set('lives', 'same');
    else if (checked.episodes > 0) marks.set('lives', checked.depth === 'full' ? 'same' : 'part');
  }
  if (verdict?.kind === 'differs') {
    for (const difference of verdict.differences) {
      switch (difference.part) {
        case 'outcome':
          marks.set('outcomes', 'differs');
          break;
        case 'life':
          marks.set(difference.iteration === 0 ? 'evaluation-lives' : 'lives', 'differs');
          break;
        case 'iteration':
        case 'training-lives':
          marks.set('lives', 'differs');
          break;
        case 'evaluation-lives':
          marks.set('evaluation-lives', 'differs');
          break;
        case 'adapter':
          marks.set('adapter', 'differs');
          break;
      }
    }
  }
  // Without a log there is nothing that could be the same.
  if (claim.receipt?.lives === null) marks.delete('lives');
  return marks;
}
