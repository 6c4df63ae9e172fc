/** The receipt of a run, or of its agent in few bits: what the run says of itself, and the evaluation computed for it. */

import { float32Bytes } from '../core/bytes.ts';
import { WaymarkError } from '../core/errors.ts';
import { sha256 } from '../core/hash.ts';
import type { Player } from '../learning/episodes.ts';
import { iterationsOf } from '../learning/iteration-record.ts';
import { encodeLifeLog, livesHashOf } from '../learning/life-log.ts';
import { COMPUTATION, type Origin, type Receipt } from '../learning/receipt.ts';
import {
  evaluateReceipt,
  joinBlocks,
  liftOf,
  type PlayedPacks,
  type ReceiptEvaluationOptions,
} from '../learning/receipt-evaluation.ts';
import type { Recipe } from '../learning/recipe.ts';
import type { Interval, RunEvent } from '../learning/records.ts';
import type { BaseModel } from '../policy/model.ts';
import type { WordTokenizer } from '../policy/tokenizer.ts';
import type { RunContent } from './run-content.ts';

/** What a receipt says of a run before anything is computed. */
export interface ReceiptSubject {
  readonly recipe: Recipe;
  readonly iterations: number;
  readonly inherited: number;
  readonly origin: Origin;
  readonly lives: string | null;
  readonly adapter: Float32Array;
}

/** A receipt with what does not stand in it. */
export interface MadeReceipt {
  readonly receipt: Receipt;
  /** The life log of the evaluation. */
  readonly lives: Uint8Array;
  readonly lift: Interval;
}

/** What a run says of itself at its newest checkpoint. */
export async function receiptSubject({
  summary,
  events,
  checkpoint,
}: Pick<RunContent, 'summary' | 'events' | 'checkpoint'>): Promise<ReceiptSubject> {
  const { recipe, iteration, inherited } = summary;
  const records = iterationsOf(events);
  return {
    recipe,
    iterations: iteration,
    inherited,
    origin: originOf(events),
    lives: records.length === iteration ? await livesHashOf(records) : null,
    adapter: checkpoint.trainable.adapter,
  };
}

/** Every change of engines stands in the log. What an earlier version of one trained, none trains again bit for bit. */
function originOf(events: readonly RunEvent[]): Origin {
  const trained = events.filter((event) => event.type === 'started' || event.type === 'resumed');
  const names = new Set(trained.map(({ engine }) => engine.name));
  const isPresent = trained.every(({ computation = 1 }) => computation === COMPUTATION);
  const [name] = names;
  return names.size === 1 && isPresent ? name : 'mixed';
}

/**
 * Computes a receipt. Throws `bad-request` on an engine whose bits others would not get, and whatever `onPlayed` throws.
 */
export async function makeReceipt(
  player: Player,
  base: BaseModel,
  { adapter, ...subject }: ReceiptSubject,
  options: Pick<ReceiptEvaluationOptions, 'onPlayed'> = {},
): Promise<MadeReceipt> {
  await holdAdapter(player, adapter);
  const played = joinBlocks(await evaluateReceipt(player, subject.recipe, options));
  const lives = evaluationLog(played, base.tokenizer);
  const { kept, erased } = played;
  const receipt: Receipt = {
    version: 1,
    computation: COMPUTATION,
    ...subject,
    base: base.hash,
    adapter: await adapterHash(adapter),
    evaluation: { kept, erased, lives: await sha256(lives) },
  };
  return { receipt, lives, lift: liftOf(receipt.evaluation) };
}

/** Gives an adapter to a portable engine. Throws `bad-request` for any other. */
export async function holdAdapter({ engine }: Player, adapter: Float32Array): Promise<void> {
  if (engine.description.name !== 'onnx-wasm') {
    throw new WaymarkError(
      'bad-request',
      `Receipts are not computed on ${engine.description.name}: its last bits differ from machine to machine.`,
      'Use the portable engine for WebAssembly.',
    );
  }
  const nothing = new Float32Array(adapter.length);
  await engine.restore({ adapter, firstMoment: nothing, secondMoment: nothing, steps: 0 });
}

/** The log of all lives of a receipt's evaluation. */
export function evaluationLog({ lives }: PlayedPacks, tokenizer: WordTokenizer): Uint8Array {
  return encodeLifeLog([...lives.kept, ...lives.erased], tokenizer);
}

/** Of the adapter's values, as receipts hold it. */
export function adapterHash(adapter: Float32Array): Promise<string> {
  return sha256(float32Bytes(adapter));
}

/** Whether a hash is the one that a receipt names: links hold only the first 32 digits. */
export function isHash(hash: string, named: string): boolean {
  return hash.startsWith(named);
}
