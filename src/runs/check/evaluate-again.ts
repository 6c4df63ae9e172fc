/** Computes the evaluation of a receipt again, all of it or some of its blocks, and compares. */

import { sha256 } from '../../core/hash.ts';
import {
  evaluateReceipt,
  joinBlocks,
  type PlayedBlock,
  RECEIPT_BLOCKS,
  TASKS_IN_BLOCK,
} from '../../learning/receipt-evaluation.ts';
import type { Receipt } from '../../learning/receipt.ts';
import type { LifeRecord } from '../../learning/records.ts';
import { evaluationLog, holdAdapter, isHash } from '../receipt-of-run.ts';
import { compareBlocks, type ReceiptControl } from './compare-lives.ts';
import type { Findings } from './findings.ts';
import type { CheckListener, PortablePlayer } from './shop.ts';
import type { CheckDepth } from './verdict.ts';

/** The blocks that a check lives: all, or one that is drawn. */
export function blocksOf(depth: CheckDepth, draw: number): readonly number[] {
  return depth === 'full' ? RECEIPT_BLOCKS : [draw % RECEIPT_BLOCKS.length];
}

/** Lives blocks with an adapter. */
export async function liveBlocks(
  player: PortablePlayer,
  { recipe }: Pick<Receipt, 'recipe'>,
  adapter: Float32Array,
  blocks: readonly number[],
  { onProgress }: Pick<CheckListener, 'onProgress'>,
): Promise<readonly PlayedBlock[]> {
  const total = blocks.length * TASKS_IN_BLOCK;
  let done = 0;
  await onProgress('evaluating', done, total);
  const onPlayed = async (tasks: number): Promise<void> => {
    done += tasks;
    await onProgress('evaluating', done, total);
  };
  await player.alive(holdAdapter(player, adapter));
  return player.alive(evaluateReceipt(player, recipe, { blocks, onPlayed }));
}

/** Compares what was lived with the receipt, and with its lives where they are there. */
export async function compareEvaluation(
  findings: Findings,
  { evaluation }: Receipt,
  claimedLives: Readonly<Record<ReceiptControl, readonly LifeRecord[]>> | null,
  blocks: readonly PlayedBlock[],
  { tokenizer }: Pick<PortablePlayer, 'tokenizer'>,
): Promise<void> {
  for (const difference of compareBlocks({ outcomes: evaluation, lives: claimedLives }, blocks)) {
    findings.add(difference);
  }
  // The hash is of all lives together.
  if (blocks.length < RECEIPT_BLOCKS.length) return;
  const hash = await sha256(evaluationLog(joinBlocks(blocks), tokenizer));
  if (!isHash(hash, evaluation.lives)) findings.add({ part: 'evaluation-lives' });
}
