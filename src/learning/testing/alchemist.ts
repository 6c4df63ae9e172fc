/**
 * A scripted agent that plays alchemy perfectly by its notes: it looks up what is wanted, else tries pairs it knows
 * nothing about; it writes down whatever its log shows. Written from the rules, not from the code of the players.
 */

import type { Script } from './scripted-engine.ts';

const ELEMENTS = ['fire', 'water', 'earth', 'air'];
const PAIRS = ELEMENTS.flatMap((one, index) => ELEMENTS.slice(index + 1).map((other) => `${one} ${other}`));
const TURN_AND_OBSERVATION = 4;

/** Triples `product element element`, the newer in place of the older. */
function readTriples(words: readonly string[]): Map<string, string> {
  const triples = new Map<string, string>();
  for (let index = 0; index + 2 < words.length; index += 3) {
    triples.set(words[index], `${words[index + 1]} ${words[index + 2]}`);
  }
  return triples;
}

function between(words: readonly string[], start: string, end: string): readonly string[] {
  return words.slice(words.indexOf(start) + 1, words.indexOf(end));
}

/** `... notes N task W act [hm a b P]*`: the word that comes next. */
function act(words: readonly string[]): string {
  const known = readTriples(between(words, 'notes', 'task'));
  const wanted = words[words.indexOf('task') + 1];
  const played = words.slice(words.indexOf('act') + 1);
  const turn = Math.floor(played.length / TURN_AND_OBSERVATION);
  const tried = Array.from({ length: turn }, (_, index) => played.slice(4 * index + 1, 4 * index + 3).join(' '));
  const unknown = PAIRS.filter((pair) => ![...known.values(), ...tried].includes(pair));
  const pair = known.get(wanted) ?? unknown[0] ?? PAIRS[0];
  return ['hm', ...pair.split(' ')][played.length % TURN_AND_OBSERVATION];
}

/** `... notes OLD log LOG ok|fail write NEW`: the word that comes next. */
function write(words: readonly string[]): string {
  const end = words.includes('ok') ? 'ok' : 'fail';
  const merged = readTriples(between(words, 'notes', 'log'));
  for (const [product, pair] of readTriples(between(words, 'log', end))) merged.set(product, pair);
  const notes = [...merged].flatMap(([product, pair]) => [product, ...pair.split(' ')]);
  return [...notes, '<end>'][words.length - 1 - words.indexOf('write')];
}

export const alchemist: Script = (words) => (words[1] === '<solve>' ? act(words) : write(words));
