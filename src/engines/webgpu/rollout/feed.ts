/** What contexts have yet to read, cut into passes over the network. */

import type { PrefixStage, SharedCopy } from './prefixes.ts';
import { FINISHED } from './state.ts';

/** Rows of a pass come in multiples of this, so that few passes are recorded. */
const ROWS_MULTIPLE = 32;

/** A slot's new tokens, of which the first stands at `position`; the last one is what the next token is drawn after. */
export interface FeedRow {
  readonly slot: number;
  readonly position: number;
  readonly tokens: readonly number[];
}

export interface FeedToken {
  readonly slot: number;
  readonly position: number;
  readonly token: number;
}

/** Tokens to be read, and then what of them is copied to other slots. The last stage of a plan copies nothing. */
export interface FeedStage {
  readonly tokens: readonly FeedToken[];
  readonly copies: readonly SharedCopy[];
}

/**
 * All tokens but the last of each row, by row and position: first what rows share, then the rest. Stages and what is read
 * name rows by their index in `rows`.
 */
export function feedStages(
  rows: readonly FeedRow[],
  stages: readonly PrefixStage[],
  read: readonly number[],
): readonly FeedStage[] {
  const part = (row: number, first: number, end: number): readonly FeedToken[] => {
    const { slot, position, tokens } = rows[row];
    return tokens.slice(first, end).map((token, index) => ({ slot, position: position + first + index, token }));
  };
  return [
    ...stages.map(({ reads, copies }) => ({
      tokens: reads.flatMap(({ row, first, end }) => part(row, first, end)),
      copies: copies.map(({ from, to, tokens }) => ({ from: rows[from].slot, to: rows[to].slot, tokens })),
    })),
    { tokens: rows.flatMap(({ tokens }, row) => part(row, read[row], tokens.length - 1)), copies: [] },
  ];
}

/** Where a turn stands in its stages. */
export interface FeedPlace {
  readonly stage: number;
  readonly token: number;
}

export interface FeedPass {
  readonly tokens: readonly FeedToken[];
  readonly copies: readonly SharedCopy[];
  /** Whether the slots' cursors are read too, and their next tokens drawn. */
  readonly isTail: boolean;
  /** Where the turn stands after it. */
  readonly place: FeedPlace;
}

/**
 * The next pass, of at most `limit` rows, which is more than there are slots; null where nothing but the cursors is left
 * to read. A turn that has more to read than its cursors reads the last of it together with them, however it is cut:
 * so the numbers do not depend on the cut.
 */
export function nextPass(
  stages: readonly FeedStage[],
  { stage, token }: FeedPlace,
  limit: number,
  slots: number,
): FeedPass | null {
  if (stage >= stages.length) return null;
  const { tokens, copies } = stages[stage];
  const rest = tokens.length - token;
  const after = { stage: stage + 1, token: 0 };
  if (stage === stages.length - 1) {
    if (rest === 0) return null;
    if (rest <= limit - slots) return { tokens: tokens.slice(token), copies, isTail: true, place: after };
  } else if (rest <= limit) {
    return { tokens: tokens.slice(token), copies, isTail: false, place: after };
  }
  const end = Math.min(token + limit, tokens.length - 1);
  return { tokens: tokens.slice(token, end), copies: [], isTail: false, place: { stage, token: end } };
}

/** The four words of each row of a pass: cursors as they are, then tokens, then rows in which nothing is read. */
export function passEntries(cursors: Uint32Array<ArrayBuffer>, tokens: readonly FeedToken[]): Uint32Array<ArrayBuffer> {
  const used = cursors.length / 4 + tokens.length;
  const entries = new Uint32Array(4 * Math.ceil(used / ROWS_MULTIPLE) * ROWS_MULTIPLE);
  entries.set(cursors);
  tokens.forEach(({ slot, position, token }, index) => {
    const row = cursors.length / 4 + index;
    entries.set([slot, position, token, row], 4 * row);
  });
  for (let row = used; row < entries.length / 4; row++) entries[4 * row + 3] = FINISHED;
  return entries;
}
