/** What every engine asks of a generate call, and how it refuses one. */

import { WaymarkError } from '../core/errors.ts';
import type { Generated, GenerateRequest } from './engine.ts';

/** Throws `bad-request` where a named row is not open, rows do not ascend, or there are not as many tokens to append. */
export function checkRequest({ rows, append }: GenerateRequest, open: ReadonlySet<number>): void {
  if (append.length !== rows.length) {
    throw new WaymarkError('bad-request', `${rows.length} rows are to go on, with tokens for ${append.length}.`);
  }
  rows.forEach((row, entry) => {
    if (!open.has(row) || (entry > 0 && rows[entry - 1] >= row)) {
      throw new WaymarkError('bad-request', `Row ${row} is finished, unknown or out of order.`);
    }
  });
}

/** The rows that may be named after a call: those that were named, and did not generate its stop token. */
export function openAfter({ rows, stopToken }: GenerateRequest, generated: readonly Generated[]): ReadonlySet<number> {
  return new Set(rows.filter((_, entry) => generated[entry].tokens.at(-1) !== stopToken));
}

/** The rows of a new batch. */
export function allRows(count: number): ReadonlySet<number> {
  return new Set(Array.from({ length: count }, (_, row) => row));
}

export function nothingToRead(row: number): WaymarkError {
  return new WaymarkError('bad-request', `Row ${row} has nothing to go on from.`);
}

export function contextTooLong(length: number, limit: number): WaymarkError {
  return new WaymarkError(
    'bad-request',
    `A context has grown to ${length} tokens, and the model reads at most ${limit}.`,
    'Use shorter notes, fewer turns or another base.',
  );
}
