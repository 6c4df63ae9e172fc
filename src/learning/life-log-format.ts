/**
 * The format of the life log: all lives of one iteration, or of one evaluation, as bytes made of whole numbers only. The same lives
 * give the same bytes everywhere, so that a hash of them says exactly what was lived. What follows from the rest is left
 * out; `LifeRecord.uses`, which somebody found out about a life afterwards, is too.
 *
 *     log      = version level iteration length lives life*
 *     version  = 1
 *     level    = its length in characters, then the characters: code-lake/4x4
 *     length   = tasks in every pack
 *     life     = world control+updates life episode*
 *     solve    = notes turns word* reward outcome
 *     update   = notes words word* kept trueFacts writtenFacts worldFacts
 *     notes    = source [words word*]
 *
 * All of them are varints (core/varints.ts). `control+updates` is twice the control's index, plus 1 where there is an
 * update after every task but the last, else there are only solves. A word is its token id, an outcome its index in the
 * environment's list. `kept` is 0 for a failed update, otherwise 1 more than the words written that became notes: always
 * the first ones. The notes that were read come from one of three sources, or are spelled out.
 */

import { sameValue } from '../environments/facts.ts';
import type { Control } from './records.ts';

/** Raised with every change: hashes of logs stand in receipts. */
export const LOG_VERSION = 1;

/** Logs hold indices into these: they are only ever appended to. */
export const CONTROLS: readonly Control[] = ['kept', 'erased', 'shuffled', 'oracle'];
export const REWARDS: readonly number[] = [0, 1];

/** More than any recipe or evaluation asks for, and few enough to be read at once. */
export const MOST_LIVES = 0x4000;
export const MOST_TASKS = 64;
export const MOST_TURNS = 64;

/** Characters. */
export const LONGEST_LEVEL = 64;

/** Notes that a life has seen: what it wrote last, and what it read last. Nothing before the first task. */
export interface Seen {
  written: readonly string[];
  read: readonly string[];
}

/** Where notes come from: the first of these that fits is logged, so that there is one way to say it. */
export const SOURCE = { empty: 0, written: 1, read: 2, spelledOut: 3 } as const;

/** Index of the source that these notes are logged with. */
export function sourceOf(notes: readonly string[], { written, read }: Seen): number {
  if (notes.length === 0) return SOURCE.empty;
  if (sameValue(notes, written)) return SOURCE.written;
  return sameValue(notes, read) ? SOURCE.read : SOURCE.spelledOut;
}
