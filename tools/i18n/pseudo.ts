/**
 * The pseudo-locale: English with accents, brackets around every message, and a third more of it. What shows without
 * brackets is not translated, and what does not fit here will not fit in Russian either. Pure.
 */

import { isCounted, formsOf, joinForms } from './forms.ts';
import type { Piece, SourceMessage, Translations } from './messages.ts';

const ACCENTED: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('aAcCdDeEgGiIjJlLnNoOrRsStTuUyYzZ', (letter, index) => [
    letter,
    Array.from('áÁçÇðÐéÉĝĜíÍĵĴĺĹñÑöÖŕŔšŠţŢúÚýÝžŽ')[index],
  ]),
);

/** How much longer a message becomes. */
const LONGER_BY = 0.35;
const PADDING = 'one two three four five six seven eight nine ten ';

/** Letters with accents; what stands in braces, such as `{n}`, stays as it is. */
function accented(text: string): string {
  return text.replace(/\{\w+\}|[A-Za-z]/g, (match) => ACCENTED[match] ?? match);
}

/** Words that a message grows by, as many letters as it needs. */
function padding(length: number): string {
  const wanted = Math.ceil(length * LONGER_BY);
  return PADDING.repeat(Math.ceil(wanted / PADDING.length))
    .slice(0, wanted)
    .trim();
}

function pseudoForm(pieces: readonly Piece[]): readonly Piece[] {
  const length = pieces.reduce<number>((sum, piece) => sum + (typeof piece === 'string' ? piece.length : 0), 0);
  const said = pieces.map((piece) => (typeof piece === 'string' ? accented(piece) : piece));
  return ['⟦', ...said, ` ${accented(padding(length))}⟧`];
}

/** Every message in the pseudo-locale. */
export function pseudoTranslations(messages: readonly SourceMessage[]): Translations {
  return new Map(
    messages.map(({ id, pieces }) => [
      id,
      isCounted(pieces) ? joinForms(formsOf(pieces).map(pseudoForm)) : pseudoForm(pieces),
    ]),
  );
}
