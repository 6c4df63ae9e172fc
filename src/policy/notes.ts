/**
 * From what an update generated to the notes that the next task gets, and how much truth is in them.
 *
 * An update may generate up to `UPDATE_TOKENS` words: `NOTE_BUDGET` words of notes and the `<end>` that closes them.
 *
 * | rule          | fails when                                  | otherwise                     | a failure costs |
 * | ------------- | ------------------------------------------- | ----------------------------- | --------------- |
 * | `lenient-cut` | a reserved word stands in the notes         | notes are cut at the budget   | nothing         |
 * | `lenient`     | also when no `<end>` comes in time          | notes are what precedes it    | nothing         |
 * | `paper`       | also when the notes are empty               | notes are what precedes it    | 0.1             |
 *
 * Under every rule the notes after a failed update are empty: the old ones are lost (Connect the Dots, parsing of
 * hints). Chatter and falsehoods are valid notes and cost nothing; to punish them would teach writing directly.
 */

import { sameValue } from '../environments/facts.ts';
import type { Fact } from '../environments/environment.ts';
import { END, SPECIAL_WORDS } from './vocabulary.ts';

/** Words that notes may have. */
export const NOTE_BUDGET = 18;

/** Words that an update may generate: full notes and their `<end>`. */
export const UPDATE_TOKENS = NOTE_BUDGET + 1;

/** What a failure costs by the paper's rule. */
const FORMAT_PENALTY = 0.1;

export const NOTE_RULES = ['lenient-cut', 'lenient', 'paper'] as const;
export type NoteRule = (typeof NOTE_RULES)[number];

export interface ParsedNotes {
  readonly notes: readonly string[];
  readonly valid: boolean;
  /** To be taken from the update's reward: 0, or a positive number. */
  readonly penalty: number;
}

const RESERVED: ReadonlySet<string> = new Set(SPECIAL_WORDS);

/** Reads the words an update generated, `<end>` included where it came, by the rule. */
export function parseNotes(generated: readonly string[], rule: NoteRule): ParsedNotes {
  const end = generated.indexOf(END);
  const ended = end !== -1 && end <= NOTE_BUDGET;
  const words = (end === -1 ? generated : generated.slice(0, end)).slice(0, NOTE_BUDGET);
  const clean = !words.some((word) => RESERVED.has(word));
  switch (rule) {
    case 'lenient-cut':
      return clean ? accepted(words) : failed(0);
    case 'lenient':
      return clean && ended ? accepted(words) : failed(0);
    case 'paper':
      return clean && ended && words.length > 0 ? accepted(words) : failed(FORMAT_PENALTY);
  }
}

/** How much of a world stands in some notes. */
export interface NoteQuality {
  /** Facts in the notes that hold in the world. */
  readonly trueFacts: number;
  /** Facts in the notes, true or false. */
  readonly writtenFacts: number;
  /** Facts there are. */
  readonly worldFacts: number;
}

/** What `noteQuality` needs of an environment: a `TaskEnvironment` in the world in question will do. */
export interface FactSource {
  facts(): readonly Fact[];
  parseFacts(words: readonly string[]): readonly Fact[];
}

/** Counts the facts in notes against the world that `environment` is in. About one key, the last statement counts. */
export function noteQuality(environment: FactSource, notes: readonly string[]): NoteQuality {
  const truth = new Map(environment.facts().map(({ key, value }) => [key, value]));
  const written = environment.parseFacts(notes);
  const trueFacts = written.filter(({ key, value }) => sameValue(truth.get(key) ?? [], value)).length;
  return { trueFacts, writtenFacts: written.length, worldFacts: truth.size };
}

function accepted(notes: readonly string[]): ParsedNotes {
  return { notes, valid: true, penalty: 0 };
}

function failed(penalty: number): ParsedNotes {
  return { notes: [], valid: false, penalty };
}
