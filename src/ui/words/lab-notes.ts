/**
 * A note that a visitor writes: its words, which of them the agent knows, which no longer fit, and which words fit next.
 * Pure.
 */

import { findEnvironment } from '../../environments/registry.ts';
import { NOTE_BUDGET } from '../../policy/notes.ts';
import { SPECIAL_WORDS, VOCABULARY } from '../../policy/vocabulary.ts';

/** Enough worlds that every word of every fact there can be is in one of them. */
const WORLDS_SEEN = 12;

const RESERVED: ReadonlySet<string> = new Set(SPECIAL_WORDS);
const KNOWN: ReadonlySet<string> = new Set(VOCABULARY.filter((word) => !RESERVED.has(word)));

export type WordState =
  | 'fact'
  /** Known to the agent, but it states nothing where it stands. */
  | 'idle'
  /** Still being typed, and the beginning of a word that it knows. */
  | 'begun'
  /** Not in the agent's vocabulary. */
  | 'unknown'
  /** Beyond what notes may hold. */
  | 'too-many';

export interface NoteWord {
  readonly word: string;
  readonly state: WordState;
}

/** Words that the agent takes together: those of a fact, or any other one for itself. */
export type NoteGroup = readonly NoteWord[];

/** The words of a text. */
export function splitNote(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** All lists of `length` of the words. */
function lists(words: readonly string[], length: number): readonly (readonly string[])[] {
  if (length === 0) return [[]];
  return words.flatMap((word) => lists(words, length - 1).map((rest) => [word, ...rest]));
}

/** Every fact that can be stated about worlds of an environment, as words: `left b3`. */
function possibleFacts(name: string): readonly (readonly string[])[] {
  const environment = findEnvironment(name);
  const seen = Array.from({ length: WORLDS_SEEN }, (_, world) =>
    environment.open(environment.levels[0], world, 0).facts(),
  ).flat();
  const keys = unique(seen.map(({ key }) => key));
  const values = unique(seen.flatMap(({ value }) => value));
  const length = seen[0]?.value.length ?? 0;
  return keys
    .flatMap((key) => lists(values, length).map((value) => [key, ...value]))
    .filter((words) => environment.parseFacts(words).length === 1);
}

const factsOf = new Map<string, readonly (readonly string[])[]>();

/** What notes about an environment can state; computed once, which takes milliseconds. */
export function noteFacts(environment: string): readonly (readonly string[])[] {
  const known = factsOf.get(environment);
  if (known) return known;
  const facts = possibleFacts(environment);
  factsOf.set(environment, facts);
  return facts;
}

/** A text as the agent takes it in: facts, and the words between them. */
export function readNote(text: string, environment: string): readonly NoteGroup[] {
  const words = splitNote(text);
  const facts = noteFacts(environment);
  const groups: NoteGroup[] = [];
  for (let start = 0; start < words.length;) {
    const fact = facts.find((candidate) => candidate.every((word, index) => word === words[start + index]));
    const length = fact?.length ?? 1;
    const fits = start + length <= NOTE_BUDGET;
    const typing = start + length === words.length && !/\s$/.test(text);
    groups.push(
      words.slice(start, start + length).map((word) => {
        return { word, state: stateOf(word, { fits, typing, states: fact !== undefined }) };
      }),
    );
    start += length;
  }
  return groups;
}

function stateOf(
  word: string,
  { fits, typing, states }: { readonly fits: boolean; readonly typing: boolean; readonly states: boolean },
): WordState {
  if (!KNOWN.has(word)) return typing && [...KNOWN].some((known) => known.startsWith(word)) ? 'begun' : 'unknown';
  if (!fits) return 'too-many';
  return states ? 'fact' : 'idle';
}

/** Words that the agent does not know, each once. */
export function unknownWords(groups: readonly NoteGroup[]): readonly string[] {
  return unique(groups.flat().flatMap(({ word, state }) => (state === 'unknown' ? [word] : [])));
}

/** Whether the agent can be given the note. */
export function isReadable(groups: readonly NoteGroup[]): boolean {
  return groups.length > 0 && groups.flat().every(({ state }) => state === 'fact' || state === 'idle');
}

function unique(words: readonly string[]): readonly string[] {
  return [...new Set(words)];
}

/** What would go on with a fact that the words have begun; empty where none is begun. */
function continuations(words: readonly string[], facts: readonly (readonly string[])[]): readonly string[] {
  const longest = Math.max(1, ...facts.map((fact) => fact.length));
  for (let length = Math.min(longest - 1, words.length); length >= 1; length--) {
    const tail = words.slice(-length);
    const next = facts.filter((fact) => fact.length > length && tail.every((word, index) => word === fact[index]));
    if (next.length > 0) return unique(next.map((fact) => fact[length]));
  }
  return [];
}

/**
 * Words that fit where the text ends, best first: what goes on with the fact begun or else a new key, those not noted
 * yet before the others. While a word is being typed, only words that begin like it, other known words last.
 */
export function fittingWords(text: string, environment: string): readonly string[] {
  const words = splitNote(text);
  const typing = text === '' || /\s$/.test(text) ? '' : (words.at(-1) ?? '');
  const finished = typing === '' ? words : words.slice(0, -1);
  const facts = noteFacts(environment);
  const going = continuations(finished, factsNotEnded(finished, facts));
  const keys = unique(facts.map(([key]) => key));
  const fresh = keys.filter((key) => !finished.includes(key));
  const best = going.length > 0 ? going : [...fresh, ...keys.filter((key) => finished.includes(key))];
  if (typing === '') return best;
  return unique([...best, ...facts.flat(), ...KNOWN]).filter((word) => word.startsWith(typing) && word !== typing);
}

/** The facts, or none where the last words have just stated one: then a new one begins. */
function factsNotEnded(
  words: readonly string[],
  facts: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  const ended = facts.some((fact) => fact.every((word, index) => word === words[words.length - fact.length + index]));
  return ended ? [] : facts;
}

/** The text with its last word, finished or not, made into `word`, ready for the next. */
export function withWord(text: string, word: string): string {
  const kept = text === '' || /\s$/.test(text) ? text.trimEnd() : text.replace(/\S+$/, '').trimEnd();
  return `${kept === '' ? '' : `${kept} `}${word} `;
}
