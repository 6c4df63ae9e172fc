/**
 * The closed vocabulary of the bundled models: one word is one token, and a word's place in the list is its id. Bases
 * and adapters depend on the order, so words are only ever added, at the end.
 */

import { ELEMENTS, PRODUCTS } from '../environments/alchemy/rules.ts';
import { alchemy } from '../environments/alchemy/alchemy.ts';
import { codeLake } from '../environments/code-lake/code-lake.ts';
import { DIRECTIONS } from '../environments/code-lake/rules.ts';
import { BUTTONS, COMPASS, LAKE_WORDS } from '../environments/code-lake/words.ts';
import { CHATTER_WORDS } from '../environments/players/noters.ts';
import { OBJECTS, PLACES, TARGETS } from '../environments/text-house/rules.ts';
import { textHouse } from '../environments/text-house/text-house.ts';
import { HOUSE_WORDS } from '../environments/text-house/words.ts';
import { NOTHING_HAPPENED, OK, TRYING } from '../environments/words.ts';
import { WaymarkError } from '../core/errors.ts';

/** Fills rows up; never generated. */
export const PAD = '<pad>';
/** Begins every context; never generated. */
export const BOS = '<bos>';
/** Ends notes, and a page of a diary. */
export const END = '<end>';
/** Begins an episode in which the agent acts. */
export const SOLVE = '<solve>';
/** Begins an episode in which the agent rewrites its notes. */
export const UPDATE = '<update>';

/** The reserved words, in the order of their ids, from 0. */
export const SPECIAL_WORDS = [PAD, BOS, END, SOLVE, UPDATE] as const;

/** Words that give prompts their shape. */
const PROMPT_WORDS = ['notes', 'task', 'act', 'log', 'write', OK, 'fail'] as const;

/** All words; the index is the token id. */
export const VOCABULARY: readonly string[] = [
  ...SPECIAL_WORDS,
  ...[codeLake.word, textHouse.word, alchemy.word],
  ...PROMPT_WORDS,
  TRYING,
  ...LAKE_WORDS,
  ...HOUSE_WORDS,
  NOTHING_HAPPENED,
  ...DIRECTIONS,
  ...BUTTONS,
  ...COMPASS,
  ...PLACES,
  ...TARGETS,
  ...OBJECTS,
  ...ELEMENTS,
  ...PRODUCTS,
  ...CHATTER_WORDS,
];

const IDS: ReadonlyMap<string, number> = new Map(VOCABULARY.map((word, id) => [word, id]));

/** The token id of a word. Throws `bad-request` for a word that is not in the vocabulary. */
export function wordId(word: string): number {
  const id = IDS.get(word);
  if (id === undefined) throw new WaymarkError('bad-request', `"${word}" is not in the vocabulary.`);
  return id;
}

/** Ids of the words that are never sampled. */
export function neverSampled(tokenizer: { encode(words: readonly string[]): readonly number[] }): readonly number[] {
  return tokenizer.encode([PAD, BOS]);
}
