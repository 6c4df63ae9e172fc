/**
 * Sentences that mix our words with the agent's. The agent's are set in its own type and never translated, so they must
 * stay marked while a sentence is translated around them: `phrase(msg(str`It wants ${said('up')}.`))`. The marks are
 * Unicode's isolates, which mean just that: a foreign piece whose inside is none of the sentence's business.
 */

import { html, type TemplateResult } from 'lit';
import { inSequence } from '../format.ts';

const OPEN = '\u2068';
const CLOSE = '\u2069';
const SAID = new RegExp(`${OPEN}([^${CLOSE}]*)${CLOSE}`);

/** A piece of a sentence; `token` pieces are words of the agent or its world. */
export interface Piece {
  readonly text: string;
  readonly token: boolean;
}

export type Phrase = readonly Piece[];

/** Marks words of the agent or its world, to be put into a message. */
export function said(words: string): string {
  return `${OPEN}${words}${CLOSE}`;
}

/** A message, cut into our words and those marked by `said`. */
export function phrase(text: string): Phrase {
  // Splitting by an expression with a group puts what the group matched in every second place.
  return text
    .split(SAID)
    .map((piece, index) => ({ text: piece, token: index % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}

/** Sentences one after the other. */
export function sentences(...texts: readonly (string | null)[]): Phrase {
  return phrase(inSequence(texts.filter((text) => text !== null)));
}

/** The words alone, for screen readers and tests. */
export function plainText(phrase: Phrase): string {
  return phrase.map((piece) => piece.text).join('');
}

/** The phrase on screen. */
export function renderPhrase(phrase: Phrase): TemplateResult {
  return html`${phrase.map((piece) =>
    piece.token ? html`<b class="said" lang="en" translate="no">${piece.text}</b>` : piece.text,
  )}`;
}
