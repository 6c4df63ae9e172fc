/** JSON from a file that anybody may have made: bounded in depth, checked row by row, refused at the first defect. */

import type * as v from 'valibot';
import { decodeText } from '../core/bytes.ts';
import { ArchiveError } from './archive-error.ts';
import { parseJson, readRow } from './rows.ts';

/** Nothing that a run writes is nested half as deeply. */
const DEEPEST = 24;

const code = (character: string): number => character.charCodeAt(0);
const QUOTE = code('"');
const BACKSLASH = code('\\');
const OPEN_LIST = code('[');
const OPEN_OBJECT = code('{');
const CLOSE_LIST = code(']');
const CLOSE_OBJECT = code('}');

/** Parses a JSON file. Throws `ArchiveError` or `StorageError` (`damaged`) for anything else, and for deep nesting. */
export function archiveJson(bytes: Uint8Array, where: string): unknown {
  checkNesting(bytes, where);
  return parseJson(decodeText(bytes, where), where);
}

/** Before anything is parsed: whoever walks through deeply nested values may run out of stack. */
export function checkNesting(bytes: Uint8Array, where: string): void {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (isText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (++depth > DEEPEST) throw new ArchiveError('damaged', `Its ${where} is nested too deeply.`);
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
  }
}

/** The rows of a list. Throws `StorageError` (`damaged`) for the first that does not fit. */
export function archiveRows<Output>(
  schema: v.GenericSchema<unknown, Output>,
  bytes: Uint8Array,
  where: string,
): readonly Output[] {
  const rows = archiveJson(bytes, where);
  if (!Array.isArray(rows)) throw new ArchiveError('damaged', `Its ${where} is not a list.`);
  return rows.map((row: unknown, index) => readRow(schema, row, `row ${index + 1} of ${where}`));
}

/** The rows of a file with one on each line. Throws as `archiveRows` does, and where the last line has no end. */
export function archiveLines<Output>(
  schema: v.GenericSchema<unknown, Output>,
  bytes: Uint8Array,
  where: string,
): readonly Output[] {
  checkNesting(bytes, where);
  const text = decodeText(bytes, where);
  const rows: Output[] = [];
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    const line = `line ${rows.length + 1} of ${where}`;
    if (end === -1) throw new ArchiveError('damaged', `Its ${where} ends in the middle of a line.`);
    rows.push(readRow(schema, parseJson(text.slice(start, end), line), line));
    start = end + 1;
  }
  return rows;
}
