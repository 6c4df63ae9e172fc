/** Sentences that mix our words with the agent's: the agent's are set in its own type, so they stay marked. */

import { html, type TemplateResult } from 'lit';

/** A piece of a sentence; `token` pieces are words of the agent or its world. */
export interface Piece {
  readonly text: string;
  readonly token: boolean;
}

export type Phrase = readonly Piece[];

/** Writes a phrase: what stands in `${}` is the agent's or the world's word. */
export function phrase(texts: TemplateStringsArray, ...tokens: readonly string[]): Phrase {
  return texts.flatMap((text, index) => {
    const ours: Phrase = text === '' ? [] : [{ text, token: false }];
    return index < tokens.length ? [...ours, { text: tokens[index], token: true }] : ours;
  });
}

/** A phrase of our words only. */
export function plain(text: string): Phrase {
  return [{ text, token: false }];
}

/** Sentences one after the other. */
export function sentences(...phrases: readonly (Phrase | null)[]): Phrase {
  const said = phrases.filter((one) => one !== null);
  return said.flatMap((one, index) => (index === 0 ? one : [...plain(' '), ...one]));
}

/** The words alone, for screen readers and tests. */
export function plainText(said: Phrase): string {
  return said.map((piece) => piece.text).join('');
}

/** The phrase on screen. */
export function renderPhrase(said: Phrase): TemplateResult {
  return html`${said.map((piece) => (piece.token ? html`<b class="said">${piece.text}</b>` : piece.text))}`;
}
