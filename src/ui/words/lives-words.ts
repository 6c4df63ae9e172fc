/** What the raster of lives says: which life, how a task of it went, and what its notes did there. Pure. */

import { msg, str } from '@lit/localize';
import type { LifeRecord, NoteUse } from '../../learning/records.ts';
import { effectOf, outcomesOf, type Effect } from '../replay/telling.ts';
import { seedOfLife, type WatchedLife } from '../state/watching.ts';
import { phrase, said, type Phrase } from './captions/phrase.ts';

/** The most telling first. */
const EFFECTS: readonly Effect[] = ['helped', 'misled', 'read', 'there'];

/** Of two notes with the same effect, the one acted on tells more. */
function rank({ effect, use }: UseWords): number {
  return 2 * EFFECTS.indexOf(effect) + (use.acted ? 0 : 1);
}

/** Short, for the margin: the iteration of a life of training, the world of one that was lived in a held-out one. */
export function lifeLabel({ source, life }: WatchedLife): string {
  return String(source === 'run' ? life.iteration : (seedOfLife(life) ?? life.iteration));
}

/** `Life of iteration 24`, `Life in world 417`. */
export function lifeName(watched: WatchedLife): string {
  const label = lifeLabel(watched);
  return watched.source === 'run' ? msg(str`Life of iteration ${label}`) : msg(str`Life in world ${label}`);
}

/** `Life in world 417, task 3: solved.` Tasks count from 0 here and from 1 in words. */
export function markWords(watched: WatchedLife, task: number): string {
  const name = lifeName(watched);
  return outcomesOf(watched.life)[task]
    ? msg(str`${name}, task ${task + 1}: solved.`)
    : msg(str`${name}, task ${task + 1}: not solved.`);
}

function useSentence({ fact, task, writtenAfter, acted }: NoteUse, effect: Effect, solved: boolean): string {
  const note = said(fact.join(' '));
  const [here, there] = [task + 1, writtenAfter + 1];
  switch (effect) {
    case 'helped':
      return acted
        ? msg(str`Without ${note}, noted after task ${there}, it would have failed task ${here}.`)
        : msg(str`Without ${note} in its notes, it would have failed task ${here}, though it did not act on it.`);
    case 'misled':
      return acted
        ? msg(str`Without ${note}, noted after task ${there}, it would have solved task ${here}: the note misled it.`)
        : msg(str`Without ${note} in its notes, it would have solved task ${here}, though it did not act on it.`);
    case 'read':
      return solved
        ? msg(str`It used ${note} in task ${here}, but would have solved it without that note too.`)
        : msg(str`It used ${note} in task ${here}, but would have failed it without that note too.`);
    case 'there':
      return msg(str`It had ${note} in its notes in task ${here}, which made no difference.`);
  }
}

export interface UseWords {
  readonly use: NoteUse;
  readonly effect: Effect;
  readonly words: Phrase;
}

/** What each note did in a task, or in all of a life's tasks, the most telling first. Empty where nobody has asked. */
export function useWords(life: LifeRecord, task: number | null = null): readonly UseWords[] {
  const outcomes = outcomesOf(life);
  return (life.uses ?? [])
    .filter((use) => task === null || use.task === task)
    .map((use): UseWords => {
      const solved = outcomes[use.task] ?? false;
      const effect = effectOf(use, solved);
      return { use, effect, words: phrase(useSentence(use, effect, solved)) };
    })
    .toSorted((one, other) => rank(one) - rank(other));
}

/** Why there is nothing to say of the notes in a task. */
export function withoutUses(life: LifeRecord, task: number): string {
  if (life.uses === undefined) return msg('What its notes caused in this life has not been computed.');
  const solve = life.episodes.filter((episode) => episode.kind === 'solve').at(task);
  return solve && solve.notes.length > 0
    ? msg(str`Its notes stated nothing in task ${task + 1}.`)
    : msg(str`It had no notes in task ${task + 1}.`);
}
