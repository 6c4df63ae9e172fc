/**
 * Controls: lives that differ from the agent's own only in the notes they read. If success still rose with erased
 * notes, it would not be the notes; if a stranger's notes helped as much, it would not be what they say.
 */

import { WaymarkError } from '../core/errors.ts';
import { PURPOSE, RandomStream } from '../core/random.ts';
import type { Fact } from '../environments/environment.ts';
import { formatFacts } from '../environments/facts.ts';
import { NOTE_BUDGET } from '../policy/notes.ts';
import type { Control } from './records.ts';

/** Whether the notes written under a control are ever read. */
export function readsWhatIsWritten(control: Control): boolean {
  return control === 'kept' || control === 'shuffled';
}

/** All that is true in a world, as far as the budget goes: what the `oracle` reads. */
export function oracleNotes(facts: readonly Fact[]): readonly string[] {
  return formatFacts(facts, NOTE_BUDGET);
}

/**
 * For each life, the life whose notes it reads under `shuffled`: drawn, by seed, from those whose world has other
 * facts. Worlds are told apart by their facts and not by their numbers, since the lake has only 24 different ones.
 * `facts` has one entry per life. Throws `bad-request` when all worlds are the same.
 */
export function drawStrangers(facts: readonly (readonly Fact[])[], seed: number): readonly number[] {
  const worlds = facts.map((list) => JSON.stringify(list));
  if (worlds.every((world) => world === worlds[0])) {
    throw new WaymarkError(
      'bad-request',
      'Notes cannot be shuffled between lives that all share one world.',
      'Use more packs.',
    );
  }
  return worlds.map((own, life) => {
    const random = new RandomStream(seed, PURPOSE.shuffle, life);
    let stranger = random.nextInteger(worlds.length);
    while (worlds[stranger] === own) stranger = random.nextInteger(worlds.length);
    return stranger;
  });
}
