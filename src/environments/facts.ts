/**
 * Facts as words and back. A fact is written key first (`left b3`, `smoke fire air`): a reader looks for the key and
 * copies what follows, which a small model learns far sooner than to copy what stands before.
 */

import type { Fact, Turn } from './environment.ts';

/**
 * Finds facts of one key and `valueLength` value words in any words, left to right; words that begin no fact are
 * skipped. Facts keep the order in which their keys first appear; a later value replaces an earlier one in place.
 */
export function findFacts(
  words: readonly string[],
  valueLength: number,
  isFact: (key: string, value: readonly string[]) => boolean,
): readonly Fact[] {
  const found = new Map<string, Fact>();
  let index = 0;
  while (index + valueLength < words.length) {
    const key = words[index];
    const value = words.slice(index + 1, index + 1 + valueLength);
    if (isFact(key, value)) {
      found.set(key, { key, value });
      index += 1 + valueLength;
    } else {
      index += 1;
    }
  }
  return [...found.values()];
}

/** The facts as words, in order, leaving out those that no longer fit into `budget` words. */
export function formatFacts(facts: readonly Fact[], budget: number): readonly string[] {
  const words: string[] = [];
  for (const { key, value } of facts) {
    if (words.length + 1 + value.length <= budget) words.push(key, ...value);
  }
  return words;
}

/** The facts of both lists: where a key is in both, the newer value stands in the older one's place. */
export function mergeFacts(older: readonly Fact[], newer: readonly Fact[]): readonly Fact[] {
  const merged = new Map<string, Fact>();
  for (const fact of older) merged.set(fact.key, fact);
  for (const fact of newer) merged.set(fact.key, fact);
  return [...merged.values()];
}

/** Whether two values are the same words. */
export function sameValue(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word, index) => word === b[index]);
}

/** The fact that a turn acts on: it wishes for the key and does what the value says, in any order. */
export function usedFact(turn: Turn, facts: readonly Fact[]): Fact | null {
  const deed = turn.slice(1).sort().join(' ');
  return facts.find(({ key, value }) => key === turn[0] && [...value].sort().join(' ') === deed) ?? null;
}

/**
 * The words with `filler` in place of whatever they say about a fact's key, read left to right as facts are, so that
 * every other word stays where it is. `parseFacts` is that of the environment, in which all facts are of one length.
 */
export function maskFact(
  words: readonly string[],
  fact: Fact,
  parseFacts: (words: readonly string[]) => readonly Fact[],
  filler: readonly string[],
): readonly string[] {
  const length = 1 + fact.value.length;
  const masked: string[] = [];
  while (masked.length < words.length) {
    const statement = words.slice(masked.length, masked.length + length);
    const [stated] = parseFacts(statement);
    if (stated === undefined) masked.push(statement[0]);
    else if (stated.key !== fact.key) masked.push(...statement);
    else masked.push(...statement.map((_, index) => filler[index % filler.length]));
  }
  return masked;
}
