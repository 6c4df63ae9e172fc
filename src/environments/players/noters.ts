/**
 * Habits of writing notes, from useless to best: nothing, small talk, facts out of thin air, the old notes again, only
 * the last task, the old notes corrected and completed by the last task.
 */

import type { RandomStream } from '../../core/random.ts';
import type { Fact } from '../environment.ts';
import { formatFacts, mergeFacts } from '../facts.ts';
import { findEnvironment } from '../registry.ts';
import { findExpertise } from './experts.ts';

export type NoterHabit = 'empty' | 'chatter' | 'false' | 'copy' | 'last' | 'merge';

/** Words that mean nothing to any environment. */
export const CHATTER_WORDS: readonly string[] = (
  'nice day today i feel good so far the weather is cold and we like tea maybe later again very funny song hello ' +
  'friend not sure what now lucky'
).split(' ');

const CHATTER_LENGTH = { least: 2, most: 8 } as const;
const MOST_FALSE_FACTS = 4;

/** What a noter has before it: the environment's name, the old notes and the log of the task just played. */
export interface NoteSituation {
  readonly environment: string;
  readonly oldNotes: readonly string[];
  readonly log: readonly string[];
  /** Words that fit into the notes. */
  readonly budget: number;
}

/** The new notes, at most `budget` words. */
export function writeNotes(habit: NoterHabit, situation: NoteSituation, random: RandomStream): readonly string[] {
  const { environment, oldNotes, log, budget } = situation;
  const facts = (words: readonly string[]) => findEnvironment(environment).parseFacts(words);
  switch (habit) {
    case 'empty':
      return [];
    case 'chatter':
      return chatter(random);
    case 'false':
      return falseNotes(environment, budget, random);
    case 'copy':
      return oldNotes.slice(0, budget);
    case 'last':
      return formatFacts(facts(log), budget);
    case 'merge':
      return formatFacts(mergeFacts(facts(oldNotes), facts(log)), budget);
  }
}

/** Two to eight words of small talk. */
export function chatter(random: RandomStream): readonly string[] {
  const { least, most } = CHATTER_LENGTH;
  const length = least + random.nextInteger(most - least + 1);
  return Array.from({ length }, () => random.pick(CHATTER_WORDS));
}

/** One to four facts drawn without looking; about the same key the last one counts. */
export function falseNotes(environment: string, budget: number, random: RandomStream): readonly string[] {
  const expertise = findExpertise(environment);
  let facts: readonly Fact[] = [];
  const count = 1 + random.nextInteger(MOST_FALSE_FACTS);
  for (let index = 0; index < count; index++) facts = mergeFacts(facts, [expertise.falseFact(random)]);
  return formatFacts(facts, budget);
}
