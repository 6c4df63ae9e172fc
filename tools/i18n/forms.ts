/** Counted messages: `{n} task|{n} tasks`, one form for each of the language's plural categories. Pure. */

import type { Piece } from './messages.ts';

const SEPARATOR = '|';

/** The number that is counted, where it stands in a form. */
export const COUNT = '{n}';

export function isCounted(pieces: readonly Piece[]): boolean {
  return pieces.some((piece) => typeof piece === 'string' && piece.includes(COUNT));
}

/** The forms of a counted message, each as pieces of its own. */
export function formsOf(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const forms: Piece[][] = [[]];
  for (const piece of pieces) {
    if (typeof piece === 'number') {
      forms[forms.length - 1].push(piece);
      continue;
    }
    const [first, ...rest] = piece.split(SEPARATOR);
    forms[forms.length - 1].push(first);
    for (const text of rest) forms.push([text]);
  }
  return forms;
}

export function joinForms(forms: readonly (readonly Piece[])[]): readonly Piece[] {
  return forms.flatMap((form, index) => (index === 0 ? form : [SEPARATOR, ...form]));
}

/** How many forms a message needs in a language, as Node's own plural rules have it. */
export function formCount(locale: string): number {
  return new Intl.PluralRules(locale).resolvedOptions().pluralCategories.length;
}
