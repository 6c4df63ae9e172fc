/** Titles that people give to runs. */

import { WaymarkError } from '../core/errors.ts';

/** In code points, so that a letter of any script counts as one. */
export const LONGEST_TITLE = 60;

/**
 * A title as it is stored: one line, without spaces around it. Throws `bad-request` where nothing or too much is left.
 */
export function parseTitle(text: string): string {
  const title = text
    .normalize('NFC')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069\s]+/gu, ' ')
    .trim();
  const { length } = Array.from(title);
  if (length === 0) throw new WaymarkError('bad-request', 'The name is empty.', 'Type at least one letter.');
  if (length > LONGEST_TITLE) {
    throw new WaymarkError(
      'bad-request',
      `The name has ${length} characters.`,
      `Leave out ${length - LONGEST_TITLE}: ${LONGEST_TITLE} is the most.`,
    );
  }
  return title;
}
