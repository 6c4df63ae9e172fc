/**
 * What scripted players know of an environment. They see only words, as the agent does: opening, their own turns,
 * observations and notes. So nothing hidden can leak into them.
 */

import type { RandomStream } from '../../core/random.ts';
import type { Fact, Turn } from '../environment.ts';

/** What a player holds true: from a fact's key to its value. */
export type Beliefs = ReadonlyMap<string, readonly string[]>;

/** What a player remembers of the present task, and how it would go on. */
export interface TaskMemory {
  /** Takes in what a turn led to; gives the facts it showed. */
  see(turn: Turn, observation: readonly string[]): readonly Fact[];
  /** A sensible turn for one who believes this: use what is known, else try something new. */
  plan(beliefs: Beliefs, random: RandomStream): Turn;
  /** A turn of one who knows what would be good, but not how. */
  dream(random: RandomStream): Turn;
}

/** One environment's expertise. */
export interface Expertise {
  /** A new task, from its opening words. */
  begin(opening: readonly string[]): TaskMemory;
  randomTurn(random: RandomStream): Turn;
  /** A fact that may or may not hold: key and value drawn at random. */
  falseFact(random: RandomStream): Fact;
}
