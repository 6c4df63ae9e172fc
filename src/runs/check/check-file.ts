/**
 * Checks a file, in which everything can be looked at: its lives are played again, its adapter is evaluated again, and
 * where it was trained on the portable engine a full check trains it again, life by life. That its parts are those whose
 * hashes it holds was seen to when it was read.
 */

import { outcomesOfLife } from '../../learning/evaluation.ts';
import { decodeLifeLog } from '../../learning/life-log.ts';
import { RECEIPT_BLOCK, RECEIPT_PACKS, type Receipt } from '../../learning/receipt.ts';
import type { LifeRecord } from '../../learning/records.ts';
import { adapterHash, receiptSubject } from '../receipt-of-run.ts';
import type { RunContent } from '../run-content.ts';
import { compareLives, compareOutcomes, RECEIPT_CONTROLS, type ReceiptControl } from './compare-lives.ts';
import { blocksOf, compareEvaluation, liveBlocks } from './evaluate-again.ts';
import type { Check, CheckOutcome } from './parts.ts';
import { replayLogs } from './replay-logs.ts';
import { trainAgain } from './train-again.ts';

type EvaluationLives = Readonly<Record<ReceiptControl, readonly LifeRecord[]>>;

export async function checkFile(content: RunContent, receipt: Receipt, parts: Check): Promise<CheckOutcome> {
  const { player, findings, listener, depth, draw } = parts;
  const episodes = await replayLogs(content, parts);
  const { adapter, lives } = await receiptSubject(content);
  const blocks = blocksOf(depth, draw);
  const claimed = evaluationLives(content, parts);
  if (claimed !== null) compareWithLives(receipt, claimed, blocks, parts);
  await compareEvaluation(
    findings,
    receipt,
    claimed,
    await liveBlocks(player, receipt, adapter, blocks, listener),
    player,
  );
  if (receipt.lives !== lives) findings.add({ part: 'training-lives' });
  if (receipt.adapter !== (await adapterHash(adapter))) findings.add({ part: 'adapter' });
  const iterations = depth === 'full' && canTrainAgain(content, receipt) ? await train(content, receipt, parts) : 0;
  return { iterations, episodes, blocks: blocks.length };
}

/** The lives that the receipt's outcomes come from. What is none of that is a difference. */
function evaluationLives({ receiptLives }: RunContent, { base, findings }: Check): EvaluationLives | null {
  if (receiptLives === null) return null;
  const lives = decodeLifeLog(receiptLives, base.tokenizer);
  const isWhole =
    lives.length === RECEIPT_CONTROLS.length * RECEIPT_PACKS &&
    lives.every(({ control, life }, index) => {
      return control === RECEIPT_CONTROLS[Math.floor(index / RECEIPT_PACKS)] && life === index % RECEIPT_PACKS;
    });
  if (isWhole) return { kept: lives.slice(0, RECEIPT_PACKS), erased: lives.slice(RECEIPT_PACKS) };
  findings.add({ part: 'evaluation-lives' });
  return null;
}

/** Compares the outcomes of packs that are not lived again with the lives in the file. */
function compareWithLives(
  { evaluation }: Receipt,
  lives: EvaluationLives,
  blocks: readonly number[],
  { findings }: Check,
): void {
  for (let pack = 0; pack < RECEIPT_PACKS; pack++) {
    if (blocks.includes(Math.floor(pack / RECEIPT_BLOCK))) continue;
    for (const control of RECEIPT_CONTROLS) {
      const life = lives[control][pack];
      const where = { control, pack, claimedLife: null, foundLife: life };
      for (const difference of compareOutcomes(evaluation[control][pack], outcomesOfLife(life), where))
        findings.add(difference);
    }
  }
}

function canTrainAgain({ lifeLogs }: RunContent, { origin, inherited, iterations }: Receipt): boolean {
  return origin === 'onnx-wasm' && inherited === 0 && lifeLogs.size === iterations;
}

/** Trains until something differs. Gives the iterations that were trained again and are the same. */
async function train({ lifeLogs }: RunContent, receipt: Receipt, parts: Check): Promise<number> {
  const { base, player, findings, listener } = parts;
  let same = 0;
  for await (const { iteration, log } of trainAgain(player, receipt, listener)) {
    const claimed = lifeLogs.get(iteration) ?? new Uint8Array();
    if (!isSame(claimed, log)) {
      const [logged, found] = [claimed, log].map((bytes) => decodeLifeLog(bytes, base.tokenizer));
      findings.add(compareLives(logged, found) ?? { part: 'iteration', iteration });
      return same;
    }
    same = iteration;
  }
  const { adapter } = await player.alive(player.engine.snapshot());
  if (receipt.adapter !== (await adapterHash(adapter))) findings.add({ part: 'adapter' });
  return same;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
