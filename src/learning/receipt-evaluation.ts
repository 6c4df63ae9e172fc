/**
 * The evaluation that receipts tell of: the first 64 held-out packs of the recipe's environment, notes kept and erased.
 * On the portable engine it comes out the same to the bit wherever it is computed, however many workers compute it.
 */

import type { Player } from './episodes.ts';
import { CHEAP_CONTROLS, evaluationSampling, heldOutPlans, outcomesUnder } from './evaluation.ts';
import { figuresOf, type Outcomes } from './figures.ts';
import { liveTogether, type OnPlayed } from './lives.ts';
import { RECEIPT_BLOCK, RECEIPT_LENGTH, RECEIPT_PACKS } from './receipt.ts';
import type { Recipe } from './recipe.ts';
import type { Interval, LifeRecord } from './records.ts';

/** By their numbers. */
export const RECEIPT_BLOCKS: readonly number[] = Array.from(
  { length: RECEIPT_PACKS / RECEIPT_BLOCK },
  (_, block) => block,
);

/** Tasks that are played in one block. */
export const TASKS_IN_BLOCK = RECEIPT_BLOCK * RECEIPT_LENGTH * CHEAP_CONTROLS.length;

/** Outcomes and lives of some packs, each list in the order of the packs. */
export interface PlayedPacks {
  readonly kept: Outcomes;
  readonly erased: Outcomes;
  readonly lives: Readonly<Record<'kept' | 'erased', readonly LifeRecord[]>>;
}

export interface PlayedBlock extends PlayedPacks {
  readonly block: number;
}

export interface ReceiptEvaluationOptions {
  /** Which blocks are lived; all when absent. */
  readonly blocks?: readonly number[];
  /** As for lives. */
  readonly onPlayed?: OnPlayed;
}

/**
 * Lives blocks of the evaluation with the adapter that the player's engine holds. They are lived side by side, so that
 * each can have a worker of its own. What `onPlayed` throws ends all of them before this rejects.
 */
export async function evaluateReceipt(
  player: Player,
  recipe: Recipe,
  { blocks = RECEIPT_BLOCKS, onPlayed }: ReceiptEvaluationOptions = {},
): Promise<readonly PlayedBlock[]> {
  const played = await Promise.allSettled(blocks.map((block) => playBlock(player, recipe, block, onPlayed)));
  return played.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

async function playBlock(
  player: Player,
  recipe: Recipe,
  block: number,
  onPlayed: OnPlayed | undefined,
): Promise<PlayedBlock> {
  const plans = heldOutPlans({
    environment: recipe.environment,
    first: block * RECEIPT_BLOCK,
    packs: RECEIPT_BLOCK,
    length: RECEIPT_LENGTH,
    controls: CHEAP_CONTROLS,
  });
  const lives = await liveTogether(player, plans, {
    sampling: evaluationSampling(recipe),
    iteration: 0,
    noteRule: recipe.noteRule,
    unreadUpdates: 'skip',
    ...(onPlayed && { onPlayed }),
  });
  const under = (control: 'kept' | 'erased'): readonly LifeRecord[] =>
    lives.flatMap(({ record }) => (record.control === control ? [record] : []));
  return {
    block,
    kept: outcomesUnder(lives, 'kept'),
    erased: outcomesUnder(lives, 'erased'),
    lives: { kept: under('kept'), erased: under('erased') },
  };
}

/** Blocks as one list of packs, in their order. */
export function joinBlocks(blocks: readonly PlayedBlock[]): PlayedPacks {
  return {
    kept: blocks.flatMap(({ kept }) => kept),
    erased: blocks.flatMap(({ erased }) => erased),
    lives: {
      kept: blocks.flatMap(({ lives }) => lives.kept),
      erased: blocks.flatMap(({ lives }) => lives.erased),
    },
  };
}

/** The lift that outcomes amount to. */
export function liftOf({ kept, erased }: Readonly<Record<'kept' | 'erased', Outcomes>>): Interval {
  return figuresOf({ kept, erased }).lift;
}
