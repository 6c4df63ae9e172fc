/**
 * Checks a receipt that came without its agent: by training it again. Where it was trained on the portable engine, that
 * must give every bit; where it was trained on another, which rounds otherwise, about the same lift.
 */

import { WaymarkError } from '../../core/errors.ts';
import { sha256 } from '../../core/hash.ts';
import { livesHashOf } from '../../learning/life-log.ts';
import { joinBlocks, liftOf } from '../../learning/receipt-evaluation.ts';
import type { Receipt } from '../../learning/receipt.ts';
import { adapterHash, isHash } from '../receipt-of-run.ts';
import { blocksOf, compareEvaluation, liveBlocks } from './evaluate-again.ts';
import type { Check, CheckOutcome } from './parts.ts';
import { trainAgain } from './train-again.ts';

export async function checkReceipt(
  receipt: Receipt,
  { player, findings, listener, depth, draw }: Check,
): Promise<CheckOutcome> {
  if (depth === 'quick') {
    throw new WaymarkError('bad-request', 'A receipt is checked by training all of it again.', 'Ask for a full check.');
  }
  const records: { readonly livesHash: string }[] = [];
  for await (const { log } of trainAgain(player, receipt, listener)) records.push({ livesHash: await sha256(log) });
  const { adapter } = await player.alive(player.engine.snapshot());
  const blocks = await liveBlocks(player, receipt, adapter, blocksOf(depth, draw), listener);
  const done = { iterations: receipt.iterations, episodes: 0, blocks: blocks.length };
  if (receipt.origin !== 'onnx-wasm') {
    return { ...done, lifts: { claimed: liftOf(receipt.evaluation), found: liftOf(joinBlocks(blocks)) } };
  }
  await compareEvaluation(findings, receipt, null, blocks, player);
  const lives = await livesHashOf(records);
  if (receipt.lives !== null && lives !== null && !isHash(lives, receipt.lives)) {
    findings.add({ part: 'training-lives' });
  }
  if (!isHash(await adapterHash(adapter), receipt.adapter)) findings.add({ part: 'adapter' });
  return done;
}
