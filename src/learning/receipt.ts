/**
 * A receipt: what lets somebody who receives an agent check what is claimed of it. It holds the recipe, hashes of
 * everything that training made, and the outcomes of one fixed evaluation, which is always computed on the portable
 * engine for WebAssembly: its bits are the same on every machine, so that the outcomes can be computed again, exactly.
 */

import type { EngineDescription } from '../engines/engine.ts';
import type { Outcomes } from './figures.ts';
import type { Recipe } from './recipe.ts';

/**
 * Raised whenever the same recipe and adapter would no longer give the same lives on the portable engine: with the
 * runtime, the graphs, the worlds, the sampling. A receipt of another computation cannot be checked here.
 */
export const COMPUTATION = 1;

/** The evaluation of every receipt: held-out packs 0 to 63 of the recipe's environment, kept and erased, 8 tasks each. */
export const RECEIPT_PACKS = 64;
export const RECEIPT_LENGTH = 8;
/**
 * Packs that are lived together. A row's last bits depend on the rows beside it, so packs are checked in the blocks in
 * which they were first lived; a quick check lives one block.
 */
export const RECEIPT_BLOCK = 16;

/** What trained a run: one engine of today from beginning to end, or `mixed`, several or an earlier version of one. */
export type Origin = EngineDescription['name'] | 'mixed';

/** Hashes are SHA-256 in hex: all 64 digits in files, the first 32 (128 bits) in links. */
export interface Receipt {
  readonly version: 1;
  readonly computation: number;
  readonly recipe: Recipe;
  /** Of the base model (`BaseModel.hash`). */
  readonly base: string;
  /** Iterations of the run: those of its checkpoint. */
  readonly iterations: number;
  /** Iterations of another run's training that it began with, as a fork does: it cannot be trained again by itself. */
  readonly inherited: number;
  readonly origin: Origin;
  /**
   * Of the hashes of all iterations' life logs, one after the other; null where there is not a log of each: the run is
   * older than life logs, or began with an agent that came without its own.
   */
  readonly lives: string | null;
  /** Of the adapter's values: float32, little endian. */
  readonly adapter: string;
  readonly evaluation: ReceiptEvaluation;
}

export interface ReceiptEvaluation {
  /** outcomes[pack][position] is 0 or 1. */
  readonly kept: Outcomes;
  readonly erased: Outcomes;
  /** Of the life log of all its lives, kept then erased, by pack. */
  readonly lives: string;
}
