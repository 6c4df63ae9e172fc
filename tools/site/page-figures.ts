/** Figures of the page for a document, each kind between markers of its own. */

import { WaymarkError } from '../../src/core/errors.ts';

/** A row of the table: what was measured, and what came of it. */
export type Figure = readonly [what: string, measured: string];

/**
 * The document with the table in place of what stood between `<!-- NAME -->` and `<!-- end of NAME -->`. Throws
 * `bad-file` without them.
 */
export function withPageFigures(text: string, name: string, source: string, figures: readonly Figure[]): string {
  const begin = `<!-- ${name} -->`;
  const [from, to] = [text.indexOf(begin), text.indexOf(`<!-- end of ${name} -->`)];
  if (from < 0 || to < from) {
    throw new WaymarkError('bad-file', `The document has no place for ${name}.`, `Add ${begin} and its end.`);
  }
  const rows = [['what', 'measured'], ['---', '---'], ...figures].map((row) => `| ${row.join(' | ')} |`);
  return `${text.slice(0, from)}${begin}\n\n${source}\n\n${rows.join('\n')}\n\n${text.slice(to)}`;
}
