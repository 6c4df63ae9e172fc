/** What is wrong with the translations into one language, as sentences. Pure. */

import { COUNT, formCount, formsOf, isCounted } from './forms.ts';
import type { Piece, SourceMessage, Translations } from './messages.ts';

/** Pieces as one reads them: `It wants {0} and guesses {1}.` */
function readable(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (typeof piece === 'number' ? `{${piece}}` : piece)).join('');
}

/** The placeholders and braced words of some pieces, each as often as it stands there. */
function slots(pieces: readonly Piece[]): string {
  return (readable(pieces).match(/\{\w+\}/g) ?? []).sort().join(' ');
}

function countedProblem(source: readonly Piece[], target: readonly Piece[], locale: string): string | null {
  const forms = formsOf(target);
  const needed = formCount(locale);
  if (forms.length !== needed) return `has ${forms.length} forms and needs ${needed}`;
  // The form for one may say it in a word; every other needs its number. English's last form shows what there is.
  const wanted = slots(formsOf(source).at(-1) ?? []);
  const wrong = forms.find((form, index) => {
    const mayOmit = index === 0 && forms.length > 1;
    return slots(form) !== wanted && !(mayOmit && slots([...form, COUNT]) === wanted);
  });
  return wrong ? `needs "${wanted}" in "${readable(wrong)}"` : null;
}

function problem(message: SourceMessage, target: readonly Piece[] | undefined, locale: string): string | null {
  if (target === undefined || readable(target).trim() === '') return 'is not translated';
  if (isCounted(message.pieces)) return countedProblem(message.pieces, target, locale);
  if (isCounted(target)) return 'has forms, and the source has none';
  const wanted = slots(message.pieces);
  return slots(target) === wanted ? null : `needs "${wanted}" and has "${slots(target)}"`;
}

/** Everything wrong with one language; the source's own messages are checked under its own code. */
export function problems(
  messages: readonly SourceMessage[],
  translations: Translations,
  locale: string,
): readonly string[] {
  const known = new Set(messages.map(({ id }) => id));
  const stale = [...translations].filter(([id]) => !known.has(id));
  return [
    ...messages.flatMap((message) => {
      const wrong = problem(message, translations.get(message.id), locale);
      return wrong === null ? [] : [`${locale}: "${readable(message.pieces)}" ${wrong}.`];
    }),
    ...stale.map(([, pieces]) => `${locale}: "${readable(pieces)}" translates what is no longer said.`),
  ];
}
