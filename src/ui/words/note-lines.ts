/**
 * Notes as lines: the agent's words in their order, cut where a fact begins or ends, each line marked by what became
 * of it in the last rewriting and by whether it is true. For spectators; the agent itself sees only the words.
 */

import type { Fact } from '../../environments/environment.ts';

/** Facts found in any words, as `EnvironmentFamily.parseFacts` gives them. */
export type FactParser = (words: readonly string[]) => readonly Fact[];

export interface NotePiece {
  readonly words: readonly string[];
  /** Null for words that state nothing. */
  readonly fact: Fact | null;
}

export interface NoteLine {
  readonly text: string;
  readonly change: 'kept' | 'new' | 'dropped';
  /** Null for words that state nothing. */
  readonly truth: boolean | null;
  readonly inUse: boolean;
}

/** The longest fact there is: a product and the pair that makes it. */
const LONGEST_FACT = 3;

function factAt(words: readonly string[], start: number, parse: FactParser): Fact | null {
  for (let length = 2; length <= LONGEST_FACT && start + length <= words.length; length++) {
    const facts = parse(words.slice(start, start + length));
    if (facts.length === 1 && facts[0].value.length === length - 1 && facts[0].key === words[start]) return facts[0];
  }
  return null;
}

/** Cuts notes into facts and the runs of other words between them. */
export function notePieces(words: readonly string[], parse: FactParser): readonly NotePiece[] {
  const pieces: NotePiece[] = [];
  let idle: string[] = [];
  const closeIdle = (): void => {
    if (idle.length > 0) pieces.push({ words: idle, fact: null });
    idle = [];
  };
  for (let index = 0; index < words.length;) {
    const fact = factAt(words, index, parse);
    if (fact === null) {
      idle.push(words[index]);
      index += 1;
    } else {
      closeIdle();
      pieces.push({ words: [fact.key, ...fact.value], fact });
      index += 1 + fact.value.length;
    }
  }
  closeIdle();
  return pieces;
}

/** True when two facts say the same; the order of a pair does not matter. */
function sameFact(one: Fact, other: Fact): boolean {
  return one.key === other.key && [...one.value].sort().join(' ') === [...other.value].sort().join(' ');
}

/** The lines of the notebook: what it holds now, in its order, then what the last rewriting dropped. */
export function noteLines(
  notes: readonly string[],
  before: readonly string[],
  truth: readonly Fact[],
  used: Fact | null,
  parse: FactParser,
): readonly NoteLine[] {
  const now = notePieces(notes, parse);
  const earlier = notePieces(before, parse);
  const held = (pieces: readonly NotePiece[], text: string): boolean =>
    pieces.some((piece) => piece.words.join(' ') === text);
  const isTrue = (fact: Fact | null): boolean | null => fact && truth.some((known) => sameFact(known, fact));
  const lines = now.map((piece): NoteLine => {
    const text = piece.words.join(' ');
    return {
      text,
      change: held(earlier, text) ? 'kept' : 'new',
      truth: isTrue(piece.fact),
      inUse: used !== null && piece.fact !== null && sameFact(piece.fact, used),
    };
  });
  const dropped = earlier
    .filter((piece) => !held(now, piece.words.join(' ')))
    .map((piece): NoteLine => {
      return { text: piece.words.join(' '), change: 'dropped', truth: isTrue(piece.fact), inUse: false };
    });
  return [...lines, ...dropped];
}
