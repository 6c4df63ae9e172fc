/**
 * Drills: random words to copy, random pairs to look up. A small model that begins with them learns to copy from its
 * context within a million tokens; with diaries alone it sits on a plateau for several.
 */

import { PURPOSE, RandomStream } from '../../src/core/random.ts';
import { BOS, END, SPECIAL_WORDS, VOCABULARY, wordId } from '../../src/policy/vocabulary.ts';
import type { PretrainingSequence, SequenceOptions } from './diaries.ts';

const WORDS = VOCABULARY.slice(SPECIAL_WORDS.length);

/** How many words are copied, as notes are. */
const COPY_LENGTH = { least: 4, most: 18 } as const;

/** How many pairs there are to look up. */
const PAIRS = { least: 2, most: 8 } as const;

const COPY_SHARE = 0.5;

interface Exercise {
  readonly words: readonly string[];
  /** For each word, whether it can be told from those before it. */
  readonly predictable: readonly boolean[];
}

/** The drill with that index: exercises of both kinds in one sequence, `agent` marking what can be predicted. */
export function drill(index: number, { seed, length }: SequenceOptions): PretrainingSequence {
  const random = new RandomStream(seed, PURPOSE.diaries, index);
  const tokens = [wordId(BOS)];
  const agent = [false];
  for (;;) {
    const { words, predictable } = random.nextUniform() < COPY_SHARE ? copying(random) : lookingUp(random);
    if (tokens.length + words.length > length) return { tokens, agent };
    tokens.push(...words.map(wordId));
    agent.push(...predictable);
  }
}

/** `notes w1 .. wn write w1 .. wn <end>` */
function copying(random: RandomStream): Exercise {
  const words = Array.from({ length: between(COPY_LENGTH, random) }, () => random.pick(WORDS));
  const given = ['notes', ...words, 'write'];
  const copied = [...words, END];
  return { words: [...given, ...copied], predictable: [...given.map(() => false), ...copied.map(() => true)] };
}

/** `notes k1 v1 .. kn vn act k v act k v .. <end>` with different keys, as many questions as pairs. */
function lookingUp(random: RandomStream): Exercise {
  const count = between(PAIRS, random);
  const pairs = new Map<string, string>();
  while (pairs.size < count) pairs.set(random.pick(WORDS), random.pick(WORDS));
  const list = [...pairs];
  const words = ['notes', ...list.flat()];
  const predictable = words.map(() => false);
  for (let question = 0; question < count; question++) {
    words.push('act', ...random.pick(list));
    predictable.push(false, false, true);
  }
  return { words: [...words, END], predictable: [...predictable, false] };
}

function between({ least, most }: { readonly least: number; readonly most: number }, random: RandomStream): number {
  return least + random.nextInteger(most - least + 1);
}
